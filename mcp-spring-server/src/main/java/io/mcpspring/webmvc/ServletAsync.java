package io.mcpspring.webmvc;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.web.filter.ShallowEtagHeaderFilter;

/**
 * A request that continues asynchronously, whose events concern its {@link ServletReply}.
 *
 * <p>These rules hold, because containers break other uses:
 *
 * <ul>
 *   <li>{@code startAsync} and {@code setWriteListener} are called by the thread of the container alone. Tomcat holds
 *       the lock of the connection on that thread, for which no other thread may wait while it has the lock of the
 *       reply.
 *   <li>The first bytes of an asynchronous response follow in {@code onWritePossible}. Tomcat loses a response that is
 *       completed before that method has been called.
 *   <li>Nothing is written after the end of the request, whose objects the container uses again: the listeners wait for
 *       the write that is running, but not forever, because that write may wait for the caller of the listeners.
 * </ul>
 */
record ServletAsync(AsyncContext context, ServletReply reply) implements WriteListener, AsyncListener {

    /** @throws IllegalStateException if a filter has started it before; the reply has ended then */
    static ServletAsync start(HttpServletRequest request, HttpServletResponse response, ServletReply reply) {
        // Filters that cache the body of a response have returned before it is written.
        ShallowEtagHeaderFilter.disableContentCaching(request);
        try {
            ServletAsync async = new ServletAsync(request.startAsync(request, response), reply);
            async.context.setTimeout(0);
            async.context.addListener(async);
            return async;
        } catch (IllegalStateException failure) {
            reply.end(failure);
            throw failure;
        }
    }

    /** @throws UnsupportedOperationException if the container is a mock */
    void listen(HttpServletResponse response) throws IOException {
        response.getOutputStream().setWriteListener(this);
    }

    void complete() {
        try {
            context.complete();
        } catch (IllegalStateException completed) {
            // The container has ended the request of a lost client, and has reported that.
        }
    }

    @Override
    public void onWritePossible() {
        reply.writeFurther();
    }

    // Completed here, because the container would write an error page to a lost connection.
    @Override
    public void onError(Throwable failure) {
        reply.end(failure);
        complete();
    }

    @Override
    public void onError(AsyncEvent event) {
        onError(event.getThrowable());
    }

    @Override
    public void onComplete(AsyncEvent event) {
        reply.end(null);
    }

    @Override
    public void onTimeout(AsyncEvent event) {}

    @Override
    public void onStartAsync(AsyncEvent event) {}
}
