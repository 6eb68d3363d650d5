package io.mcpspring.session;

import io.mcpspring.memory.ByteBudget;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The topics to which a session has subscribed. Their number and size are limited. All sessions also share a budget.
 */
final class Subscriptions {

    enum Outcome {
        SUBSCRIBED,

        /** The session has too many already. */
        SESSION_FULL,

        /** All sessions together have too many. */
        SERVER_FULL
    }

    static final int MAX_TOPICS = 1_000;

    static final int MAX_BYTES = 256 * 1024;

    private static final int OVERHEAD_BYTES = 100;

    private final Set<String> topics = ConcurrentHashMap.newKeySet();

    private final ByteBudget budget;

    private int bytes;

    private boolean closed;

    Subscriptions(ByteBudget budget) {
        this.budget = budget;
    }

    private static int size(String topic) {
        return 2 * topic.length() + OVERHEAD_BYTES;
    }

    boolean contains(String topic) {
        return topics.contains(topic);
    }

    boolean isEmpty() {
        return topics.isEmpty();
    }

    synchronized Outcome add(String topic) {
        if (topics.contains(topic)) {
            return Outcome.SUBSCRIBED;
        }
        int size = size(topic);
        if (closed || topics.size() >= MAX_TOPICS || bytes + size > MAX_BYTES) {
            return Outcome.SESSION_FULL;
        }
        if (!budget.take(size)) {
            return Outcome.SERVER_FULL;
        }
        topics.add(topic);
        bytes += size;
        return Outcome.SUBSCRIBED;
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
        budget.release(size);
    }
}
