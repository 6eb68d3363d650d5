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

    private volatile @Nullable LoggingLevel logLevel;

    private long lastUse;

    private int users;

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

    /** Notes that a request or stream uses the session. The {@link OpenSessions} count the uses under their lock. */
    void enter() {
        users++;
    }

    /** Notes the end of a use; returns whether it was the last one. */
    boolean leave() {
        users--;
        lastUse = clock.millis();
        return users == 0;
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

    /** Whether the state can be dropped, because the session is not in use, and has none or was not used for long. */
    boolean isExpired() {
        return (isEmpty() || clock.millis() - lastUse > settings.idleTimeout().toMillis()) && users == 0;
    }

    // Asks the streams first, because this also releases expired events.
    boolean isEmpty() {
        return streams.isEmpty() && logLevel == null && subscriptions.isEmpty();
    }

    LoggingLevel logLevel() {
        LoggingLevel level = logLevel;
        return level == null ? settings.logLevel() : level;
    }

    @Override
    public void logLevel(LoggingLevel level) {
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
        // Open streams are closed first, so that nothing is sent on them in response to the errors below.
        streams.close();
        questions.close();
        running.close();
        streams.log().clear();
        subscriptions.close();
    }
}
