package io.mcpspring.http;

import io.mcpspring.server.Deadlines;
import io.mcpspring.server.StreamEvent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import reactor.core.Disposable;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoSink;
import reactor.core.publisher.SignalType;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Schedulers;
import reactor.util.context.Context;

/** The events of a reply. The first ones determine the form of the HTTP response; the writer gets all of them. */
final class ReplyEvents extends BaseSubscriber<StreamEvent> {

    /** Time limit for the writer to subscribe; it does not subscribe if the connection has been lost. */
    private static final Duration TIME_TO_BEGIN = Duration.ofSeconds(30);

    /** How long to wait for the first events, because proxies and clients close idle connections. */
    record Patience(Duration limit, Deadlines deadlines) {}

    /** What the first events determine. */
    enum Decision {

        /** Nothing yet: more events are needed. */
        WAIT,

        /** A response that begins with these events. */
        RESPOND,

        /** A stream of these events and further ones. */
        STREAM
    }

    private final MonoSink<ReplyEvents> sink;

    private final Context context;

    private final Function<List<StreamEvent>, Decision> decider;

    private final Runnable onStream;

    private List<StreamEvent> first = new ArrayList<>(1);

    /** The events after the first ones, until the writer asks for all. */
    private List<StreamEvent> further = List.of();

    private Sinks.@Nullable Many<StreamEvent> all;

    private @Nullable Disposable timer;

    private boolean decided;

    /** Why there is no response; set by the decision. */
    private @Nullable Throwable refusal;

    private boolean subscribed;

    private boolean complete;

    private @Nullable Throwable failure;

    private ReplyEvents(MonoSink<ReplyEvents> sink, Function<List<StreamEvent>, Decision> decider, Runnable onStream) {
        this.sink = sink;
        this.context = Context.of(sink.contextView());
        this.decider = decider;
        this.onStream = onStream;
    }

    /**
     * Subscribes to the events, which are emitted one after the other, and waits for the first ones.
     *
     * @param decider decides by the first events
     * @param onStream run when the reply becomes a stream, before its next event is emitted
     * @param patience {@code null} for no limit
     */
    static Mono<ReplyEvents> of(
            Flux<StreamEvent> events,
            Function<List<StreamEvent>, Decision> decider,
            Runnable onStream,
            @Nullable Patience patience) {
        return Mono.create(sink -> {
            ReplyEvents reply = new ReplyEvents(sink, decider, onStream);
            sink.onCancel(reply);
            events.subscribe(reply);
            reply.begin(patience);
        });
    }

    // Most replies are decided at once. They need no timer, and are emitted from here: within the subscription, the
    // response would be written at the end of a call stack twice as deep, which takes measurably longer.
    private void begin(@Nullable Patience patience) {
        synchronized (this) {
            subscribed = true;
            if (!decided) {
                if (patience != null && !isDisposed()) {
                    timer = patience.deadlines().after(patience.limit(), this::open);
                }
                return;
            }
        }
        emit();
    }

    private void open() {
        onStream.run();
        synchronized (this) {
            if (decided) {
                return;
            }
            first.add(new StreamEvent.Opening());
            decide(null);
        }
        emit();
    }

    private void emit() {
        if (refusal == null) {
            sink.success(this);
        } else {
            sink.error(refusal);
        }
    }

    /** Returns the events by which the reply was decided; fewer than required if it ended with them. */
    List<StreamEvent> first() {
        return first;
    }

    /** Whether the first events are all events. */
    synchronized boolean isComplete() {
        return complete && further.isEmpty();
    }

    /**
     * Returns all events, for one subscriber. The work is cancelled if the subscriber cancels, or does not subscribe in
     * time.
     */
    synchronized Flux<StreamEvent> all() {
        Sinks.Many<StreamEvent> events = Sinks.unsafe().many().unicast().onBackpressureBuffer();
        first.forEach(events::tryEmitNext);
        further.forEach(events::tryEmitNext);
        first = List.of();
        further = List.of();
        if (failure != null) {
            events.tryEmitError(failure);
        } else if (complete) {
            events.tryEmitComplete();
        }
        all = events;
        Disposable limit =
                Schedulers.parallel().schedule(this::cancel, TIME_TO_BEGIN.toMillis(), TimeUnit.MILLISECONDS);
        return events.asFlux().doOnSubscribe(subscription -> limit.dispose()).doOnCancel(this::cancel);
    }

    @Override
    public Context currentContext() {
        return context;
    }

    @Override
    protected void hookOnNext(StreamEvent event) {
        Sinks.Many<StreamEvent> writer;
        Decision decision;
        boolean emits;
        synchronized (this) {
            writer = all;
            decision = writer == null ? keep(event) : Decision.WAIT;
            emits = decision != Decision.WAIT && subscribed;
        }
        if (writer != null) {
            writer.tryEmitNext(event);
        }
        // Before the sender continues, because it treats the messages of a stream differently.
        if (decision == Decision.STREAM) {
            onStream.run();
        }
        if (emits) {
            emit();
        }
    }

    /** Keeps an event until the writer asks for all; returns what has been decided by it. */
    private Decision keep(StreamEvent event) {
        if (decided) {
            further = further.isEmpty() ? new ArrayList<>() : further;
            further.add(event);
            return Decision.WAIT;
        }
        first.add(event);
        Decision decision = decider.apply(first);
        if (decision != Decision.WAIT) {
            decide(null);
        }
        return decision;
    }

    @Override
    protected void hookOnComplete() {
        Sinks.Many<StreamEvent> writer;
        boolean decides;
        synchronized (this) {
            complete = true;
            writer = all;
            decides = decide(null);
        }
        if (writer != null) {
            writer.tryEmitComplete();
        } else if (decides) {
            emit();
        }
    }

    @Override
    protected void hookOnError(Throwable failure) {
        Sinks.Many<StreamEvent> writer;
        boolean decides;
        synchronized (this) {
            this.failure = failure;
            writer = all;
            decides = decide(failure);
        }
        if (writer != null) {
            writer.tryEmitError(failure);
        } else if (decides) {
            emit();
        }
    }

    @Override
    protected void hookFinally(SignalType signal) {
        stopTimer();
    }

    /**
     * Decides unless it is decided; returns whether the decision is to be emitted.
     *
     * @param reason why there is no response; {@code null} if there is one
     */
    private synchronized boolean decide(@Nullable Throwable reason) {
        if (decided) {
            return false;
        }
        decided = true;
        refusal = reason;
        stopTimer();
        return subscribed;
    }

    private synchronized void stopTimer() {
        if (timer != null) {
            timer.dispose();
        }
    }
}
