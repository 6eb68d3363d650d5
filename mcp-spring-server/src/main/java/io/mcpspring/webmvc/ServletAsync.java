package io.mcpspring.webmvc;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.ServletResponseWrapper;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.springframework.util.Assert;
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
 *   <li>A request of which a write has failed is completed in {@code onError}, or some seconds later if the container
 *       does not call that method: it may have seen no failure, because a filter threw it. Tomcat calls it at once, and
 *       then may serve the next request with the same objects, which would be completed by the thread that has written.
 *   <li>Nothing is written after the end of the request, whose objects the container uses again: the listeners wait for
 *       the write that is running, but not forever, because that write may wait for the caller of the listeners.
 * </ul>
 */
record ServletAsync(AsyncContext context, ServletReply reply, CompletableFuture<@Nullable Void> end)
        implements WriteListener, AsyncListener {

    private static final String UNSUPPORTED = "A servlet filter in front of the MCP endpoint does not support"
            + " asynchronous requests. Set asyncSupported = true in its @WebFilter annotation, or register it with a"
            + " FilterRegistrationBean";

    /** @throws IllegalStateException if a filter does not support it, or has started it before */
    static ServletAsync start(HttpServletRequest request, HttpServletResponse response, ServletReply reply) {
        Assert.state(request.isAsyncSupported(), UNSUPPORTED);
        // Filters that cache the body of a response have returned before it is written.
        ShallowEtagHeaderFilter.disableContentCaching(request);
        AsyncContext context = request.startAsync(request, response);
        ServletAsync async = new ServletAsync(context, reply, new CompletableFuture<>());
        context.setTimeout(0);
        context.addListener(async);
        return async;
    }

    /** Begins to write. */
    void listen(HttpServletResponse response) {
        try {
            ofContainer(response).setWriteListener(this);
        } catch (UnsupportedOperationException ofMock) {
            // A mock of a container has no write listeners: it takes everything, until this thread returns.
            onWritePossible();
            end.join();
        } catch (IOException lost) {
            onError(lost);
        }
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
        end.complete(null);
    }

    @Override
    public void onTimeout(AsyncEvent event) {}

    @Override
    public void onStartAsync(AsyncEvent event) {}

    /** Returns the stream of the container, because that of a filter may have neither a listener nor a state. */
    static ServletOutputStream ofContainer(ServletResponse response) throws IOException {
        return response instanceof ServletResponseWrapper wrapper
                ? ofContainer(wrapper.getResponse())
                : response.getOutputStream();
    }
}
