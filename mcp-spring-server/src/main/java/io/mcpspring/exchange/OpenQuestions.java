package io.mcpspring.exchange;

import io.mcpspring.Internal;
import java.util.concurrent.Semaphore;
import reactor.core.publisher.Mono;
import reactor.util.context.Context;

/**
 * Limits the number of pending questions of all sessions and tasks, and the number of worker threads that wait for
 * answers. Without the second limit, clients that never answer could occupy all workers.
 */
@Internal
public final class OpenQuestions {

    private static final Object OCCUPIES_THREAD = OpenQuestions.class;

    private static final String BUSY =
            "The client cannot be asked: too many calls wait for the answers of their clients,"
                    + " or the server has a single worker, which must not wait. Try again later.";

    private final int max;

    private final Semaphore free;

    private final Semaphore freeThreads;

    /**
     * @param max maximum number of questions that are pending at the same time
     * @param maxThreads maximum number of threads that wait for answers at the same time
     */
    public OpenQuestions(int max, int maxThreads) {
        this.max = max;
        this.free = new Semaphore(max);
        this.freeThreads = new Semaphore(maxThreads);
    }

    /** The number of pending questions. */
    public int pending() {
        return max - free.availablePermits();
    }

    /** Marks an answer for which the subscribing thread waits. */
    static <T> Mono<T> occupyingThread(Mono<T> answer) {
        return answer.contextWrite(Context.of(OCCUPIES_THREAD, true));
    }

    /** Returns the answers, or a {@link McpClientCapabilityException} if too many questions are pending. */
    <T> Mono<T> count(int questions, Mono<T> answers) {
        return Mono.deferContextual(context -> {
            int threads = context.hasKey(OCCUPIES_THREAD) ? 1 : 0;
            return Mono.using(
                    () -> acquire(questions, threads), acquired -> answers, acquired -> release(questions, threads));
        });
    }

    private boolean acquire(int questions, int threads) {
        if (!free.tryAcquire(questions)) {
            throw new McpClientCapabilityException(BUSY);
        }
        if (!freeThreads.tryAcquire(threads)) {
            free.release(questions);
            throw new McpClientCapabilityException(BUSY);
        }
        return true;
    }

    private void release(int questions, int threads) {
        free.release(questions);
        freeThreads.release(threads);
    }
}
