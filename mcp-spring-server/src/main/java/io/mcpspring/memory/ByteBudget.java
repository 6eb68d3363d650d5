package io.mcpspring.memory;

import io.mcpspring.Internal;

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

    private final long[] held = new long[1 << CALLER_BITS];

    private long left;

    public ByteBudget(long bytes) {
        this.size = bytes;
        this.left = bytes;
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
    public synchronized boolean take(int caller, long bytes, long own) {
        boolean shared = held[caller] + bytes <= share() || held[caller] == own;
        if (!shared || bytes > left) {
            return false;
        }
        held[caller] += bytes;
        left -= bytes;
        return true;
    }

    public synchronized void release(int caller, long bytes) {
        held[caller] -= bytes;
        left += bytes;
    }

    /**
     * Returns the caller whose bytes have to be released before another one gets this number: the other one itself if
     * it would exceed its share, otherwise the one that holds most.
     */
    public synchronized int debtor(int caller, long bytes) {
        int debtor = caller;
        if (held[caller] + bytes <= share()) {
            for (int other = 0; other < held.length; other++) {
                debtor = held[other] > held[debtor] ? other : debtor;
            }
        }
        return debtor;
    }

    /** Returns how many bytes are left. */
    public synchronized long left() {
        return left;
    }
}
