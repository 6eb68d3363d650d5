package io.mcpspring;

import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** Work that may block. */
@Internal
public final class BlockingWork {

    private BlockingWork() {}

    /** Subscribes to work on a thread that may block: the current one if it may, or else a worker of Reactor. */
    public static <T> Mono<T> of(Mono<T> work) {
        return Mono.defer(
                () -> Schedulers.isInNonBlockingThread() ? work.subscribeOn(Schedulers.boundedElastic()) : work);
    }
}
