package io.mcpspring.memory;

import io.mcpspring.Internal;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import reactor.core.Disposable;
import reactor.core.publisher.Mono;

/**
 * The memory that an HTTP request occupies: its body, and the tree that is read from it. It is counted from the first
 * byte that arrives until the last request in the body has ended, even if the client disconnects earlier.
 */
@Internal
public final class RequestMemory {

    /** A request whose bytes nothing limits. */
    public static final RequestMemory UNCOUNTED = new RequestMemory(new ByteBudget(Long.MAX_VALUE));

    /** About what a value or member occupies in a tree besides its text. */
    private static final int VALUE_BYTES = 80;

    /** The size of a response that is written and sent without being counted. */
    private static final int FREE_RESPONSE_BYTES = 64 * 1024;

    private final ByteBudget budget;

    private final ByteBudget unsent;

    private final int caller;

    private volatile long size;

    private long bytes;

    private int holders = 1;

    /**
     * Creates a request without bytes and with one holder.
     *
     * @param unsent the memory of bytes that wait to be sent
     * @param caller the number of the caller
     */
    public RequestMemory(ByteBudget budget, ByteBudget unsent, int caller) {
        this.budget = budget;
        this.unsent = unsent;
        this.caller = caller;
    }

    /** Creates a request whose response takes memory from the same budget. */
    public RequestMemory(ByteBudget budget) {
        this(budget, budget, 0);
    }

    /** Returns about what values and members occupy in a tree besides their text. */
    public static long ofValues(long values) {
        return values * VALUE_BYTES;
    }

    /** Returns the number of the caller in all budgets. */
    public int caller() {
        return caller;
    }

    /** Returns the memory of the bytes that wait to be sent in response to the request; without bytes. */
    public RequestMemory ofResponse() {
        return new RequestMemory(unsent, unsent, caller);
    }

    /** Notes the size of the complete body. */
    public void received(long bodySize) {
        size = bodySize;
    }

    /** Returns the size of the complete body. */
    public long size() {
        return size;
    }

    /** Reserves more bytes; returns {@code false} if the budget does not suffice. */
    public synchronized boolean take(long more) {
        // The rest of a refused body is not kept.
        if (holders <= 0) {
            return true;
        }
        boolean taken = budget.take(caller, more, bytes);
        if (taken) {
            bytes += more;
        }
        return taken;
    }

    /** Releases bytes that were taken. */
    public synchronized void giveBack(long less) {
        long given = Math.min(less, bytes);
        budget.release(caller, given);
        bytes -= given;
    }

    /**
     * Releases all bytes before the last holder does, because the parameters of the request are no longer referenced.
     */
    public synchronized void drop() {
        giveBack(bytes);
    }

    /**
     * Writes a response of about this size, whose bytes are counted meanwhile unless they are few.
     *
     * @return {@code null} if the memory of unsent bytes does not suffice
     */
    public <T> @Nullable T writing(long bytes, Supplier<T> response) {
        if (bytes <= FREE_RESPONSE_BYTES) {
            return response.get();
        }
        if (!unsent.take(caller, bytes, 0)) {
            return null;
        }
        try {
            return response.get();
        } finally {
            unsent.release(caller, bytes);
        }
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

    /** Ends one hold; the last one gives the bytes back. */
    public synchronized void release() {
        holders--;
        if (holders == 0) {
            drop();
        }
    }
}
