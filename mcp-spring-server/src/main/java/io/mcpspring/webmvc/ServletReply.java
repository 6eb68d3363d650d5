package io.mcpspring.webmvc;

import io.mcpspring.UserCode;
import io.mcpspring.http.McpHttpResponse;
import io.mcpspring.http.McpHttpResponse.Events;
import io.mcpspring.http.McpHttpResponse.Whole;
import io.mcpspring.server.StreamEvent;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
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
 * <p>As long as the work occupies the thread of the container, another thread writes comments, the events of a stream,
 * and a response that has been decided for longer than a second, such as that of the time limit.
 */
final class ServletReply extends BaseSubscriber<StreamEvent> {

    private static final Log logger = LogFactory.getLog(ServletReply.class);

    /** A larger response is not written on the thread of the container, which would wait for a slow client. */
    private static final int MAX_BLOCKING_BYTES = 64 * 1024;

    private static final long MAX_WAIT_MILLIS = 2000;

    private static final String ASYNC_UNSUPPORTED = "A servlet filter in front of the MCP endpoint does not support"
            + " asynchronous requests. Set asyncSupported = true in its @WebFilter annotation, or register it with a"
            + " FilterRegistrationBean";

    private final ServletReplies replies;

    private final WebMvcRequest request;

    private final HttpServletResponse response;

    final ServletOutput output;

    private final ReentrantLock lock = new ReentrantLock();

    /** Held by a thread that may wait for the client while it writes. Taken before the other lock. */
    private final ReentrantLock writing = new ReentrantLock();

    private final AtomicBoolean ended = new AtomicBoolean();

    private Context context = Context.empty();

    private @Nullable ServletAsync async;

    private boolean writable;

    /** Whether the work occupies the thread of the container; changed under both locks. */
    private boolean held = true;

    ServletReply(ServletReplies replies, WebMvcRequest request, HttpServletResponse response) {
        this.replies = replies;
        this.request = request;
        this.response = response;
        this.output = new ServletOutput(request.servletRequest(), response, replies.settings);
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

    /** Writes under the lock, unless the reply has ended; returns whether it has ended by this. */
    private boolean locked(Write write) {
        Exception failed = null;
        lock.lock();
        try {
            if (ended.get() || !write.run()) {
                return false;
            }
            ended.set(true);
        } catch (IOException | IllegalStateException failure) {
            failed = failure;
        } finally {
            lock.unlock();
        }
        if (failed != null) {
            lose(failed);
            return false;
        }
        replies.remove(this);
        return true;
    }

    /** Returns whether the thread of the container is not needed any more. */
    private boolean writeHere() {
        writing.lock();
        try {
            return locked(() -> {
                        held = false;
                        boolean small = output.isComplete() && output.pendingBytes() <= MAX_BLOCKING_BYTES;
                        if (small) {
                            output.write(output.take());
                        }
                        return small;
                    })
                    || ended.get();
        } finally {
            writing.unlock();
        }
    }

    private void continueAsync() {
        HttpServletRequest servletRequest = request.servletRequest();
        if (!servletRequest.isAsyncSupported()) {
            dispose();
            Whole failed = replies.handler.failed(request, new IllegalStateException(ASYNC_UNSUPPORTED));
            change(() -> output.set(failed));
            writeHere();
            return;
        }
        request.retain();
        ServletAsync started = ServletAsync.start(servletRequest, response, this);
        change(() -> async = started);
        try {
            started.listen(response);
        } catch (UnsupportedOperationException ofMock) {
            // A mock of a container has no write listeners: it takes everything, until this thread returns.
            writeFurther();
            while (!ended.get()) {
                LockSupport.parkNanos(1_000_000);
            }
        } catch (IOException failure) {
            lose(failure);
        }
    }

    @Override
    protected void hookOnNext(StreamEvent event) {
        change(() -> output.add(event));
        drain();
    }

    @Override
    protected void hookOnComplete() {
        change(output::complete);
        drain();
    }

    @Override
    protected void hookOnError(Throwable failure) {
        Whole failed = replies.handler.failed(request, failure);
        change(() -> output.fail(failed));
        drain();
    }

    private void change(Runnable change) {
        lock.lock();
        try {
            change.run();
        } finally {
            lock.unlock();
        }
    }

    /** Writes what the container takes without waiting. Ends the work for a client that does not read. */
    private void drain() {
        // The write of a thread with an interrupt that the application has left would close the connection.
        boolean interrupted = Thread.interrupted();
        boolean done = locked(() -> {
            if (!writable || !output.isDecided()) {
                return false;
            }
            // Otherwise the container calls onWritePossible.
            writable = output.writeReady();
            return writable && output.isComplete();
        });
        if (done) {
            complete();
        }
        if (output.isCut()) {
            dispose();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void complete() {
        ServletAsync begun = async;
        if (begun != null) {
            begun.complete();
        }
    }

    /** Called when the container can take more. */
    void writeFurther() {
        change(() -> writable = true);
        drain();
    }

    /** Called at intervals until the reply has ended. */
    void check() {
        if (!lock.tryLock()) {
            return;
        }
        Runnable overdue;
        boolean inPlace;
        try {
            if (ended.get()) {
                return;
            }
            overdue = output.overdue();
            output.comment();
            if (!held) {
                output.cutIfStalled();
            }
            inPlace = held && output.isDueInPlace();
        } finally {
            lock.unlock();
        }
        if (overdue != null) {
            // Without the lock, because the work may be emitting with a lock of its own.
            overdue.run();
            hookOnNext(new StreamEvent.Opening());
        } else if (inPlace) {
            Schedulers.boundedElastic().schedule(this::writeInPlace);
        } else {
            drain();
        }
    }

    /** Writes without the lock, because the work and its timers would wait for the client when they emit. */
    private void writeInPlace() {
        if (!writing.tryLock()) {
            return;
        }
        try {
            if (held && !ended.get()) {
                List<ByteBuffer> blocks = new ArrayList<>();
                change(() -> blocks.addAll(output.takeInPlace()));
                output.write(blocks);
                response.flushBuffer();
                locked(() -> output.isComplete() && output.pendingBytes() == 0);
            }
        } catch (IOException | IllegalStateException failure) {
            lose(failure);
        } finally {
            writing.unlock();
        }
    }

    /** Sends what is written, because Tomcat would first read the rest of the body. */
    void flush() {
        try {
            response.flushBuffer();
        } catch (IOException failure) {
            logger.debug("A client has disconnected before it got the response", failure);
        }
    }

    /** Ends the reply to a client that is lost. */
    private void lose(Throwable failure) {
        if (ended.compareAndSet(false, true)) {
            stop(failure);
            complete();
        }
    }

    private void stop(@Nullable Throwable failure) {
        if (failure != null) {
            logger.debug("A client has disconnected before the response was complete", failure);
        }
        replies.remove(this);
        dispose();
    }

    /**
     * Ends the reply when the container has ended the request: waits for the write that is running, but not forever.
     *
     * @param failure {@code null} if the request is complete
     */
    void end(@Nullable Throwable failure) {
        boolean first = ended.compareAndSet(false, true);
        try {
            if (lock.tryLock(MAX_WAIT_MILLIS, TimeUnit.MILLISECONDS)) {
                lock.unlock();
            }
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
        }
        stop(first ? failure : null);
    }
}
