package io.mcpspring.transport;

import io.mcpspring.server.StreamEvent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoSink;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Schedulers;
import reactor.util.context.Context;

/** The events of a reply: the first ones, which decide how the reply is written, and all of them for the writer. */
final class ReplyEvents extends BaseSubscriber<StreamEvent> {

    /** How long a reply waits for its writer, which does not come if the connection is lost before. */
    private static final Duration TIME_TO_BEGIN = Duration.ofSeconds(30);

    private final MonoSink<ReplyEvents> decided;

    private final Predicate<List<StreamEvent>> enough;

    private List<StreamEvent> first = new ArrayList<>();

    private final Sinks.Many<StreamEvent> all = Sinks.unsafe().many().unicast().onBackpressureBuffer();

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
     * @param enough whether these events suffice for the decision
     */
    static Mono<ReplyEvents> of(Flux<StreamEvent> events, Predicate<List<StreamEvent>> enough) {
        return Mono.create(sink -> {
            ReplyEvents reply = new ReplyEvents(sink, enough);
            sink.onCancel(reply);
            events.subscribe(reply);
        });
    }

    /** Returns the first events; fewer than enough only if there are no others. */
    List<StreamEvent> first() {
        return first;
    }

    /** Whether the first events are all events. */
    boolean isComplete() {
        return complete;
    }

    /** Returns all events, for one subscriber; the work is cancelled if it does not subscribe, or cancels. */
    Flux<StreamEvent> all() {
        first = List.of();
        limit.update(Schedulers.parallel().schedule(this::cancel, TIME_TO_BEGIN.toMillis(), TimeUnit.MILLISECONDS));
        return all.asFlux().doOnSubscribe(subscription -> limit.dispose()).doOnCancel(this::cancel);
    }

    @Override
    public Context currentContext() {
        return Context.of(decided.contextView());
    }

    @Override
    protected void hookOnNext(StreamEvent event) {
        if (isDecided) {
            all.tryEmitNext(event);
        } else {
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
        all.tryEmitComplete();
    }

    @Override
    protected void hookOnError(Throwable failure) {
        if (isDecided) {
            all.tryEmitError(failure);
        } else {
            decided.error(failure);
        }
    }

    private void decide() {
        isDecided = true;
        first.forEach(all::tryEmitNext);
        decided.success(this);
    }
}
