package io.mcpspring.http;

import io.mcpspring.exchange.CallContext.Attributes;
import io.mcpspring.exchange.RequestHeaders;
import org.jspecify.annotations.Nullable;

/**
 * A POST to the endpoint.
 *
 * @param payload its messages
 * @param headers its headers, usable after the end of the HTTP exchange
 * @param accepts the media types that the client accepts
 * @param user identifies the authenticated user, if there is one
 * @param attributes what methods may declare as parameters and what features need, by type
 */
record Post(
        Payload payload,
        RequestHeaders headers,
        Accepts accepts,
        @Nullable String user,
        Attributes attributes) {

    /** Returns the value of a header without surrounding white space; {@code null} if it is absent. */
    @Nullable
    String header(String name) {
        String first = headers.first(name);
        return first == null ? null : first.strip();
    }
}
