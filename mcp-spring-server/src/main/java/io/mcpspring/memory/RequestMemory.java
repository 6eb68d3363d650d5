package io.mcpspring.memory;

import io.mcpspring.Internal;
import java.util.concurrent.atomic.AtomicBoolean;
import reactor.core.Disposable;
import reactor.core.publisher.Mono;

/**
 * The memory that the body of an HTTP request occupies. It is counted from the first byte that arrives until the last
 * request in the body has ended, even if the client disconnects earlier.
 */
@Internal
public final class RequestMemory {

    private final ByteBudget budget;

    private volatile long size;

    private long bytes;

    private int holders = 1;

    /** Creates a request without bytes and with one holder. */
    public RequestMemory(ByteBudget budget) {
        this.budget = budget;
    }

    /** Creates a request whose bytes nothing limits. */
    public static RequestMemory uncounted() {
        return new RequestMemory(new ByteBudget(Long.MAX_VALUE));
    }

    /** Notes the size of the complete body. */
    public void received(long bodySize) {
        size = bodySize;
    }

    /** Returns the size of the complete body, of which a part may not be counted. */
    public long size() {
        return size;
    }

    /** Reserves more bytes; returns {@code false} if the budget does not suffice. */
    public synchronized boolean take(long more) {
        // The rest of a refused body is not kept.
        if (holders == 0) {
            return true;
        }
        boolean taken = budget.take(more);
        if (taken) {
            bytes += more;
        }
        return taken;
    }

    /** Releases bytes that were taken. */
    public synchronized void giveBack(long less) {
        long given = Math.min(less, bytes);
        budget.release(given);
        bytes -= given;
    }

    /**
     * Releases all bytes before the last holder does, because the parameters of the request are no longer referenced.
     */
    public synchronized void drop() {
        budget.release(bytes);
        bytes = 0;
    }

    /** Keeps the bytes taken until the result is disposed. */
    public synchronized Disposable hold() {
        holders++;
        AtomicBoolean held = new AtomicBoolean(true);
        return () -> {
            if (held.getAndSet(false)) {
                release();
            }
        };
    }

    /** Keeps the bytes taken until this work ends. */
    public <T> Mono<T> holdDuring(Mono<T> work) {
        return Mono.using(this::hold, held -> work, Disposable::dispose);
    }

    /** Ends the hold of the first holder. */
    public synchronized void release() {
        holders--;
        if (holders == 0) {
            drop();
        }
    }
}
