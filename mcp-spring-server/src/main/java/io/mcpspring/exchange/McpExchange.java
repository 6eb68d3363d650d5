package io.mcpspring.exchange;

import io.mcpspring.protocol.CreateMessageRequest;
import io.mcpspring.protocol.CreateMessageResult;
import io.mcpspring.protocol.Root;
import io.mcpspring.protocol.UrlElicitation;
import java.net.URI;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The request that a method serves, and its client, whom the method can ask. A method gets it by declaring a parameter
 * of this type, which does not become an argument. Valid until the request is answered. May be used from any thread,
 * except that the asking methods wait and throw an {@link IllegalStateException} on a non-blocking thread: methods that
 * return a reactive type take a {@link ReactiveMcpExchange}.
 *
 * <p><b>Asking.</b> In the legacy era, the client is asked while the method waits. In the modern era, the request ends
 * with the question, and when the client repeats the request with the answer, <em>the method runs again from its
 * beginning</em>, up to the same line, which then returns the answer. Therefore everything before the last question
 * must be repeatable, and preferably free of effects; questions must be asked in the same order, or have keys. The run
 * that asks is ended by an {@link Error}, which rolls transactions back; nothing else that the method does or returns
 * in that run reaches the client. A client may send the same answer again: the method has to prevent effects that must
 * happen only once.
 *
 * <p>Within a request, a question is identified by its key and its content, and its answer is kept. If the question has
 * changed when the method runs again, the client is asked again. Two different questions with the same key in one run
 * are an {@link IllegalStateException}.
 *
 * <p>The asking methods throw a {@link McpClientCapabilityException} if the client did not declare the capability, or
 * if its revision cannot express the question; in the legacy era also if the client does not answer within
 * {@code mcp.server.client.request-timeout}, or answers wrongly, which in the modern era is an error of its request.
 * The time limit of the method does not include the time in which it waits for the client.
 *
 * <p>A method that waits occupies its worker thread. At most half of the workers may wait for clients, with virtual
 * threads half of {@code mcp.server.execution.max-concurrency}, or any number if it is not set. At most
 * {@code mcp.server.client.max-pending} questions of a session and {@code mcp.server.client.max-pending-total} of all
 * may be open. Beyond that, the asking methods throw a {@link McpClientCapabilityException} at once.
 *
 * <p><b>Cancellation.</b> When the client cancels, the thread is interrupted, and an asking method that waits throws an
 * unchecked {@link java.util.concurrent.CancellationException}, so that transactions are rolled back.
 */
public interface McpExchange extends McpRequestContext {

    /**
     * Asks the user to fill in a form ({@code elicitation/create}). Not for passwords, keys or payment data, for which
     * a web page must be used.
     *
     * @param <T> the type of the form
     * @param message the question, for the user
     * @param form a record of texts, numbers, booleans, enums and, from revision 2025-11-25 on, lists of enums
     * @return the user's choice
     * @throws IllegalArgumentException if the type cannot be a form
     */
    <T> ElicitResult<T> elicit(String message, Class<T> form);

    /**
     * Asks the user to visit a web page; from revision 2025-11-25 on. See {@link Question#elicitUrl(String, String,
     * URI)}.
     *
     * @param message the reason, for the user
     * @param url the absolute address of the page
     * @return the user's choice
     */
    default ElicitResult<@Nullable Void> elicitUrl(String message, URI url) {
        return elicitUrl(UrlElicitation.of(message, url));
    }

    /**
     * Asks the user to visit a web page; {@link #completeElicitation} notifies the client when the user has finished.
     *
     * @param elicitation the page
     * @return the user's choice
     */
    ElicitResult<@Nullable Void> elicitUrl(UrlElicitation elicitation);

    /**
     * Asks the client's language model to continue a conversation ({@code sampling/createMessage}).
     *
     * @param request the conversation
     * @return the model's answer
     */
    CreateMessageResult sample(CreateMessageRequest request);

    /**
     * Asks for the folders and files with which the client works ({@code roots/list}). They are information, not an
     * access control.
     *
     * @return the roots
     */
    List<Root> roots();

    /**
     * Asks a question that has a key, for methods that do not always ask the same questions in the same order.
     *
     * @param <A> the type of the answer
     * @param question the question
     * @return the answer
     */
    <A> A ask(Question<A> question);

    /**
     * Asks several questions in one round, and waits for all answers.
     *
     * @param questions the questions
     * @return the answers
     * @throws IllegalArgumentException if two of them have the same key
     */
    Answers ask(Question<?>... questions);
}
