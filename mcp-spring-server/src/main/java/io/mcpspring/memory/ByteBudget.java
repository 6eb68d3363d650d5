package io.mcpspring.memory;

import io.mcpspring.Internal;
import java.util.concurrent.atomic.AtomicLong;

/** Memory that several users share: each takes bytes before it keeps something, and releases them afterwards. */
@Internal
public final class ByteBudget {

    private final AtomicLong left;

    public ByteBudget(long bytes) {
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

    /** Takes bytes; returns {@code false} if not enough of them are left. */
    public boolean take(long bytes) {
        return left.getAndUpdate(before -> before >= bytes ? before - bytes : before) >= bytes;
    }

    public void release(long bytes) {
        if (bytes > 0) {
            left.addAndGet(bytes);
        }
    }

    /** Returns how many bytes are left. */
    public long left() {
        return left.get();
    }
}
