package io.mcpspring.connection;

import io.mcpspring.Internal;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.Servlet;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * Separates the end of an asynchronous request from the access of other threads to its response. Of the request itself,
 * only its state is guarded: what else is needed after it has arrived is read before.
 *
 * <p>The request ends after the write that is running, and nothing is written later. When a write fails, Tomcat lets a
 * thread of its own end the request and reuse its objects, while the writing thread still records the failure in them;
 * without a lock, that may fail the request of another client.
 *
 * <p>The request is completed after the container has called the write listener for the first time. Tomcat closes the
 * connection without a response if another thread completes the request at the moment of this call. A request that is
 * aborted is completed by closing its connection.
 */
@Internal
public final class GuardedExchange {

    private static final Log logger = LogFactory.getLog(GuardedExchange.class);

    private static final long MAX_WAIT_MILLIS = 2000;

    private final HttpServletRequest request;

    private final HttpServletResponse response;

    private final ServletConnections connections;

    private final Lock lock = new ReentrantLock();

    private volatile boolean ended;

    private boolean aborted;

    private boolean writable;

    private @Nullable AsyncContext awaitingCompletion;

    public GuardedExchange(HttpServletRequest request, HttpServletResponse response, ServletConnections connections) {
        this.connections = connections;
        this.request = new Request(request);
        this.response = new GuardedResponse(response, this);
    }

    HttpServletRequest request() {
        return request;
    }

    HttpServletResponse response() {
        return response;
    }

    /** Processes the request by a servlet. */
    public void process(Servlet servlet) throws ServletException, IOException {
        servlet.service(request, response);
        if (request.isAsyncStarted()) {
            request.getAsyncContext().addListener(new Completion());
        }
    }

    // Waits for the write that is running, but not forever: the container calls this within a monitor, for which a
    // write that fails may wait in turn.
    private void end() {
        ended = true;
        try {
            if (lock.tryLock(MAX_WAIT_MILLIS, TimeUnit.MILLISECONDS)) {
                lock.unlock();
            }
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
        }
    }

    void complete(AsyncContext context) {
        if (locked(() -> isCompletedBy(context))) {
            context.complete();
        }
    }

    private boolean isCompletedBy(AsyncContext context) {
        if (ended) {
            return false;
        }
        if (!writable) {
            awaitingCompletion = context;
            return false;
        }
        ended = aborted && connections.close(response);
        return !ended;
    }

    /** Closes the connection when the request is completed, even though the response is incomplete. */
    void abort() {
        locked(() -> aborted = true);
    }

    /** Returns the context to complete; {@code null} if there is none. */
    @Nullable
    AsyncContext becomeWritable() {
        return locked(() -> {
            writable = true;
            AsyncContext context = ended ? null : awaitingCompletion;
            awaitingCompletion = null;
            return context;
        });
    }

    /** @throws EOFException if the request has ended */
    void write(Write write) throws IOException {
        lock.lock();
        try {
            if (ended) {
                throw new EOFException("The request has ended");
            }
            write.run();
        } finally {
            lock.unlock();
        }
    }

    /** @throws UncheckedIOException if the request has ended */
    void change(Runnable change) {
        read(() -> {
            change.run();
            return null;
        });
    }

    /** @throws UncheckedIOException if the request has ended */
    <T extends @Nullable Object> T read(Supplier<T> value) {
        return locked(() -> {
            if (ended) {
                throw new UncheckedIOException(new EOFException("The request has ended"));
            }
            return value.get();
        });
    }

    /**
     * Whether a write can be tried. Returns {@code true} after the end, so that the writer tries and fails: the
     * container would not signal any more that a write is possible.
     */
    boolean isReady(ServletOutputStream output) {
        return locked(() -> ended || output.isReady());
    }

    private <T extends @Nullable Object> T locked(Supplier<T> action) {
        lock.lock();
        try {
            return action.get();
        } finally {
            lock.unlock();
        }
    }

    @FunctionalInterface
    interface Write {

        void run() throws IOException;
    }

    private final class Request extends HttpServletRequestWrapper {

        Request(HttpServletRequest request) {
            super(request);
        }

        // Those of the connection: by forwarded headers, a client could pretend to run on this machine.
        @Override
        public String getLocalAddr() {
            return ServletAddresses.received(getRequest()).getLocalAddr();
        }

        @Override
        public int getLocalPort() {
            return ServletAddresses.received(getRequest()).getLocalPort();
        }

        // Spring completes the request only if this is true; one that the container has ended must not be completed
        // again.
        @Override
        public boolean isAsyncStarted() {
            return locked(() -> !ended && super.isAsyncStarted());
        }

        @Override
        public AsyncContext startAsync() {
            AsyncContext context = super.startAsync();
            context.addListener(new End());
            return new Context(context);
        }
    }

    private final class Context extends AsyncContextWrapper {

        private final AsyncContext context;

        Context(AsyncContext context) {
            super(context);
            this.context = context;
        }

        @Override
        public ServletRequest getRequest() {
            return request;
        }

        @Override
        public void complete() {
            GuardedExchange.this.complete(context);
        }
    }

    private final class End implements AsyncListener {

        @Override
        public void onStartAsync(AsyncEvent event) {}

        @Override
        public void onComplete(AsyncEvent event) {
            end();
        }

        @Override
        public void onError(AsyncEvent event) {
            end();
        }

        @Override
        public void onTimeout(AsyncEvent event) {
            end();
        }
    }

    /** Completes a request that has failed, because the container would write an error page to a lost connection. */
    private final class Completion implements AsyncListener {

        @Override
        public void onStartAsync(AsyncEvent event) {}

        @Override
        public void onComplete(AsyncEvent event) {}

        @Override
        public void onTimeout(AsyncEvent event) {}

        @Override
        public void onError(AsyncEvent event) {
            try {
                AsyncContext context = event.getAsyncContext();
                if (context.getRequest().isAsyncStarted()) {
                    context.complete();
                }
            } catch (IllegalStateException ex) {
                logger.debug("The thread that writes has completed the request", ex);
            }
        }
    }
}
