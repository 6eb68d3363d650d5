package io.mcpspring.http;

import io.mcpspring.exchange.CallContext.Attributes;
import io.mcpspring.exchange.CallContext.User;
import io.mcpspring.exchange.RequestHeaders;
import io.mcpspring.memory.RequestMemory;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A POST to the endpoint.
 *
 * @param payload its messages
 * @param headers its headers, usable after the end of the HTTP exchange
 * @param accepts the media types that the client accepts
 * @param user the authenticated user, if there is one
 * @param attributes what methods may declare as parameters and what features need, by type
 * @param memory the memory of its body
 * @param challenge returns the challenge for a caller who lacks some of these scopes
 */
record PostRequest(
        PostedMessages payload,
        RequestHeaders headers,
        Accepts accepts,
        @Nullable User user,
        Attributes attributes,
        RequestMemory memory,
        Function<List<String>, String> challenge) {}
