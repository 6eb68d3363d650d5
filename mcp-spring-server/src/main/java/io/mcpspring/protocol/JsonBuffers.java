package io.mcpspring.protocol;

import reactor.core.scheduler.Schedulers;
import tools.jackson.core.util.BufferRecycler;
import tools.jackson.core.util.JsonRecyclerPools;
import tools.jackson.core.util.RecyclerPool;

/**
 * The buffers of Jackson. Threads that must not block, of which there are few, keep buffers of their own; others share
 * some, because virtual threads would not use them again.
 */
final class JsonBuffers implements RecyclerPool<BufferRecycler> {

    static final JsonBuffers INSTANCE = new JsonBuffers();

    private static final long serialVersionUID = 1L;

    private static final RecyclerPool<BufferRecycler> OWN = JsonRecyclerPools.threadLocalPool();

    private static final RecyclerPool<BufferRecycler> SHARED = JsonRecyclerPools.defaultPool();

    private JsonBuffers() {}

    @Override
    public BufferRecycler acquireAndLinkPooled() {
        return Schedulers.isInNonBlockingThread() ? OWN.acquireAndLinkPooled() : SHARED.acquireAndLinkPooled();
    }

    @Override
    public BufferRecycler acquirePooled() {
        return Schedulers.isInNonBlockingThread() ? OWN.acquirePooled() : SHARED.acquirePooled();
    }

    @Override
    public void releasePooled(BufferRecycler buffers) {
        // Buffers that are linked return to the pool from which they come.
    }
}
