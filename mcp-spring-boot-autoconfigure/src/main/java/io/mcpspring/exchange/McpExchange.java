package io.mcpspring.exchange;

import io.mcpspring.protocol.CreateMessageRequest;
import io.mcpspring.protocol.CreateMessageResult;
import io.mcpspring.protocol.Root;
import io.mcpspring.protocol.UrlElicitation;
import java.net.URI;
import java.util.List;

/**
 * The running request, as a tool sees it. A tool method gets it by declaring a parameter of this type, which is no
 * argument and does not appear in the input schema. Valid until the request is answered; may be used from any thread
 * but, where it waits for the client, not from an event loop: tools that return a reactive type take a
 * {@link ReactiveMcpExchange}.
 *
 * <p><b>Asking.</b> A legacy client is asked while the tool waits. In the modern era the call ends with the question,
 * and when the client repeats it with the answer <em>the tool runs again from its beginning</em>, up to the same line,
 * which then returns the answer. So whatever a tool does before its last question must be repeatable, and best has no
 * effects; questions are asked in the same order, or have keys. The run that ends is ended by an {@link Error}, which
 * rolls transactions back; nothing else that the tool does or returns in that run reaches the client. A client may come
 * back with the same answer as often as it likes: what must happen only once the tool has to see to.
 *
 * <p>Within a request a question is asked once: its key and what it asks make it the same, and the answer is kept. If
 * the question has changed when the tool runs again, the client is asked again. Two different questions that have the
 * same key in one run are an {@link IllegalStateException}.
 *
 * <p>All of the asking methods throw {@link McpClientCapabilityException} if the client did not declare the feature or
 * its revision cannot express the question; up to 2025-11-25 also if the client does not answer within
 * {@code mcp.server.client.request-timeout} or not as it should, which in the modern era is an error of its request.
 * They throw {@link IllegalStateException} on an event loop. The tool's own time limit stands still while it waits.
 *
 * <p>A call that waits keeps its worker thread, so that at most half of the workers may wait for clients, and at most
 * {@code mcp.server.client.max-pending-total} questions may be open: beyond that the asking methods throw
 * {@link McpClientCapabilityException} at once. With virtual threads only the second bound applies.
 *
 * <p><b>Cancellation.</b> When the client cancels, the thread is interrupted, and an asking method that waits throws an
 * unchecked {@link java.util.concurrent.CancellationException}, so that transactions roll back.
 */
public interface McpExchange extends McpRequestContext {

    /**
     * Asks the user to fill in a form. Not for passwords, keys or payment data: these belong to a web page.
     *
     * @param message what is asked, for the user
     * @param form a record of texts, numbers, booleans, enums and, from revision 2025-11-25 on, lists of enums
     * @throws IllegalArgumentException if the type cannot be a form
     */
    <T> ElicitResult<T> elicit(String message, Class<T> form);

    /**
     * As {@link #elicit(String, Class)}, for tools that do not always ask the same questions in the same order.
     *
     * @param key names the question within the request
     */
    <T> ElicitResult<T> elicit(String key, String message, Class<T> form);

    /** Asks the user to visit a web page, if the client declares that it can; see {@link Question#elicitUrl}. */
    ElicitResult<Void> elicitUrl(String message, URI url);

    /** Asks the user to visit a web page; {@link #completeElicitation} notifies the client when the user is done. */
    ElicitResult<Void> elicitUrl(UrlElicitation elicitation);

    /** Asks the client's language model to continue a conversation. */
    CreateMessageResult sample(CreateMessageRequest request);

    /** Asks for the folders and files that the client works with. They inform, and are no access control. */
    List<Root> roots();

    /**
     * Asks several questions in one round, and waits for all answers.
     *
     * @throws IllegalArgumentException if two of them have the same key
     */
    Answers ask(Question<?>... questions);
}
