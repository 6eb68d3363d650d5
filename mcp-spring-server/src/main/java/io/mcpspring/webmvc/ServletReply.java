package io.mcpspring.webmvc;

import io.mcpspring.UserCode;
import io.mcpspring.http.McpHttpHandler;
import io.mcpspring.http.McpHttpResponse;
import io.mcpspring.http.McpHttpResponse.Events;
import io.mcpspring.http.McpHttpResponse.Whole;
import io.mcpspring.http.StreamSettings;
import io.mcpspring.server.StreamEvent;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.scheduler.Schedulers;
import reactor.util.context.Context;

/**
 * The reply to one servlet request. The thread of the container writes it if it is complete when the work returns, and
 * small. Otherwise the request continues asynchronously, and is written where the container can write it without
 * waiting.
 *
 * <p>As long as the work occupies the thread of the container, another thread writes only comments, and a response that
 * has been decided for longer than a second, such as that of the time limit.
 */
final class ServletReply extends BaseSubscriber<StreamEvent> {

    private static final Log logger = LogFactory.getLog(ServletReply.class);

    /** A larger response is not written on the thread of the container, which would wait for a slow client. */
    private static final int MAX_BLOCKING_BYTES = 64 * 1024;

    private static final Duration TIME_TO_RETURN = Duration.ofSeconds(1);

    private static final long MAX_WAIT_MILLIS = 2000;

    private final McpHttpHandler handler;
    private final ServletReplies replies;
    private final WebMvcRequest request;
    private final HttpServletResponse response;
    private final ServletOutput output;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private Context context = Context.empty();
    private @Nullable ServletAsync async;
    private boolean aborted;
    private boolean writable;

    /** Whether the work occupies the thread of the container. */
    private boolean held = true;

    private volatile boolean ended;
    private final AtomicBoolean lost = new AtomicBoolean();

    ServletReply(
            McpHttpHandler handler,
            StreamSettings settings,
            ServletReplies replies,
            WebMvcRequest request,
            HttpServletResponse response) {
        this.handler = handler;
        this.replies = replies;
        this.request = request;
        this.response = response;
        this.output = new ServletOutput(response, settings);
    }

    /**
     * Writes a response, and returns when the thread of the container is not needed any more.
     *
     * @param values what the events find in their context
     */
    void write(McpHttpResponse given, Context values) {
        if (given instanceof Whole whole) {
            output.set(whole);
        } else if (given instanceof Events events) {
            output.begin(events);
            context = request.callerThread().in(values);
            replies.add(this);
            UserCode.run(() -> events.events().subscribe(this), this::hookOnError);
            request.callerThread().leave();
        }
        // An interrupt was for the work; it would close the connection.
        Thread.interrupted();
        if (!writeHere()) {
            continueAsync();
        }
    }

    @Override
    public Context currentContext() {
        return context;
    }

    private interface Write {

        /** Returns whether the reply has ended. */
        boolean run() throws IOException;
    }

    /** Writes under the lock; returns whether the reply has ended. */
    private boolean locked(Write write) {
        Exception failed = null;
        boolean done = false;
        lock.lock();
        try {
            done = ended || write.run();
            ended |= done;
        } catch (IOException | IllegalStateException failure) {
            failed = failure;
            done = true;
        } finally {
            lock.unlock();
        }
        if (failed != null) {
            lose(failed);
        } else if (done) {
            replies.remove(this);
        }
        return done;
    }

    /** Returns whether the thread of the container is not needed any more. */
    private boolean writeHere() {
        return locked(() -> {
            held = false;
            boolean small = output.isComplete() && output.pendingBytes() <= MAX_BLOCKING_BYTES;
            if (small) {
                output.write();
            }
            return small;
        });
    }

    private void continueAsync() {
        HttpServletRequest servletRequest = request.servletRequest();
        if (!servletRequest.isAsyncSupported()) {
            dispose();
            locked(() -> {
                output.set(handler.internalError(replies.asyncUnsupported()));
                output.write();
                return true;
            });
            return;
        }
        request.retain();
        ServletAsync started = ServletAsync.start(servletRequest, response, this);
        try {
            locked(() -> {
                async = started;
                return false;
            });
            started.listen(response);
        } catch (UnsupportedOperationException ofMock) {
            awaitCompletion();
            started.complete();
        } catch (IOException failure) {
            lose(failure);
        }
    }

    /** Writes as events arrive, on this thread: a mock of a container has no write listeners. */
    private void awaitCompletion() {
        locked(() -> {
            async = null;
            while (!ended) {
                if (output.isDecided()) {
                    output.write();
                    if (output.isComplete()) {
                        return true;
                    }
                }
                changed.awaitUninterruptibly();
            }
            return true;
        });
    }

    @Override
    protected void hookOnNext(StreamEvent event) {
        boolean tooMuch = changing(() -> {
            if (!ended) {
                output.add(event);
            }
            return output.isTooMuch();
        });
        if (tooMuch) {
            abort();
        } else {
            drain();
        }
    }

    @Override
    protected void hookOnComplete() {
        finish(null);
    }

    @Override
    protected void hookOnError(Throwable failure) {
        finish(handler.failed(request, failure));
    }

    /** @param failed the response to a failure before there is another one */
    private void finish(@Nullable Whole failed) {
        changing(() -> {
            if (failed != null && !output.isDecided()) {
                output.set(failed);
            }
            output.complete();
            return true;
        });
        drain();
    }

    private boolean changing(BooleanSupplier change) {
        lock.lock();
        try {
            return change.getAsBoolean();
        } finally {
            changed.signal();
            lock.unlock();
        }
    }

    /** Writes what the container takes without waiting. */
    private void drain() {
        // The write of a thread with an interrupt that the application has left would close the connection.
        boolean interrupted = Thread.interrupted();
        boolean before = ended;
        boolean done = locked(() -> {
            if (!writable || !output.isDecided()) {
                return false;
            }
            // Otherwise the container calls onWritePossible.
            writable = output.writeReady();
            return writable && output.isComplete();
        });
        ServletAsync begun = async;
        if (done && !before && begun != null) {
            begun.complete();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Called when the container can take more. */
    void writeFurther() {
        changing(() -> writable = true);
        drain();
    }

    /** Called at intervals until the reply has ended. */
    void check() {
        if (!lock.tryLock()) {
            return;
        }
        Events overdue;
        boolean stalled;
        boolean inPlace;
        try {
            if (ended) {
                replies.remove(this);
                return;
            }
            overdue = output.overdue();
            output.comment();
            stalled = !held && output.isStalled();
            inPlace = held
                    && output.isDecided()
                    && (!output.isComplete() && !output.isEmpty() || output.isOlderThan(TIME_TO_RETURN));
        } finally {
            lock.unlock();
        }
        if (overdue != null) {
            open(overdue);
        } else if (stalled) {
            abort();
        } else if (inPlace) {
            Schedulers.boundedElastic().schedule(this::writeInPlace);
        } else {
            drain();
        }
    }

    // Without the lock, because the work may be emitting with a lock of its own.
    private void open(Events overdue) {
        overdue.onStream().run();
        hookOnNext(new StreamEvent.Opening());
    }

    /** Writes while the work occupies the thread of the container. */
    private void writeInPlace() {
        locked(() -> {
            if (!held) {
                return false;
            }
            if (request.servletRequest().getProtocol().equals("HTTP/1.1")) {
                output.closeConnection();
            }
            output.write();
            output.flush();
            return output.isComplete();
        });
    }

    /** Ends the work for a client that does not read. The container closes the connection at its own time limit. */
    private void abort() {
        boolean first = changing(() -> {
            output.cut();
            return !aborted && (aborted = true);
        });
        if (first) {
            logger.debug("A client does not read its response");
            dispose();
            drain();
        }
    }

    /** Ends the reply to a client that is lost, which the container may report more than once. */
    private void lose(@Nullable Throwable failure) {
        ended = true;
        if (!lost.compareAndSet(false, true)) {
            return;
        }
        logger.debug("A client has disconnected before the response was complete", failure);
        stop();
        ServletAsync begun = async;
        if (begun != null) {
            begun.complete();
        }
    }

    private void stop() {
        replies.remove(this);
        dispose();
    }

    /**
     * Ends the reply when the container has ended the request: waits for the write that is running, but not forever.
     *
     * @param failure {@code null} if the request is complete
     */
    void end(@Nullable Throwable failure) {
        boolean before = ended;
        ended = true;
        try {
            if (lock.tryLock(MAX_WAIT_MILLIS, TimeUnit.MILLISECONDS)) {
                changed.signal();
                lock.unlock();
            }
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
        }
        if (failure != null && !before) {
            lose(failure);
        } else {
            stop();
        }
    }
}
