package io.mcpspring.session;

import io.mcpspring.memory.ByteBudget;
import io.mcpspring.protocol.McpProtocolException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The topics to which a session has subscribed. Their number and size are limited. All sessions also share a budget.
 */
final class Subscriptions {

    private static final int MAX_TOPICS = 1_000;

    private static final int MAX_BYTES = 256 * 1024;

    private static final int OVERHEAD_BYTES = 100;

    private final Set<String> topics = ConcurrentHashMap.newKeySet();

    private final ByteBudget budget;

    private final int caller;

    private int bytes;

    private boolean closed;

    Subscriptions(ByteBudget budget, int caller) {
        this.budget = budget;
        this.caller = caller;
    }

    static int size(String topic) {
        return 2 * topic.length() + OVERHEAD_BYTES;
    }

    boolean contains(String topic) {
        return topics.contains(topic);
    }

    boolean isEmpty() {
        return topics.isEmpty();
    }

    /**
     * Adds a topic.
     *
     * @return {@code false} if all sessions of the caller, or of all callers, have too many
     * @throws McpProtocolException if the session has too many
     */
    synchronized boolean add(String topic) {
        if (topics.contains(topic)) {
            return true;
        }
        int size = size(topic);
        if (closed || topics.size() >= MAX_TOPICS || bytes + size > MAX_BYTES) {
            throw McpProtocolException.invalidParams("A session must not have more than " + MAX_TOPICS
                    + " subscriptions, or URIs of more than " + MAX_BYTES / 1024
                    + " KB; unsubscribe from some of them first");
        }
        if (!budget.take(caller, size, 0)) {
            return false;
        }
        topics.add(topic);
        bytes += size;
        return true;
    }

    synchronized void remove(String topic) {
        if (topics.remove(topic)) {
            release(size(topic));
        }
    }

    /** Removes all topics and rejects further ones. */
    synchronized void close() {
        closed = true;
        topics.clear();
        release(bytes);
    }

    private void release(int size) {
        bytes -= size;
        budget.release(caller, size);
    }
}
