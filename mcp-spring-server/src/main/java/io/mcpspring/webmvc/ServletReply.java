package io.mcpspring.webmvc;

import io.mcpspring.UserCode;
import io.mcpspring.exchange.CallerThread;
import io.mcpspring.http.McpHttpResponse;
import io.mcpspring.http.McpHttpResponse.Events;
import io.mcpspring.http.McpHttpResponse.Whole;
import io.mcpspring.server.Deadlines;
import io.mcpspring.server.StreamEvent;
import jakarta.servlet.http.HttpServletResponse;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.web.filter.ShallowEtagHeaderFilter;
import reactor.core.Disposable;
import reactor.core.Disposables;
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

    /** Who writes, and how. A state is only followed by a later one. */
    private enum State {

        /** The work occupies the thread of the container. A worker writes, and may wait for the client. */
        OCCUPIED,

        /**
         * The work has returned. The thread of the container writes a small response, and makes the request
         * asynchronous otherwise; then nothing is written before the container calls its listener.
         */
        RETURNED,

        /**
         * The request is asynchronous. A thread of the container or a worker writes what the container takes without
         * waiting.
         */
        LISTENING,

        /** The response is complete, or its client is lost. Nothing is written. */
        ENDED
    }

    private static final Log logger = LogFactory.getLog(ServletReply.class);

    /** How long the container is waited for, and waits itself. */
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(2);

    private final ServletReplies replies;

    private final WebMvcRequest request;

    private final HttpServletResponse response;

    final ServletOutput output;

    private final AtomicReference<State> state = new AtomicReference<>(State.OCCUPIED);

    /** Held by the thread that writes. */
    private final ReentrantLock writer = new ReentrantLock();

    /**
     * Whether a thread is going to look for something to write. A thread that does not get the lock leaves it to the
     * one that has it.
     */
    private final AtomicBoolean due = new AtomicBoolean();

    private Context context = Context.empty();

    /** Held until the response is complete: clients of HTTP/2 lose all streams when the container begins to stop. */
    private Disposable awaited = Disposables.disposed();

    private @Nullable ServletAsync async;

    ServletReply(ServletReplies replies, WebMvcRequest request, HttpServletResponse response) {
        this.replies = replies;
        this.request = request;
        this.response = response;
        this.output = new ServletOutput(request, response, replies.settings);
    }

    /**
     * Writes a response, and returns when the thread of the container is not needed any more.
     *
     * @param values what the events find in their context
     */
    void write(McpHttpResponse given, Context values) {
        awaited = replies.handler.registerAtShutdown();
        if (given instanceof Whole whole) {
            output.set(whole);
        } else if (given instanceof Events events) {
            output.begin(events);
            context = values.put(CallerThread.class, request.callerThread);
            replies.add(this, request.callerThread);
            UserCode.run(() -> events.events().subscribe(this), this::hookOnError);
            replies.leave(request.callerThread);
        }
        // An interrupt was for the work; it would close the connection.
        Thread.interrupted();
        if (!writeHere()) {
            continueAsync();
        }
        if (async == null) {
            awaited.dispose();
        }
    }

    @Override
    public Context currentContext() {
        return context;
    }

    /** Returns whether the thread of the container is not needed any more. */
    private boolean writeHere() {
        // Waits for a write of a worker.
        writer.lock();
        state.compareAndSet(State.OCCUPIED, State.RETURNED);
        writeAndUnlock(State.RETURNED, () -> output.isSmall() && output.write(true));
        return state.get() == State.ENDED;
    }

    private void continueAsync() {
        try {
            request.retain();
            async = ServletAsync.start(request.servletRequest, response, this);
            async.listen(response);
        } catch (RuntimeException unsupported) {
            dispose();
            output.set(replies.handler.failed(request, unsupported));
            writeHere();
            replies.remove(this);
        }
    }

    /** Called when the container can take more. */
    void writeFurther() {
        state.compareAndSet(State.RETURNED, State.LISTENING);
        drain();
    }

    @Override
    protected void hookOnNext(StreamEvent event) {
        output.add(event);
        drainSoon();
    }

    @Override
    protected void hookOnComplete() {
        output.complete();
        drainSoon();
    }

    @Override
    protected void hookOnError(Throwable failure) {
        output.fail(replies.handler.failed(request, failure));
        drainSoon();
    }

    /** Lets another thread write: an interrupt of this one, which is for its work, would close the connection. */
    private void drainSoon() {
        if (state.get() == State.LISTENING && due.compareAndSet(false, true)) {
            // Over HTTP/2, Tomcat may wait for the client. Otherwise, no blocking code should delay what is written.
            (output.http1 ? Schedulers.parallel() : Schedulers.boundedElastic()).schedule(this::drain);
        }
        endIfCut();
    }

    /** Writes what the container takes without waiting. */
    private void drain() {
        due.set(true);
        while (due.get() && state.get() == State.LISTENING && writer.tryLock()) {
            due.set(false);
            writeAndUnlock(State.LISTENING, () -> output.write(false));
        }
        endIfCut();
    }

    /** Ends the work for a client that does not read. */
    private void endIfCut() {
        if (output.isTooSlow()) {
            dispose();
        }
    }

    /** Called at intervals until the reply has ended. */
    void check() {
        Runnable overdue = output.overdue();
        if (overdue != null) {
            // Without a lock, because the work may be emitting with a lock of its own.
            overdue.run();
            hookOnNext(new StreamEvent.Opening());
        }
        output.comment();
        if (state.get() != State.OCCUPIED) {
            if (output.checkProgress()) {
                drainSoon();
            }
        } else if (output.isDueInPlace()) {
            Schedulers.boundedElastic().schedule(this::writeInPlace);
        }
    }

    private void writeInPlace() {
        if (writer.tryLock()) {
            writeAndUnlock(State.OCCUPIED, () -> {
                // The filter would keep what is written until the work returns.
                ShallowEtagHeaderFilter.disableContentCaching(request.servletRequest);
                return output.writeInPlace();
            });
        }
        // The work may have returned, and other threads may not have got the lock.
        drain();
    }

    /**
     * Writes if the reply still is in a state. Ends it if its response is complete, or cannot be written.
     *
     * @param write returns whether all of the response is written
     */
    private void writeAndUnlock(State when, Callable<Boolean> write) {
        boolean written = false;
        Exception failed = null;
        try {
            written = state.get() == when && write.call() && setEnded();
        } catch (Exception failure) {
            // With the lock, so that no other thread makes the request asynchronous meanwhile.
            failed = setEnded() ? failure : null;
        } finally {
            writer.unlock();
        }
        if (failed != null) {
            stopWork(failed);
            Deadlines.after(LONGEST_WAIT, this::completeRequest);
        } else if (written) {
            replies.remove(this);
            completeRequest();
        }
    }

    /** Returns whether the reply had not ended. */
    private boolean setEnded() {
        return state.getAndSet(State.ENDED) != State.ENDED;
    }

    private void completeRequest() {
        if (async != null) {
            async.complete();
        }
    }

    private void stopWork(@Nullable Throwable failure) {
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
        boolean first = setEnded();
        try {
            if (writer.tryLock(LONGEST_WAIT.toMillis(), TimeUnit.MILLISECONDS)) {
                writer.unlock();
            }
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
        }
        stopWork(first ? failure : null);
        awaited.dispose();
    }
}
