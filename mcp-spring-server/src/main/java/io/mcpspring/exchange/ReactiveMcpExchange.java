package io.mcpspring.exchange;

import io.mcpspring.protocol.CreateMessageRequest;
import io.mcpspring.protocol.CreateMessageResult;
import io.mcpspring.protocol.Root;
import io.mcpspring.protocol.UrlElicitation;
import java.net.URI;
import java.util.List;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * The request that a method with a reactive return type serves, and its client. As {@link McpExchange}, except that no
 * method waits: the client is asked when the result is subscribed to. The {@link Error} that ends a run is a signal.
 * Handling it, for instance with {@code onErrorResume}, has no effect, but code must not repeat the run endlessly, as
 * {@code retry()} without arguments does.
 */
public interface ReactiveMcpExchange extends McpRequestContext {

    /**
     * Asks the user to fill in a form; see {@link McpExchange#elicit}.
     *
     * @param <T> the type of the form
     * @param message the question, for the user
     * @param form the type of the form
     * @return the user's choice
     */
    <T> Mono<ElicitResult<T>> elicit(String message, Class<T> form);

    /**
     * Asks the user to visit a web page; see {@link McpExchange#elicitUrl(String, URI)}.
     *
     * @param message the reason, for the user
     * @param url the absolute address of the page
     * @return the user's choice
     */
    Mono<ElicitResult<@Nullable Void>> elicitUrl(String message, URI url);

    /**
     * Asks the user to visit a web page; see {@link McpExchange#elicitUrl(UrlElicitation)}.
     *
     * @param elicitation the page
     * @return the user's choice
     */
    Mono<ElicitResult<@Nullable Void>> elicitUrl(UrlElicitation elicitation);

    /**
     * Asks the client's language model to continue a conversation; see {@link McpExchange#sample}.
     *
     * @param request the conversation
     * @return the model's answer
     */
    Mono<CreateMessageResult> sample(CreateMessageRequest request);

    /**
     * Asks for the folders and files with which the client works; see {@link McpExchange#roots}.
     *
     * @return the roots
     */
    Mono<List<Root>> roots();

    /**
     * Asks a question that has a key; see {@link McpExchange#ask(Question)}.
     *
     * @param <A> the type of the answer
     * @param question the question
     * @return the answer
     */
    <A> Mono<A> ask(Question<A> question);

    /**
     * Asks several questions in one round; see {@link McpExchange#ask(Question[])}.
     *
     * @param questions the questions
     * @return all answers
     */
    Mono<Answers> ask(Question<?>... questions);
}
