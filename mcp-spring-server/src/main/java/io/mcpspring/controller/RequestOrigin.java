package io.mcpspring.controller;

import io.mcpspring.exchange.McpRequestContext;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Where a request of a client has come from, and where it has arrived.
 *
 * @param url scheme, host and port
 */
record RequestOrigin(URI url, String remoteHost, int remotePort, Locale locale) {

    private static final URI UNKNOWN = URI.create("http://localhost");

    /**
     * @param caller {@code null} at the start of the application
     * @param received returns the URL of the HTTP request, if it still exists
     */
    static RequestOrigin of(@Nullable McpRequestContext caller, Function<McpRequestContext, Optional<URI>> received) {
        InetSocketAddress remote = caller == null
                ? null
                : caller.attribute(InetSocketAddress.class).orElse(null);
        return new RequestOrigin(
                caller == null ? UNKNOWN : received.apply(caller).orElse(UNKNOWN),
                remote == null ? "127.0.0.1" : host(remote),
                remote == null ? 0 : remote.getPort(),
                caller == null
                        ? Locale.getDefault()
                        : caller.attribute(Locale.class).orElseGet(Locale::getDefault));
    }

    private static String host(InetSocketAddress remote) {
        return remote.isUnresolved()
                ? remote.getHostString()
                : remote.getAddress().getHostAddress();
    }

    String scheme() {
        return url.getScheme();
    }

    int port() {
        int usual = scheme().equals("https") ? 443 : 80;
        return url.getPort() < 0 ? usual : url.getPort();
    }
}
