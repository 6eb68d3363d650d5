package io.mcpspring.method;

import java.util.concurrent.TimeUnit;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import reactor.core.Disposable;
import reactor.core.scheduler.Schedulers;

/**
 * The calls of one method that were interrupted and did not return. Nothing can end them, so each of them keeps its
 * thread; a warning names the method and the place in the code.
 */
final class UninterruptedCalls {

    private static final Log logger = LogFactory.getLog(UninterruptedCalls.class);

    private static final int SECONDS_TO_RETURN = 3;

    private final BeanMethod method;

    private int running;

    UninterruptedCalls(BeanMethod method) {
        this.method = method;
    }

    /**
     * Watches a call that has been interrupted.
     *
     * @param thread the thread that the method runs on
     * @return to be disposed of when the method has returned
     */
    Disposable watch(Thread thread) {
        Watch watch = new Watch(thread);
        watch.timer = Schedulers.parallel().schedule(watch, SECONDS_TO_RETURN, TimeUnit.SECONDS);
        return watch;
    }

    // Not for each call: a tool that hangs is usually called again.
    private synchronized void add(Thread thread) {
        running++;
        if (Integer.bitCount(running) == 1) {
            Throwable place = new Throwable("The stack of thread '" + thread.getName() + "'");
            place.setStackTrace(thread.getStackTrace());
            logger.warn(
                    "%s ignores interrupts: %d of its calls were ended, but still run and keep their threads"
                            .formatted(method.describe(), running),
                    place);
        }
    }

    private synchronized void remove() {
        running--;
    }

    private final class Watch implements Runnable, Disposable {

        private final Thread thread;

        private volatile Disposable timer = () -> {};

        private boolean added;

        private boolean disposed;

        Watch(Thread thread) {
            this.thread = thread;
        }

        @Override
        public synchronized void run() {
            if (!disposed) {
                added = true;
                add(thread);
            }
        }

        @Override
        public synchronized void dispose() {
            if (!disposed) {
                disposed = true;
                timer.dispose();
                if (added) {
                    remove();
                }
            }
        }

        @Override
        public synchronized boolean isDisposed() {
            return disposed;
        }
    }
}
