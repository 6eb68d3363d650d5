package io.mcpspring.server;

import io.mcpspring.protocol.CreateMessageRequest;
import io.mcpspring.protocol.CreateMessageResult;
import io.mcpspring.protocol.Root;
import java.net.URI;
import java.util.List;
import reactor.core.publisher.Mono;

/**
 * The running request, as a tool sees it that returns a reactive type: all that {@link McpExchange} says holds, but
 * nothing waits. Each subscription to one of the results asks.
 */
public interface ReactiveMcpExchange extends McpCall {

    /** See {@link McpExchange#elicit(String, Class)}. */
    <T> Mono<Elicited<T>> elicit(String message, Class<T> form);

    /** See {@link McpExchange#elicit(String, String, Class)}. */
    <T> Mono<Elicited<T>> elicit(String key, String message, Class<T> form);

    /** See {@link McpExchange#elicitUrl}. */
    Mono<Elicited<Void>> elicitUrl(String message, URI url);

    /** See {@link McpExchange#sample}. */
    Mono<CreateMessageResult> sample(CreateMessageRequest request);

    /** See {@link McpExchange#roots}. */
    Mono<List<Root>> roots();

    /** See {@link McpExchange#ask}. */
    Mono<Answers> ask(Question<?>... questions);
}
