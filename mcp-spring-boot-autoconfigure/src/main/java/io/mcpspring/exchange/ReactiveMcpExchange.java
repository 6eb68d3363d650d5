package io.mcpspring.exchange;

import io.mcpspring.protocol.CreateMessageRequest;
import io.mcpspring.protocol.CreateMessageResult;
import io.mcpspring.protocol.Root;
import io.mcpspring.protocol.UrlElicitation;
import java.net.URI;
import java.util.List;
import reactor.core.publisher.Mono;

/**
 * The running request, as a tool sees it that returns a reactive type: all that {@link McpExchange} says holds, but
 * nothing waits: the client is asked when one of the results is subscribed to. The {@link Error} that ends a run comes
 * as a signal; what handles signals may handle it too, in vain, but must not repeat them without end, as a bare
 * {@code retry()} does.
 */
public interface ReactiveMcpExchange extends McpRequestContext {

    /** See {@link McpExchange#elicit(String, Class)}. */
    <T> Mono<ElicitResult<T>> elicit(String message, Class<T> form);

    /** See {@link McpExchange#elicit(String, String, Class)}. */
    <T> Mono<ElicitResult<T>> elicit(String key, String message, Class<T> form);

    /** See {@link McpExchange#elicitUrl(String, URI)}. */
    Mono<ElicitResult<Void>> elicitUrl(String message, URI url);

    /** See {@link McpExchange#elicitUrl(UrlElicitation)}. */
    Mono<ElicitResult<Void>> elicitUrl(UrlElicitation elicitation);

    /** See {@link McpExchange#sample}. */
    Mono<CreateMessageResult> sample(CreateMessageRequest request);

    /** See {@link McpExchange#roots}. */
    Mono<List<Root>> roots();

    /** See {@link McpExchange#ask}. */
    Mono<Answers> ask(Question<?>... questions);
}
