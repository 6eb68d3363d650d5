package io.mcpspring.http;

import io.mcpspring.Internal;
import io.mcpspring.exchange.CallContext.Attributes;
import io.mcpspring.exchange.RequestHeaders;
import io.mcpspring.oauth.RequestLocation;
import java.net.InetSocketAddress;
import java.security.Principal;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;

/**
 * An HTTP request for the endpoint, without its body, as the adapter of a web framework presents it. Usable until the
 * HTTP exchange ends; its headers, for as long as a call refers to them.
 */
@Internal
public interface McpHttpRequest {

    HttpMethod method();

    /** Returns the path within the application, as it was sent. */
    String path();

    /** Returns the query of the URL as it was sent; {@code null} if it has none. */
    default @Nullable String query() {
        return location().url().getRawQuery();
    }

    RequestHeaders headers();

    /** Returns the host and the port that the client names; {@code null} if there is not exactly one. */
    default @Nullable String authority() {
        return headers().single(HttpHeaders.HOST);
    }

    /** Returns what {@link CallerLookup} has found. */
    Attributes caller();

    /** Returns the authenticated user; {@code null} if there is none. */
    default @Nullable Principal user() {
        return caller().get(Principal.class);
    }

    /** Returns what methods may declare as parameters besides what is common to all web frameworks, by type. */
    Attributes attributes();

    @Nullable
    Locale locale();

    /** Returns the address of the client; unresolved if a forwarded header contains a name in its place. */
    @Nullable
    InetSocketAddress remoteAddress();

    /** Returns where the request has arrived. */
    RequestLocation location();
}
