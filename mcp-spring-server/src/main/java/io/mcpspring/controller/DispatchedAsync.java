package io.mcpspring.controller;

import io.mcpspring.UserCode;
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
import org.springframework.util.function.ThrowingConsumer;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Schedulers;

/** The asynchronous part of a dispatched request, which ends with a further dispatch. */
final class DispatchedAsync implements Stub {

    private static final Log logger = LogFactory.getLog(DispatchedAsync.class);

    private final List<AsyncListener> listeners = new CopyOnWriteArrayList<>();

    private final Sinks.One<Boolean> continuation = Sinks.one();

    /** Emits whether the request is to be dispatched again; if not, the response is complete. */
    final Mono<Boolean> continued = continuation.asMono();

    private final Disposable.Swap timer = Disposables.swap();

    final AsyncContext context = as(AsyncContext.class);

    private final AsyncEvent event;

    private volatile long timeout;

    DispatchedAsync(ServletRequest request, ServletResponse response) {
        this.event = new AsyncEvent(context, request, response);
    }

    /** Ends the work for the request as if it took too long. */
    void cancel() {
        timer.dispose();
        continuation.tryEmitEmpty();
        inform(listener -> listener.onTimeout(event));
        complete();
    }

    void complete() {
        inform(listener -> listener.onComplete(event));
    }

    private void inform(ThrowingConsumer<AsyncListener> notification) {
        listeners.forEach(listener -> UserCode.run(
                () -> notification.accept(listener),
                failure -> logger.debug("A listener of an asynchronous request failed", failure)));
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
            case "getRequest" -> event.getSuppliedRequest();
            case "getResponse" -> event.getSuppliedResponse();
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
            timer.update(
                    Deadlines.after(Duration.ofMillis(millis), () -> inform(listener -> listener.onTimeout(event))));
        }
    }
}
