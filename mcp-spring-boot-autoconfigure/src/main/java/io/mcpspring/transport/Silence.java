package io.mcpspring.transport;

import io.mcpspring.server.StreamEvent;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.Flux;
import reactor.core.publisher.FluxSink;
import reactor.core.scheduler.Schedulers;
import reactor.util.context.Context;

/**
 * Breaks the silence of a reply that takes long, for the sake of proxies and clients that give up on silent servers.
 */
record Silence(Duration limit) {

    /** @param opener what is done when nothing was said for the time of the limit */
    Flux<StreamEvent> breakIn(Flux<StreamEvent> events, Consumer<FluxSink<StreamEvent>> opener) {
        return limit.isZero()
                ? events
                : Flux.create(sink -> {
                    Disposable.Swap timer = Disposables.swap();
                    Disposable source = events.subscribe(
                            event -> {
                                // The responses of a batch are held back until all are there.
                                if (!event.isResponse()) {
                                    timer.dispose();
                                }
                                sink.next(event);
                            },
                            sink::error,
                            sink::complete,
                            Context.of(sink.contextView()));
                    sink.onDispose(Disposables.composite(source, timer));
                    // Most replies are there at once.
                    if (!source.isDisposed() && !timer.isDisposed()) {
                        timer.update(Schedulers.parallel()
                                .schedule(() -> opener.accept(sink), limit.toMillis(), TimeUnit.MILLISECONDS));
                    }
                });
    }
}
