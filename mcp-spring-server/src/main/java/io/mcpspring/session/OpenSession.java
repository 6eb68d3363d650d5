package io.mcpspring.session;

import io.mcpspring.event.ServerEvent;
import io.mcpspring.exchange.ClientChannel;
import io.mcpspring.memory.ByteBudget;
import io.mcpspring.protocol.JsonRpcError;
import io.mcpspring.protocol.JsonRpcMessage;
import io.mcpspring.protocol.JsonRpcNotification;
import io.mcpspring.protocol.JsonRpcRequest;
import io.mcpspring.protocol.LoggingLevel;
import io.mcpspring.protocol.McpProtocolException;
import io.mcpspring.protocol.RequestMethod;
import java.time.InstantSource;
import java.util.List;
import org.jspecify.annotations.Nullable;

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

    RunningRequests running() {
        return running;
    }

    PendingQuestions questions() {
        return questions;
    }

    OpenStreams streams() {
        return streams;
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
        streams.log().clear();
        subscriptions.close();
    }
}
