package io.mcpspring.session;

import io.mcpspring.event.ServerEvent;
import io.mcpspring.exchange.ClientChannel;
import io.mcpspring.protocol.JsonRpcError;
import io.mcpspring.protocol.JsonRpcNotification;
import io.mcpspring.protocol.LoggingLevel;
import io.mcpspring.protocol.McpProtocolException;
import io.mcpspring.protocol.RequestId;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The state of a session while it is in use: running requests, open questions, streams, subscriptions, log level. */
final class OpenSession implements ClientChannel.Session {

    private static final int MAX_SUBSCRIPTIONS = 1_000;

    private static final int MAX_SUBSCRIPTION_BYTES = 256 * 1024;

    private static final int SUBSCRIPTION_OVERHEAD_BYTES = 100;

    private final String key;

    /** The number of the caller in the budgets. */
    final int caller;

    private final OpenSessions sessions;

    /** The requests that have not been answered yet, so that their client can cancel them. */
    final Map<RequestId, LegacyReply.RunningRequest> running = new ConcurrentHashMap<>();

    final PendingQuestions questions;

    final OpenStreams streams;

    /** The topics to which the client has subscribed. */
    private final Set<String> subscriptions = ConcurrentHashMap.newKeySet();

    private int subscriptionBytes;

    private volatile @Nullable LoggingLevel logLevel;

    private volatile boolean closed;

    /** The number of requests and streams that use the session. Changed under the lock of {@link OpenSessions}. */
    int uses;

    OpenSession(LegacySession session, int caller, OpenSessions sessions) {
        this.key = session.key();
        this.caller = caller;
        this.sessions = sessions;
        this.questions = new PendingQuestions(sessions.settings.maxPending());
        this.streams = new OpenStreams(session.client().protocolVersion().hasPrimingEvents(), caller, sessions);
    }

    @Override
    public String key() {
        return key;
    }

    /** Whether there is no state to keep; releases the events that have expired. */
    boolean isEmptyAfterExpiry() {
        return streams.isEmptyAfterExpiry() && logLevel == null && subscriptions.isEmpty();
    }

    LoggingLevel logLevel() {
        return Objects.requireNonNullElse(logLevel, sessions.settings.logLevel());
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
    public synchronized void subscribe(String topic) {
        if (subscriptions.contains(topic)) {
            return;
        }
        int bytes = subscriptionBytes + size(topic);
        if (closed || subscriptions.size() >= MAX_SUBSCRIPTIONS || bytes > MAX_SUBSCRIPTION_BYTES) {
            throw McpProtocolException.invalidParams("A session must not have more than " + MAX_SUBSCRIPTIONS
                    + " subscriptions, or URIs of more than " + MAX_SUBSCRIPTION_BYTES / 1024
                    + " KB; unsubscribe from some of them first");
        }
        if (!sessions.subscriptions.take(caller, size(topic), 0)) {
            throw new McpProtocolException(
                    JsonRpcError.INTERNAL_ERROR,
                    "Your sessions, or all sessions together, have too many subscriptions; try again later");
        }
        subscriptions.add(topic);
        subscriptionBytes = bytes;
    }

    private static int size(String topic) {
        return 2 * topic.length() + SUBSCRIPTION_OVERHEAD_BYTES;
    }

    @Override
    public synchronized void unsubscribe(String topic) {
        if (subscriptions.remove(topic)) {
            subscriptionBytes -= size(topic);
            sessions.subscriptions.release(caller, size(topic));
        }
    }

    /**
     * Adds a request, so that its client can cancel it; cancels it if the session is closed.
     *
     * @return {@code false} if a request with this id is running already
     */
    boolean begin(LegacyReply.RunningRequest request) {
        boolean added = running.putIfAbsent(request.id, request) == null;
        // close() cancels only the requests that were added before.
        if (added && closed) {
            cancel(request.id);
        }
        return added;
    }

    /**
     * Removes a request that is about to be answered.
     *
     * @return {@code false} if it has been answered or cancelled
     */
    boolean end(LegacyReply.RunningRequest request) {
        return running.remove(request.id, request);
    }

    /**
     * Cancels a request.
     *
     * @return {@code false} if it is not running on this instance
     */
    boolean cancel(RequestId id) {
        LegacyReply.RunningRequest request = running.remove(id);
        if (request != null) {
            request.cancelByClient();
        }
        return request != null;
    }

    /** Ends all requests, questions, streams and subscriptions of the session. */
    void close() {
        // Open streams are closed first, so that nothing is sent on them in response to the rest.
        streams.close();
        closed = true;
        running.forEach((id, request) -> cancel(id));
        // After the requests are cancelled, which therefore do not go on without an answer.
        questions.close();
        streams.log.clear();
        // Under the lock, so that a topic that is being added is removed as well.
        synchronized (this) {
            subscriptions.forEach(this::unsubscribe);
        }
    }
}
