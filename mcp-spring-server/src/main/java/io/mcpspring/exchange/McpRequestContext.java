package io.mcpspring.exchange;

import io.mcpspring.protocol.ClientCapabilities;
import io.mcpspring.protocol.Implementation;
import io.mcpspring.protocol.LoggingLevel;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.protocol.UrlElicitation;
import java.security.Principal;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A request of a client: its caller, its headers and its {@code _meta}, and the ways to report to the client while the
 * request is served. Methods get it as {@link McpExchange} or {@link ReactiveMcpExchange}; extension points get it as
 * it is.
 *
 * <p>No method of this type waits, and all of them may be called from any thread. Later releases may add methods:
 * applications should not implement this interface.
 */
public interface McpRequestContext {

    /** {@return the JSON-RPC method of the request, for instance {@code tools/call}} */
    String method();

    /**
     * Returns the name or the URI in the request. A request for a completion names the prompt or the template to which
     * the argument belongs.
     *
     * @return the name of a tool or prompt, or the URI of a resource; empty for requests that name none
     */
    String name();

    /**
     * Returns the authenticated user. Empty for an anonymous request, and where the application has no authentication.
     *
     * @return the principal of the HTTP request
     */
    Optional<Principal> principal();

    /**
     * Returns the headers of the HTTP request, as they were when it arrived.
     *
     * @return the values of each header, in their order; the case of the names does not matter
     */
    Map<String, List<String>> headers();

    /**
     * Returns an object that the transport provides for the request. This is the
     * {@code org.springframework.web.server.ServerWebExchange} in a WebFlux application, and the
     * {@code jakarta.servlet.http.HttpServletRequest} in a Spring MVC application. It is valid as long as the HTTP
     * exchange lasts: a call may outlive it if the client loses its connection or the result is a task.
     *
     * @param <T> the type
     * @param type the type of the attribute
     * @return the attribute; empty if the transport has none of this type
     */
    <T> Optional<T> attribute(Class<T> type);

    /** {@return the revision of the protocol by which the request is served} */
    ProtocolVersion protocolVersion();

    /**
     * Returns the name and version of the client, as it states them, shortened if they are long. Nothing that matters
     * may depend on them.
     *
     * @return the {@code clientInfo} of the session, or in the modern era of the request; empty if there is none
     */
    Optional<Implementation> clientInfo();

    /** {@return the capabilities that the client declared: for the session, or in the modern era for this request} */
    ClientCapabilities clientCapabilities();

    /** {@return the {@code _meta} of the request; empty if the request has none} */
    McpMeta meta();

    /**
     * Whether the result of the request is no longer awaited: the client has cancelled the request or has disconnected,
     * the time limit has passed, or the server is shutting down. Also {@code true} once the request has been answered.
     *
     * @return whether the work may stop
     */
    boolean isCancelled();

    /**
     * Registers an action for the case that the request is cancelled before the work is done; see
     * {@link #isCancelled()}. The action runs once, on the thread that cancels, and must not block; it runs at once if
     * the request has been cancelled already. What it throws is logged.
     *
     * @param action stops work that is not stopped by an interrupt or by the cancellation of a publisher
     */
    void onCancel(Runnable action);

    /**
     * Reports progress, as {@link #progress(double, Double, String)} without a total and a message.
     *
     * @param progress the progress so far, in any unit; greater than in the report before
     */
    default void progress(double progress) {
        progress(progress, null, null);
    }

    /**
     * Reports progress to a client that asked for it with a {@code progressToken}; otherwise does nothing. May be
     * called often: at most one report in 20 ms is sent, the latest, and reports that do not exceed the one before are
     * skipped.
     *
     * @param progress the progress so far, in any unit
     * @param total the progress at the end, in the same unit; {@code null} if it is not known
     * @param message a description of the progress, for people; {@code null} for none
     */
    void progress(double progress, @Nullable Double total, @Nullable String message);

    /**
     * Sends a log message, if the client wants messages of this level. A legacy client sets the level by
     * {@code logging/setLevel} and gets those of {@code mcp.server.client.log-level} before; a modern client sets it in
     * the {@code _meta} of the request. Must not contain secrets.
     *
     * @param level the severity
     * @param data a text, or any value that the protocol's JSON mapper can write, without files, exceptions and other
     *     objects that results must not have either
     * @throws IllegalArgumentException if the client wants the message, and the value cannot be written
     */
    void log(LoggingLevel level, Object data);

    /**
     * Sends a log message with the level {@code debug}; see {@link #log}.
     *
     * @param data the message
     */
    default void debug(Object data) {
        log(LoggingLevel.DEBUG, data);
    }

    /**
     * Sends a log message with the level {@code info}; see {@link #log}.
     *
     * @param data the message
     */
    default void info(Object data) {
        log(LoggingLevel.INFO, data);
    }

    /**
     * Sends a log message with the level {@code warning}; see {@link #log}.
     *
     * @param data the message
     */
    default void warn(Object data) {
        log(LoggingLevel.WARNING, data);
    }

    /**
     * Sends a log message with the level {@code error}; see {@link #log}.
     *
     * @param data the message
     */
    default void error(Object data) {
        log(LoggingLevel.ERROR, data);
    }

    /**
     * Notifies a client of 2025-11-25 that the user has finished with a web page that the client was asked to open, by
     * {@link Question#elicitUrl(String, UrlElicitation)} or a {@link McpUrlElicitationRequiredException}. May be called
     * after the request was answered: the notification is then sent on the stream on which the client listens, if it is
     * connected to this instance. Does nothing for clients of other revisions.
     *
     * @param id the id of the {@link UrlElicitation}
     */
    void completeElicitation(String id);

    /**
     * Closes the stream of the response and continues the work; the client reconnects to get the rest. Saves
     * connections that would be idle for long. Does nothing for clients of other revisions than 2025-11-25.
     *
     * <p>Many clients do not reconnect although their revision requires it: most Java clients (the Java SDK up to
     * 2.0.1, Spring AI, LangChain4j) lose the call. Use this only for clients whose {@link #clientInfo} is known to
     * support it.
     *
     * @param retryAfter the time after which the client should reconnect
     */
    void closeStream(Duration retryAfter);

    /**
     * Returns the client's answer to a question of an {@link InputRequired} result, as it was sent: it may not be an
     * answer to that question. In the modern era only answers are returned that came with the {@code requestState} in
     * which the question was asked.
     *
     * @param key the key of the question
     * @return the result of the {@code elicitation/create}, {@code sampling/createMessage} or {@code roots/list}; empty
     *     if there is none
     */
    Optional<JsonNode> answer(String key);

    /**
     * Returns the client's answer to a question of an {@link InputRequired} result, validated.
     *
     * @param <A> the type of the answer
     * @param question the question
     * @return the answer; empty if there is none, or if another question was asked under this key
     */
    <A> Optional<A> answer(Question<A> question);

    /**
     * Returns an answer that a modern client sent although the question was not asked in this request, as it was sent.
     * The server cannot know whether a user was asked, and which one: an action that needs a user's consent must not
     * depend on it. Always empty in the legacy era.
     *
     * @param key the key under which the answer was sent
     * @return the answer; empty if there is none
     */
    Optional<JsonNode> unaskedAnswer(String key);

    /**
     * Returns the state that the tool put into an {@link InputRequired} result of this request. A client may send an
     * older state again.
     *
     * @return the state; empty in the first run
     */
    Optional<String> state();
}
