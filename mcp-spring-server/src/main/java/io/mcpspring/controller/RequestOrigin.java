package io.mcpspring.controller;

import io.mcpspring.exchange.McpRequestContext;
import java.net.InetSocketAddress;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Where a request of a client has come from. */
record RequestOrigin(String remoteHost, int remotePort, Locale locale) {

    // No address of a client, so that no rule grants anything to it.
    private static final String UNKNOWN = "0.0.0.0";

    /** @param caller {@code null} at the start of the application */
    static RequestOrigin of(@Nullable McpRequestContext caller) {
        InetSocketAddress remote = caller == null
                ? null
                : caller.attribute(InetSocketAddress.class).orElse(null);
        return new RequestOrigin(
                remote == null ? UNKNOWN : host(remote),
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
}
