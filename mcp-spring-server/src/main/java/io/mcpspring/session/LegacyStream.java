package io.mcpspring.session;

import io.mcpspring.protocol.JsonRpcMessage;
import io.mcpspring.server.StreamEvent;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.FluxSink;
import reactor.core.publisher.FluxSink.OverflowStrategy;
import reactor.util.context.ContextView;

/**
 * A stream of events to a legacy client, which outlives its connections: a client that reconnects gets the events that
 * it missed, and then the following ones.
 */
sealed class LegacyStream permits LegacyReply {

    private enum State {

        /** At most responses have been sent, so that a reply may still be plain JSON. */
        PLAIN,

        /** The reply has become a stream. */
        OPEN,

        ENDED
    }

    final String id;

    private final OpenStreams streams;

    private final Runnable onEnd;

    private int lastNumber;

    private volatile State state = State.PLAIN;

    /** The {@link System#nanoTime()} at which a client connected last, so that the newest stream is known. */
    volatile long connectedAt;

    // Used while this is locked, as a sink of Flux.push requires. Cleared without the lock, because the thread that
    // signals a lost connection may hold a lock for which a sender waits.
    private final AtomicReference<@Nullable FluxSink<StreamEvent>> client = new AtomicReference<>();

    /** @param streams the streams of the session */
    LegacyStream(String id, OpenStreams streams, Runnable onEnd) {
        this.id = id;
        this.streams = streams;
        this.onEnd = onEnd;
    }

    /**
     * Whether the stream belongs to no request: its client has opened it by a GET, and opens a new one after its end.
     */
    final boolean isStandAlone() {
        return id.startsWith(EventId.STAND_ALONE);
    }

    final boolean isConnected() {
        return client.get() != null;
    }

    final boolean isOpen() {
        return state == State.OPEN;
    }

    final boolean isEnded() {
        return state == State.ENDED;
    }

    /**
     * Returns the events for a single subscriber. The work continues when the subscriber disconnects.
     *
     * @param work begins the work that sends the events; it gets the Reactor context of the subscriber
     * @param overflow what happens to events that the subscriber has not requested
     */
    final Flux<StreamEvent> begin(Consumer<ContextView> work, OverflowStrategy overflow) {
        return Flux.push(
                sink -> {
                    connect(sink);
                    work.accept(sink.contextView());
                },
                overflow);
    }

    /**
     * Returns the events for a client that reconnects: the kept events after the last received one, and all further
     * events.
     *
     * @throws SessionRefusedException to the subscriber, if some of these events are no longer kept
     */
    final Flux<StreamEvent> resume(EventId last) {
        return Flux.push(sink -> resume(sink, last));
    }

    // Synchronized, because an event that is sent between the two steps would be lost.
    private synchronized void resume(FluxSink<StreamEvent> sink, EventId last) {
        // If the client has received all events, none is needed from the log, where the last one may have expired.
        List<StreamEvent> missed = last.number() == lastNumber ? List.of() : streams.log.after(last);
        sink.next(streams.opening(last));
        missed.forEach(sink::next);
        connect(sink);
    }

    private synchronized void connect(FluxSink<StreamEvent> sink) {
        // The client has reconnected, so its previous connection is not used any more.
        disconnect();
        connectedAt = System.nanoTime();
        if (isEnded()) {
            sink.complete();
        } else {
            client.set(sink);
        }
        sink.onDispose(() -> client.compareAndSet(sink, null));
    }

    /** Turns the reply into a stream, unless it is one already; ends it if the session is closed. */
    public final synchronized void open() {
        if (isOpen() || isEnded()) {
            return;
        }
        if (!streams.add(this)) {
            end();
            return;
        }
        state = State.OPEN;
        if (streams.primed) {
            EventId eventId = new EventId(id, 0);
            sendAndKeep(eventId, new StreamEvent.Priming(eventId.toString()));
        } else {
            sendNow(new StreamEvent.Opening());
        }
        onOpen();
    }

    /** Called when the reply has become a stream. */
    void onOpen() {}

    /** Sends a message; ignored after the end. */
    synchronized void send(JsonRpcMessage message) {
        open();
        if (isOpen()) {
            sendAndKeep(StreamEvent.Message.of(message));
        }
    }

    final void sendAndKeep(StreamEvent.Message message) {
        lastNumber++;
        EventId eventId = new EventId(id, lastNumber);
        sendAndKeep(eventId, streams.keepsEvents ? message.withId(eventId.toString()) : message);
    }

    private void sendAndKeep(EventId eventId, StreamEvent event) {
        if (streams.keepsEvents) {
            streams.log.add(eventId, event);
        }
        sendNow(event);
    }

    final void sendNow(StreamEvent event) {
        FluxSink<StreamEvent> current = client.get();
        if (current != null) {
            current.next(event);
        }
    }

    /** Closes the connection if the client can resume the stream; the client reconnects after the delay. */
    final synchronized void closeConnection(Duration retryAfter) {
        if (streams.primed && !isEnded()) {
            open();
            sendNow(new StreamEvent.Retry(retryAfter));
            disconnect();
        }
    }

    /** Ends the stream, even if responses are missing. */
    final synchronized void end() {
        if (isEnded()) {
            return;
        }
        // A client can get the last events of a reply even after its end.
        if (isStandAlone()) {
            streams.log.remove(id);
        }
        state = State.ENDED;
        streams.remove(this);
        disconnect();
        onEnd.run();
    }

    private void disconnect() {
        FluxSink<StreamEvent> current = client.getAndSet(null);
        if (current != null) {
            current.complete();
        }
    }
}
