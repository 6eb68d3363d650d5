package io.mcpspring.session;

import java.util.concurrent.atomic.AtomicLong;

/** How much memory the events of all sessions may take. */
final class EventBudget {

    private final AtomicLong left;

    EventBudget(long bytes) {
        this.left = new AtomicLong(bytes);
    }

    boolean take(int bytes) {
        return left.getAndUpdate(before -> before >= bytes ? before - bytes : before) >= bytes;
    }

    void release(int bytes) {
        left.addAndGet(bytes);
    }
}
