package io.mcpspring.exchange;

import io.mcpspring.Internal;
import java.util.concurrent.Semaphore;
import reactor.core.publisher.Mono;
import reactor.util.context.Context;

/**
 * Bounds the questions that wait for an answer: of all sessions and tasks together, and those among them for which a
 * worker thread waits. Without the second bound, clients that never answer could keep all workers.
 */
@Internal
public final class OpenQuestions {

    private static final Object KEEPS_THREAD = OpenQuestions.class;

    private final Semaphore free;

    private final Semaphore freeThreads;

    /**
     * @param max maximum number of questions that wait at the same time
     * @param maxThreads maximum number of threads that wait for answers at the same time
     */
    public OpenQuestions(int max, int maxThreads) {
        this.free = new Semaphore(max);
        this.freeThreads = new Semaphore(maxThreads);
    }

    /** Marks an answer for which the subscribing thread waits. */
    static <T> Mono<T> keepingThread(Mono<T> answer) {
        return answer.contextWrite(Context.of(KEEPS_THREAD, true));
    }

    /** Returns the answers, or a {@link McpClientCapabilityException} if too many questions are pending. */
    <T> Mono<T> count(int questions, Mono<T> answers) {
        return Mono.deferContextual(context -> {
            int threads = context.hasKey(KEEPS_THREAD) ? 1 : 0;
            return Mono.using(
                    () -> acquire(questions, threads), acquired -> answers, acquired -> release(questions, threads));
        });
    }

    private boolean acquire(int questions, int threads) {
        if (!free.tryAcquire(questions)) {
            throw tooMany();
        }
        if (!freeThreads.tryAcquire(threads)) {
            free.release(questions);
            throw tooMany();
        }
        return true;
    }

    private static McpClientCapabilityException tooMany() {
        return new McpClientCapabilityException(
                "The client cannot be asked: too many calls wait for the answers of their clients. Try again later.");
    }

    private void release(int questions, int threads) {
        free.release(questions);
        freeThreads.release(threads);
    }
}
