package io.mcpspring.controller;

import io.mcpspring.server.Deadlines;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Schedulers;

/** The asynchronous part of a dispatched request, which ends with a further dispatch. */
final class DispatchedAsync implements Stub {

    private static final Log logger = LogFactory.getLog(DispatchedAsync.class);

    private interface Notification {

        void send(AsyncListener listener, AsyncEvent event) throws Exception;
    }

    private final ServletRequest request;

    private final ServletResponse response;

    private final List<AsyncListener> listeners = new CopyOnWriteArrayList<>();

    private final Sinks.One<Boolean> continuation = Sinks.one();

    private final Disposable.Swap timer = Disposables.swap();

    final AsyncContext context = as(AsyncContext.class);

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
        complete();
    }

    void complete() {
        inform(AsyncListener::onComplete);
    }

    private void inform(Notification notification) {
        AsyncEvent event = new AsyncEvent(context, request, response);
        for (AsyncListener listener : listeners) {
            try {
                notification.send(listener, event);
            } catch (Exception failure) {
                logger.debug("A listener of an asynchronous request failed", failure);
            }
        }
    }

    @Override
    public @Nullable Object call(String method, Object[] arguments) {
        switch (method) {
            case "dispatch" -> end(true);
            case "complete" -> {
                complete();
                end(false);
            }
            case "start" -> Schedulers.boundedElastic().schedule((Runnable) arguments[0]);
            case "addListener" -> listeners.add((AsyncListener) arguments[0]);
            case "setTimeout" -> limit((long) arguments[0]);
            default -> {}
        }
        return switch (method) {
            case "getRequest" -> request;
            case "getResponse" -> response;
            case "getTimeout" -> timeout;
            default -> null;
        };
    }

    private void end(boolean again) {
        timer.dispose();
        continuation.tryEmitValue(again);
    }

    private void limit(long millis) {
        timeout = millis;
        if (millis > 0) {
            timer.update(Deadlines.after(Duration.ofMillis(millis), () -> inform(AsyncListener::onTimeout)));
        }
    }
}
