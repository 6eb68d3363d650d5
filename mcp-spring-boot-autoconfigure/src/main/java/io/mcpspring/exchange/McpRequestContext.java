package io.mcpspring.exchange;

import io.mcpspring.protocol.ClientCapabilities;
import io.mcpspring.protocol.Implementation;
import io.mcpspring.protocol.LoggingLevel;
import io.mcpspring.protocol.UrlElicitation;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** What can be known of a running request, and said to its client, without waiting; may be used from any thread. */
public interface McpRequestContext {

    /** The revision of the protocol, for instance {@code 2025-11-25}. */
    String protocolVersion();

    /** Name and version of the client, as it calls itself; nothing that matters may rest on it. */
    Optional<Implementation> clientInfo();

    /** What the client can do for the server: declared for the session, or in the modern era for this request. */
    ClientCapabilities clientCapabilities();

    /** The request's {@code _meta}; an empty object if it has none. */
    JsonNode meta();

    /** Whether nobody waits for the result any more. */
    boolean isCancelled();

    /**
     * Reports progress, as {@link #progress(double, Double, String)} without a total and a message.
     *
     * @param done how much is done, in any unit; more than before
     */
    default void progress(double done) {
        progress(done, null, null);
    }

    /**
     * Reports progress to a client that asked for it ({@code progressToken}); otherwise nothing happens. May be called
     * as often as is convenient: at most one report in 20 ms is sent, the newest, and one that is not above the last is
     * passed over.
     *
     * @param done how much is done, in any unit
     * @param total how much there is to do, in the same unit, if that is known
     * @param message what is going on, for people
     */
    void progress(double done, @Nullable Double total, @Nullable String message);

    /**
     * Writes to the client's log, if the client wants messages of this level: in the older revisions by
     * {@code logging/setLevel} (before it from {@code mcp.server.client.log-level} on), in the modern era by the
     * request's {@code _meta}. Nothing secret belongs there.
     *
     * @param data a text or any value that becomes JSON
     */
    void log(LoggingLevel level, Object data);

    /** Writes to the client's log, as {@link #log} with the level {@code debug}. */
    default void debug(Object data) {
        log(LoggingLevel.DEBUG, data);
    }

    /** Writes to the client's log, as {@link #log} with the level {@code info}. */
    default void info(Object data) {
        log(LoggingLevel.INFO, data);
    }

    /** Writes to the client's log, as {@link #log} with the level {@code warning}. */
    default void warn(Object data) {
        log(LoggingLevel.WARNING, data);
    }

    /** Writes to the client's log, as {@link #log} with the level {@code error}. */
    default void error(Object data) {
        log(LoggingLevel.ERROR, data);
    }

    /**
     * Notifies a client of 2025-11-25 that the user is done with a web page that the client was asked to open, by
     * {@link Question#elicitUrl(String, UrlElicitation)} or a {@link McpUrlElicitationRequiredException}. May be called
     * after the request was answered: then the notification is sent on the stream by which the client of the session
     * listens, if it is connected to this instance. For clients of other revisions nothing happens: modern ones repeat
     * their request.
     *
     * @param id the id of the {@link UrlElicitation}
     */
    void completeElicitation(String id);

    /**
     * Ends the connection, but not the work: the client reconnects for the rest. Saves connections that would be idle
     * for long. Only clients of 2025-11-25 can do so; for others nothing happens.
     *
     * <p>Many clients of today do not reconnect although their revision demands it: most Java clients (the Java SDK up
     * to 2.0, Spring AI, LangChain4j) lose the call. Call this only for clients of which {@link #clientInfo} says that
     * they can.
     *
     * @param retryAfter how long the client should wait
     */
    void closeStream(Duration retryAfter);

    /**
     * The client's answer to a question of an {@link InputRequired} result, as it came: it is not checked that it
     * answers the question. In the modern era an answer counts only together with the {@code requestState} in which its
     * question was asked.
     *
     * @param key the question's key
     * @return the result of the {@code elicitation/create}, {@code sampling/createMessage} or {@code roots/list}
     */
    Optional<JsonNode> answer(String key);

    /**
     * The client's answer to a question of an {@link InputRequired} result, checked and in the question's own type;
     * empty if the client was asked something else under this key.
     */
    <A> Optional<A> answer(Question<A> question);

    /**
     * An answer that a modern client sent under a key although it was not asked in this request, as it came; always
     * empty in the older revisions. The server cannot know whether the user was asked, when, or which user: an action
     * that needs a user's consent must not depend on it.
     *
     * @param key the key under which the answer was sent
     */
    Optional<JsonNode> unaskedAnswer(String key);

    /**
     * The state of an {@link InputRequired} result, as the tool gave it for this request; an older one if the client
     * sends that.
     */
    Optional<String> state();
}
