package io.mcpspring.controller;

import io.mcpspring.UserCode;
import io.mcpspring.server.Deadlines;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Schedulers;

/** The asynchronous part of a dispatched request, which ends with a further dispatch. */
final class DispatchedAsync implements AsyncContext {

    private static final Log logger = LogFactory.getLog(DispatchedAsync.class);

    private interface Notification {

        void notify(AsyncListener listener, AsyncEvent event) throws Exception;
    }

    private final ServletRequest request;

    private final ServletResponse response;

    private final List<AsyncListener> listeners = new CopyOnWriteArrayList<>();

    private final Sinks.One<Boolean> continuation = Sinks.one();

    private final Disposable.Swap timer = Disposables.swap();

    private volatile long timeout;

    DispatchedAsync(ServletRequest request, ServletResponse response) {
        this.request = request;
        this.response = response;
    }

    /** Emits whether the request is to be dispatched again; if not, the response is complete. */
    Mono<Boolean> continued() {
        return continuation.asMono();
    }

    /** Ends the work for the request as if it took too long. */
    void cancel() {
        timer.dispose();
        continuation.tryEmitEmpty();
        inform(AsyncListener::onTimeout);
        inform(AsyncListener::onComplete);
    }

    private void inform(Notification notification) {
        for (AsyncListener listener : listeners) {
            UserCode.<Boolean>call(
                    () -> {
                        notification.notify(listener, new AsyncEvent(this, request, response));
                        return true;
                    },
                    failure -> {
                        logger.debug("A listener of an asynchronous request failed", failure);
                        return false;
                    });
        }
    }

    @Override
    public ServletRequest getRequest() {
        return request;
    }

    @Override
    public ServletResponse getResponse() {
        return response;
    }

    @Override
    public boolean hasOriginalRequestAndResponse() {
        return true;
    }

    @Override
    public void dispatch() {
        timer.dispose();
        continuation.tryEmitValue(true);
    }

    @Override
    public void dispatch(String path) {
        dispatch();
    }

    @Override
    public void dispatch(ServletContext context, String path) {
        dispatch();
    }

    @Override
    public void complete() {
        timer.dispose();
        inform(AsyncListener::onComplete);
        continuation.tryEmitValue(false);
    }

    @Override
    public void start(Runnable task) {
        Schedulers.boundedElastic().schedule(task);
    }

    @Override
    public void addListener(AsyncListener listener) {
        listeners.add(listener);
    }

    @Override
    public void addListener(AsyncListener listener, ServletRequest ofRequest, ServletResponse ofResponse) {
        listeners.add(listener);
    }

    @Override
    public <T extends AsyncListener> T createListener(Class<T> type) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void setTimeout(long millis) {
        timeout = millis;
        if (millis > 0) {
            timer.update(Deadlines.after(Duration.ofMillis(millis), () -> inform(AsyncListener::onTimeout)));
        }
    }

    @Override
    public long getTimeout() {
        return timeout;
    }
}
