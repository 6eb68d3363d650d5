package io.mcpspring.transport;

import io.mcpspring.server.StreamEvent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoSink;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Schedulers;
import reactor.util.context.Context;

/** The events of a reply. The first ones determine the form of the HTTP response; the writer gets all of them. */
final class ReplyEvents extends BaseSubscriber<StreamEvent> {

    /** Time limit for the writer to subscribe; it does not subscribe if the connection has been lost. */
    private static final Duration TIME_TO_BEGIN = Duration.ofSeconds(30);

    private final MonoSink<ReplyEvents> decided;

    private final Predicate<List<StreamEvent>> enough;

    private List<StreamEvent> first = new ArrayList<>();

    private Sinks.@Nullable Many<StreamEvent> all;

    private final Disposable.Swap limit = Disposables.swap();

    private boolean isDecided;

    private boolean complete;

    private ReplyEvents(MonoSink<ReplyEvents> decided, Predicate<List<StreamEvent>> enough) {
        this.decided = decided;
        this.enough = enough;
    }

    /**
     * Subscribes to the events and waits for the first ones.
     *
     * @param enough whether these events suffice to determine the form of the response
     */
    static Mono<ReplyEvents> of(Flux<StreamEvent> events, Predicate<List<StreamEvent>> enough) {
        return Mono.create(sink -> {
            ReplyEvents reply = new ReplyEvents(sink, enough);
            sink.onCancel(reply);
            events.subscribe(reply);
        });
    }

    /** Returns the first events. They are fewer than required only if the reply has no others. */
    List<StreamEvent> first() {
        return first;
    }

    /** Whether the first events are all events. */
    boolean isComplete() {
        return complete;
    }

    /**
     * Returns all events, for one subscriber. The work is cancelled if the subscriber cancels, or does not subscribe in
     * time. To be called where this reply was emitted: otherwise, the events that follow are dropped.
     */
    Flux<StreamEvent> all() {
        Sinks.Many<StreamEvent> events = Sinks.unsafe().many().unicast().onBackpressureBuffer();
        first.forEach(events::tryEmitNext);
        first = List.of();
        all = events;
        limit.update(Schedulers.parallel().schedule(this::cancel, TIME_TO_BEGIN.toMillis(), TimeUnit.MILLISECONDS));
        return events.asFlux().doOnSubscribe(subscription -> limit.dispose()).doOnCancel(this::cancel);
    }

    @Override
    public Context currentContext() {
        return Context.of(decided.contextView());
    }

    @Override
    protected void hookOnNext(StreamEvent event) {
        if (all != null) {
            all.tryEmitNext(event);
        } else if (!isDecided) {
            first.add(event);
            if (enough.test(first)) {
                decide();
            }
        }
    }

    @Override
    protected void hookOnComplete() {
        complete = true;
        if (!isDecided) {
            decide();
        }
        if (all != null) {
            all.tryEmitComplete();
        }
    }

    @Override
    protected void hookOnError(Throwable failure) {
        if (all != null) {
            all.tryEmitError(failure);
        } else if (!isDecided) {
            decided.error(failure);
        }
    }

    private void decide() {
        isDecided = true;
        decided.success(this);
    }
}
