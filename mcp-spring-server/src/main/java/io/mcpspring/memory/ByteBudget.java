package io.mcpspring.memory;

import io.mcpspring.Internal;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Memory that callers share: each takes bytes before something is kept for it, and releases them afterwards. A caller
 * holds at most a quarter, or one thing that is larger. Callers are told apart by a hash of a few bits, so that nothing
 * is kept for those that hold nothing.
 */
@Internal
public final class ByteBudget {

    private static final int CALLER_BITS = 12;

    private static final int SHARES = 4;

    private final long size;

    private final AtomicLong left;

    private final AtomicLongArray held = new AtomicLongArray(1 << CALLER_BITS);

    public ByteBudget(long bytes) {
        this.size = bytes;
        this.left = new AtomicLong(bytes);
    }

    /** Creates a budget of this part of the heap. */
    public static ByteBudget ofHeap(int divisor) {
        return new ByteBudget(shareOfHeap(divisor));
    }

    /** Returns a part of the maximum heap size, in bytes. */
    public static long shareOfHeap(int divisor) {
        return Runtime.getRuntime().maxMemory() / divisor;
    }

    /** Returns the number of a caller, which is needed to take bytes for it. */
    public static int caller(Object key) {
        // Spreads keys that differ in few bits, as addresses do.
        return key.hashCode() * 0x9E3779B9 >>> Integer.SIZE - CALLER_BITS;
    }

    /** Returns the number of bytes that a caller may hold. */
    public long share() {
        return size / SHARES;
    }

    /**
     * Takes bytes for a caller.
     *
     * @param own the bytes that were taken before for the same thing, which may exceed the share if it is the only one
     * @return {@code false} if not enough bytes are left, or the caller has its share
     */
    public boolean take(int caller, long bytes, long own) {
        long before = held.get(caller);
        while (before + bytes <= share() || before == own) {
            if (held.compareAndSet(caller, before, before + bytes)) {
                return takeLeft(caller, bytes);
            }
            before = held.get(caller);
        }
        return false;
    }

    private boolean takeLeft(int caller, long bytes) {
        // Not taken and given back, because others would be refused meanwhile.
        long before = left.getAndUpdate(available -> available < bytes ? available : available - bytes);
        if (before < bytes) {
            held.addAndGet(caller, -bytes);
        }
        return before >= bytes;
    }

    public void release(int caller, long bytes) {
        held.addAndGet(caller, -bytes);
        left.addAndGet(bytes);
    }

    /**
     * Returns the caller whose bytes have to be released before another one gets this number: the other one itself if
     * it would exceed its share, otherwise the one that holds most.
     */
    public int debtor(int caller, long bytes) {
        int debtor = caller;
        if (held.get(caller) + bytes <= share()) {
            for (int other = 0; other < held.length(); other++) {
                debtor = held.get(other) > held.get(debtor) ? other : debtor;
            }
        }
        return debtor;
    }

    /** Returns how many bytes are left. */
    public long left() {
        return left.get();
    }
}
