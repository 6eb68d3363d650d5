package io.mcpspring.session;

import io.mcpspring.event.ListChanged;
import io.mcpspring.event.ServerEvent;
import io.mcpspring.exchange.ClientChannel;
import io.mcpspring.memory.ByteBudget;
import io.mcpspring.protocol.InputRequest;
import io.mcpspring.protocol.JsonRpcError;
import io.mcpspring.protocol.JsonRpcMessage;
import io.mcpspring.protocol.JsonRpcNotification;
import io.mcpspring.protocol.JsonRpcRequest;
import io.mcpspring.protocol.JsonRpcResponse;
import io.mcpspring.protocol.LoggingLevel;
import io.mcpspring.protocol.McpProtocolException;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.protocol.RequestId;
import io.mcpspring.protocol.RequestMethod;
import io.mcpspring.server.StreamEvent;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;

/** The state of a session while it is in use: running requests, open questions, streams, subscriptions, log level. */
final class OpenSession implements ClientChannel.Session {

    private final String key;

    private final SessionSettings settings;

    private final OpenSessions sessions;

    private final InstantSource clock;

    private final RunningRequests running = new RunningRequests();

    private final PendingQuestions questions;

    private final OpenStreams streams;

    private final Subscriptions subscriptions;

    private @Nullable LoggingLevel logLevel;

    private long lastUse;

    private int users;

    private boolean closed;

    OpenSession(
            String key,
            SessionSettings settings,
            OpenSessions sessions,
            ByteBudget events,
            Subscriptions subscriptions,
            InstantSource clock) {
        this.key = key;
        this.settings = settings;
        this.sessions = sessions;
        this.clock = clock;
        this.questions = new PendingQuestions(settings.maxPending());
        this.streams = new OpenStreams(settings, events, clock);
        this.subscriptions = subscriptions;
        this.lastUse = clock.millis();
    }

    @Override
    public String key() {
        return key;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other;
    }

    // The JVM needs longer for the hash of an identity than a set of sessions needs to find one.
    @Override
    public int hashCode() {
        return key.hashCode();
    }

    /**
     * Begins a use of the session by a request or stream; the state is kept at least until {@link #leave}.
     *
     * @return {@code false} if the session is closed
     */
    synchronized boolean enter() {
        if (!closed) {
            users++;
        }
        return !closed;
    }

    synchronized void leave() {
        users--;
        lastUse = clock.millis();
    }

    /** Whether no request and no connected stream of the client uses the session. */
    synchronized boolean isIdle() {
        return !closed && users == 0;
    }

    /** Closes the session to new requests, unless it is in use. */
    synchronized boolean evict() {
        boolean evicted = isIdle();
        closed |= evicted;
        return evicted;
    }

    /** Whether a message changes the state of its session. */
    static boolean isChangedBy(List<JsonRpcMessage> messages) {
        for (JsonRpcMessage message : messages) {
            if (message instanceof JsonRpcRequest request
                    && (request.isFor(RequestMethod.SET_LEVEL) || request.isFor(RequestMethod.SUBSCRIBE))) {
                return true;
            }
        }
        return false;
    }

    /** Closes the session to new requests if it has no state, or has been idle for too long. */
    synchronized boolean retire() {
        return (isEmpty() || isStale()) && evict();
    }

    // Asks the streams first, because this also releases expired events.
    private boolean isEmpty() {
        return streams.isEmpty() && logLevel == null && subscriptions.isEmpty();
    }

    private boolean isStale() {
        return clock.millis() - lastUse > settings.idleTimeout().toMillis();
    }

    synchronized boolean isClosed() {
        return closed;
    }

    synchronized LoggingLevel logLevel() {
        return logLevel == null ? settings.logLevel() : logLevel;
    }

    @Override
    public synchronized void logLevel(LoggingLevel level) {
        this.logLevel = level;
    }

    Flux<StreamEvent> listen(ProtocolVersion version) {
        return streams.listen(version, List.of());
    }

    Flux<StreamEvent> resumeListening(EventId last, ProtocolVersion version, List<ListChanged> offered) {
        return streams.resumeListening(last, version, offered);
    }

    Flux<StreamEvent> resume(EventId last) {
        return streams.resume(last);
    }

    /**
     * Sends an event to the client.
     *
     * @return {@code false} if the client has no connected stream for it
     */
    boolean send(ServerEvent event) {
        return streams.send(event);
    }

    /**
     * Sends a notification on a stand-alone stream. Looks the session up again, because its state may have been dropped
     * and recreated in the meantime.
     */
    void send(JsonRpcNotification notification) {
        sessions.find(key).ifPresent(open -> open.streams.send(notification));
    }

    boolean isSubscribed(ServerEvent event) {
        return subscriptions.contains(event.topic());
    }

    @Override
    public void subscribe(String topic) {
        Subscriptions.Outcome outcome = subscriptions.add(topic);
        while (outcome == Subscriptions.Outcome.SERVER_FULL && sessions.evictSubscriber()) {
            outcome = subscriptions.add(topic);
        }
        switch (outcome) {
            case SUBSCRIBED -> {}
            case SESSION_FULL ->
                throw McpProtocolException.invalidParams("A session must not have more than "
                        + Subscriptions.MAX_TOPICS + " subscriptions, or URIs of more than "
                        + Subscriptions.MAX_BYTES / 1024 + " KB; unsubscribe from some of them first");
            case SERVER_FULL ->
                throw new McpProtocolException(
                        JsonRpcError.INTERNAL_ERROR,
                        "All sessions together have too many subscriptions; try again later");
        }
    }

    @Override
    public void unsubscribe(String topic) {
        subscriptions.remove(topic);
    }

    boolean hasSubscriptions() {
        return !subscriptions.isEmpty();
    }

    /**
     * Registers a request so that its client can cancel it. Cancels it if the session is closed.
     *
     * @return {@code false} if a request with this id is running already
     */
    boolean start(RunningRequest request) {
        return running.add(request);
    }

    boolean isRunning(RequestId id) {
        return running.contains(id);
    }

    void finish(RunningRequest request) {
        running.remove(request);
    }

    /**
     * Cancels a request.
     *
     * @return {@code false} if it is not running on this instance
     */
    boolean cancel(RequestId id) {
        return running.cancel(id);
    }

    Mono<JsonNode> ask(InputRequest question, Consumer<JsonRpcMessage> client) {
        return questions.ask(question, client);
    }

    /**
     * Passes on an answer.
     *
     * @return {@code false} if this instance did not ask the question
     */
    boolean answer(JsonRpcResponse.FromClient response) {
        return questions.answer(response);
    }

    /** Ends all requests, questions, streams and subscriptions of the session. */
    void close() {
        synchronized (this) {
            closed = true;
        }
        // Open streams are closed first, so that nothing is sent on them in response to the errors below.
        streams.close();
        questions.close();
        running.close();
        streams.clearLog();
        subscriptions.close();
    }

    OpenStreams streams() {
        return streams;
    }

    /** Ends the stand-alone streams. */
    void closeStandAlone() {
        streams.closeStandAlone();
    }
}
