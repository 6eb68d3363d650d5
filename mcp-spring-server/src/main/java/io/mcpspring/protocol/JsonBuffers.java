package io.mcpspring.protocol;

import reactor.core.scheduler.Schedulers;
import tools.jackson.core.util.BufferRecycler;
import tools.jackson.core.util.JsonRecyclerPools;
import tools.jackson.core.util.RecyclerPool;

/**
 * The buffers of Jackson. Threads that must not block, of which there are few, keep buffers of their own; others share
 * some, because virtual threads would not use them again. They grow with the texts to some 0.2 MB, so that no more are
 * kept than the processors use.
 */
final class JsonBuffers implements RecyclerPool<BufferRecycler> {

    static final JsonBuffers INSTANCE = new JsonBuffers();

    private static final RecyclerPool<BufferRecycler> OWN = JsonRecyclerPools.threadLocalPool();

    private static final RecyclerPool<BufferRecycler> SHARED =
            JsonRecyclerPools.newBoundedPool(2 * Runtime.getRuntime().availableProcessors());

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
