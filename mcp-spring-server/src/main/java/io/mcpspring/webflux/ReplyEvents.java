package io.mcpspring.webflux;

import io.mcpspring.http.McpHttpResponse.Events;
import io.mcpspring.server.Deadlines;
import io.mcpspring.server.StreamEvent;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.SignalType;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Schedulers;
import reactor.util.concurrent.Queues;
import reactor.util.context.Context;
import reactor.util.context.ContextView;

/** The events of a reply. The first one determines the form of the HTTP response; a stream gets all of them. */
final class ReplyEvents extends BaseSubscriber<StreamEvent> {

    /** Time limit for the writer to subscribe; it does not subscribe if the connection has been lost. */
    private static final Duration TIME_TO_BEGIN = Duration.ofSeconds(30);

    /** How long to wait for the first event, because proxies and clients close idle connections. */
    record Patience(Duration limit, Deadlines deadlines) {}

    private final Context context;

    private final Sinks.One<StreamEvent> first = Sinks.one();

    private final Sinks.Many<StreamEvent> further =
            // Most replies have one event, which is the first one.
            Sinks.unsafe()
                    .many()
                    .unicast()
                    .onBackpressureBuffer(Queues.<StreamEvent>unbounded(8).get());

    /** Disposed when the first event is there. */
    private final Disposable.Swap timer = Disposables.swap();

    ReplyEvents(ContextView context) {
        this.context = Context.of(context);
    }

    /**
     * Begins the work and returns its first event; empty if there is none.
     *
     * @param patience {@code null} for no limit; at the limit, the reply becomes a stream
     */
    Mono<StreamEvent> begin(Events work, @Nullable Patience patience) {
        work.events().subscribe(this);
        // Most replies are decided at once, and need no timer.
        if (patience != null && !timer.isDisposed()) {
            Runnable onStream = work.onStream();
            timer.update(patience.deadlines().after(patience.limit(), () -> {
                onStream.run();
                decide(new StreamEvent.Opening());
            }));
        }
        return first.asMono().doOnCancel(this::cancel);
    }

    /**
     * Returns all events, for one subscriber. The work is cancelled if the subscriber cancels, or does not subscribe in
     * time.
     *
     * @param begun the first event
     */
    Flux<StreamEvent> all(StreamEvent begun) {
        Disposable limit =
                Schedulers.parallel().schedule(this::cancel, TIME_TO_BEGIN.toMillis(), TimeUnit.MILLISECONDS);
        return further.asFlux()
                .startWith(begun)
                .doOnSubscribe(subscription -> limit.dispose())
                .doOnCancel(this::cancel);
    }

    /** Returns whether the event is the first one. */
    private boolean decide(StreamEvent event) {
        boolean decided = first.tryEmitValue(event).isSuccess();
        timer.dispose();
        return decided;
    }

    @Override
    public Context currentContext() {
        return context;
    }

    @Override
    protected void hookOnNext(StreamEvent event) {
        if (!decide(event)) {
            further.tryEmitNext(event);
        }
    }

    @Override
    protected void hookOnComplete() {
        first.tryEmitEmpty();
        further.tryEmitComplete();
    }

    @Override
    protected void hookOnError(Throwable failure) {
        first.tryEmitError(failure);
        further.tryEmitError(failure);
    }

    @Override
    protected void hookFinally(SignalType signal) {
        timer.dispose();
    }
}
