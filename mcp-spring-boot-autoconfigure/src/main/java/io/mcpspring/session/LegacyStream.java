package io.mcpspring.session;

import io.mcpspring.protocol.JsonRpcMessage;
import io.mcpspring.protocol.JsonRpcResponse;
import io.mcpspring.server.StreamEvent;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.FluxSink;
import reactor.util.context.ContextView;

/**
 * A stream of events to a legacy client, which outlives the connections that carry it: who comes back gets what was
 * missed, and then goes on. Begins as the mere answer to a POST, and becomes a stream only when something has to be
 * said before the responses.
 */
final class LegacyStream {

    private static final int STAND_ALONE = -1;

    private final String id;

    private final @Nullable EventLog log;

    private final boolean pollable;

    private final Consumer<LegacyStream> onEnd;

    private int expectedResponses;

    private int lastNumber;

    private boolean opened;

    private volatile boolean begun;

    private boolean ended;

    // Let go without a lock: whoever notices that a connection is lost may hold one for which a sender waits.
    private final AtomicReference<@Nullable FluxSink<StreamEvent>> client = new AtomicReference<>();

    /**
     * @param log keeps events for clients that come back; {@code null} if none can
     * @param pollable whether clients can come back before the first message, as from 2025-11-25 on
     */
    private LegacyStream(
            int expectedResponses, @Nullable EventLog log, boolean pollable, Consumer<LegacyStream> onEnd) {
        this.id = (expectedResponses == STAND_ALONE ? EventId.LISTENING : "")
                + HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong());
        this.expectedResponses = expectedResponses;
        this.log = log;
        this.pollable = pollable && log != null;
        this.onEnd = onEnd;
    }

    /** A stream that ends after this number of responses. */
    static LegacyStream ofReply(int responses, @Nullable EventLog log, boolean pollable, Consumer<LegacyStream> onEnd) {
        return new LegacyStream(responses, log, pollable, onEnd);
    }

    /** A stream that belongs to no request. */
    static LegacyStream standAlone(@Nullable EventLog log, boolean pollable, Consumer<LegacyStream> onEnd) {
        return new LegacyStream(STAND_ALONE, log, pollable, onEnd);
    }

    String id() {
        return id;
    }

    boolean isStandAlone() {
        return expectedResponses == STAND_ALONE;
    }

    boolean isConnected() {
        return client.get() != null;
    }

    /** Whether its client has been there, so that nothing that is sent from now on is lost. */
    boolean isBegun() {
        return begun;
    }

    /** Whether its client had a connection and lost it. */
    boolean isAbandoned() {
        return begun && !isConnected();
    }

    /**
     * The events for the first client that subscribes; when it is gone, the work goes on.
     *
     * @param work begins what the stream tells of, in the client's context
     */
    Flux<StreamEvent> begin(Consumer<ContextView> work) {
        return Flux.create(sink -> {
            if (begins(sink)) {
                work.accept(sink.contextView());
            }
        });
    }

    private synchronized boolean begins(FluxSink<StreamEvent> sink) {
        connect(sink);
        boolean first = !begun && !ended;
        begun = true;
        return first;
    }

    /**
     * The events for a client that came back: those after the last one it has, and all that are to come.
     *
     * @throws SessionRefusedException to the subscriber, if something of that is gone
     */
    Flux<StreamEvent> resume(EventId last) {
        return Flux.create(sink -> resume(sink, last));
    }

    // In one step: what is sent in between would be missed for good.
    private synchronized void resume(FluxSink<StreamEvent> sink, EventId last) {
        // Who has it all needs no event that is still kept: the stream may have been silent for long.
        List<StreamEvent> missed = last.number() == lastNumber
                ? List.of()
                : Objects.requireNonNull(log).after(last);
        sink.next(StreamEvent.OPENING);
        missed.forEach(sink::next);
        connect(sink);
    }

    private void connect(FluxSink<StreamEvent> sink) {
        // The client is here, so its other connection is dead.
        hangUp();
        if (ended) {
            sink.complete();
            return;
        }
        client.set(sink);
        sink.onDispose(() -> client.compareAndSet(sink, null));
    }

    /** Makes a stream of the reply, if it is none yet. */
    synchronized void open() {
        if (!opened && !ended) {
            opened = true;
            if (pollable) {
                EventId eventId = new EventId(id, 0);
                emit(eventId, StreamEvent.priming(eventId.toString()));
            } else {
                tell(StreamEvent.OPENING);
            }
        }
    }

    /** Sends a message; the last expected response ends the stream. */
    synchronized void send(JsonRpcMessage message) {
        if (ended) {
            return;
        }
        boolean response = message instanceof JsonRpcResponse;
        if (!response) {
            open();
        }
        EventId eventId = new EventId(id, ++lastNumber);
        StreamEvent event = StreamEvent.of(log == null ? null : eventId.toString(), message);
        boolean last = response && --expectedResponses == 0;
        if (last && !opened) {
            // All there is: nobody comes back for more.
            tell(event);
        } else {
            emit(eventId, event);
        }
        if (last) {
            end();
        }
    }

    private void emit(EventId eventId, StreamEvent event) {
        if (log != null) {
            log.add(eventId, event);
        }
        tell(event);
    }

    private void tell(StreamEvent event) {
        FluxSink<StreamEvent> current = client.get();
        if (current != null) {
            current.next(event);
        }
    }

    /** Lets the client come back for the rest, if it can. */
    synchronized void closeConnection(Duration retryAfter) {
        if (pollable && !ended) {
            open();
            tell(StreamEvent.retry(retryAfter));
            hangUp();
        }
    }

    /** One response less will come: its request was cancelled. */
    synchronized void expectLess() {
        if (!ended && --expectedResponses == 0) {
            end();
        }
    }

    /** Ends the stream, whatever was expected. */
    synchronized void end() {
        if (ended) {
            return;
        }
        ended = true;
        // A stream of its own that ended is not gone on with; better the client begins a new one.
        if (log != null && (!opened || isStandAlone())) {
            log.remove(id);
        }
        hangUp();
        onEnd.accept(this);
    }

    private void hangUp() {
        FluxSink<StreamEvent> current = client.getAndSet(null);
        if (current != null) {
            current.complete();
        }
    }
}
