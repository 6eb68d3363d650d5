package io.mcpspring.transport;

import io.mcpspring.server.StreamEvent;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.Flux;
import reactor.core.publisher.FluxSink;
import reactor.core.publisher.FluxSink.OverflowStrategy;
import reactor.core.scheduler.Schedulers;
import reactor.util.context.Context;

/** Turns slow replies into streams, because proxies and clients close idle connections. */
record KeepAlive(Duration limit) {

    /**
     * Adds a time limit to events for a subscriber that requests all of them at once.
     *
     * @param opener run when nothing was sent within the limit
     */
    Flux<StreamEvent> apply(Flux<StreamEvent> events, Consumer<FluxSink<StreamEvent>> opener) {
        return limit.isZero() ? events : Flux.create(sink -> pass(events, sink, opener), OverflowStrategy.IGNORE);
    }

    private void pass(Flux<StreamEvent> events, FluxSink<StreamEvent> sink, Consumer<FluxSink<StreamEvent>> opener) {
        Disposable.Swap timer = Disposables.swap();
        Disposable source = events.subscribe(
                event -> {
                    // A response does not end the wait, because the responses of a batch are sent together.
                    if (!event.isResponse()) {
                        timer.dispose();
                    }
                    sink.next(event);
                },
                sink::error,
                sink::complete,
                Context.of(sink.contextView()));
        sink.onDispose(Disposables.composite(source, timer));
        // Most replies are complete at once and need no timer.
        if (!source.isDisposed() && !timer.isDisposed()) {
            timer.update(
                    Schedulers.parallel().schedule(() -> opener.accept(sink), limit.toMillis(), TimeUnit.MILLISECONDS));
        }
    }
}
