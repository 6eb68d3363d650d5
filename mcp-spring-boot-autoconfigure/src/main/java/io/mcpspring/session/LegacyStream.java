package io.mcpspring.session;

import io.mcpspring.protocol.JsonRpcMessage;
import io.mcpspring.protocol.JsonRpcResponse;
import io.mcpspring.server.StreamEvent;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.FluxSink;
import reactor.util.context.ContextView;

/**
 * A stream of events to a legacy client, which outlives the connections that carry it: who comes back gets what was
 * missed, and then goes on. Begins as the mere answer to a POST, and becomes a stream only when something has to be said
 * before the responses.
 */
final class LegacyStream {

    private static final int STAND_ALONE = -1;

    private final String id = HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextInt());

    private final @Nullable EventLog log;

    private final boolean pollable;

    private final Consumer<LegacyStream> onEnd;

    private int expectedResponses;

    private int lastNumber;

    private boolean opened;

    private boolean begun;

    private boolean ended;

    private volatile @Nullable FluxSink<StreamEvent> client;

    /**
     * @param log keeps events for clients that come back; {@code null} if none can
     * @param pollable whether clients can come back before the first message, as from 2025-11-25 on
     */
    private LegacyStream(int expectedResponses, @Nullable EventLog log, boolean pollable,
            Consumer<LegacyStream> onEnd) {
        this.expectedResponses = expectedResponses;
        this.log = log;
        this.pollable = pollable && log != null;
        this.onEnd = onEnd;
    }

    /** A stream that ends after this number of responses. */
    static LegacyStream ofReply(int responses, @Nullable EventLog log, boolean pollable,
            Consumer<LegacyStream> onEnd) {
        return new LegacyStream(responses, log, pollable, onEnd);
    }

    /** A stream that belongs to no request. */
    static LegacyStream standAlone(EventLog log, boolean pollable, Consumer<LegacyStream> onEnd) {
        return new LegacyStream(STAND_ALONE, log, pollable, onEnd);
    }

    String id() {
        return id;
    }

    boolean isStandAlone() {
        return expectedResponses == STAND_ALONE;
    }

    boolean isConnected() {
        return client != null;
    }

    /**
     * The events for the first client that subscribes; when it is gone, the work goes on.
     *
     * @param work begins what the stream tells of, in the client's context
     */
    Flux<StreamEvent> begin(Consumer<ContextView> work) {
        return Flux.create(sink -> {
            connect(sink, List.of());
            if (begins()) {
                work.accept(sink.contextView());
            }
        });
    }

    private synchronized boolean begins() {
        boolean first = !begun;
        begun = true;
        return first;
    }

    /** The events for a client that came back. */
    Flux<StreamEvent> resume(List<StreamEvent> missed) {
        return Flux.create(sink -> connect(sink, missed));
    }

    private synchronized void connect(FluxSink<StreamEvent> sink, List<StreamEvent> missed) {
        FluxSink<StreamEvent> other = client;
        if (other != null) {
            // The client is here, so its other connection is dead.
            other.complete();
        }
        missed.forEach(sink::next);
        if (ended) {
            sink.complete();
            return;
        }
        client = sink;
        sink.onDispose(() -> disconnect(sink));
    }

    private synchronized void disconnect(FluxSink<StreamEvent> sink) {
        if (client == sink) {
            client = null;
        }
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
        emit(eventId, StreamEvent.of(log == null ? null : eventId.toString(), message));
        if (response && --expectedResponses == 0) {
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
        FluxSink<StreamEvent> current = client;
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
        if (!opened && log != null) {
            log.remove(id);
        }
        hangUp();
        onEnd.accept(this);
    }

    private void hangUp() {
        FluxSink<StreamEvent> current = client;
        client = null;
        if (current != null) {
            current.complete();
        }
    }
}
