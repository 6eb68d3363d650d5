package io.mcpspring.session;

import io.mcpspring.event.ListChanged;
import io.mcpspring.event.ServerEvent;
import io.mcpspring.protocol.JsonRpcNotification;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.server.StreamEvent;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;

/** The streams of a session that have not ended, and the log from which ended replies can be resumed. */
final class OpenStreams {

    private final EventLog log;

    private final boolean keepsEvents;

    private final int maxStandAlone;

    // Without a lock: a stream that ends is removed from within the stream, while it holds its own.
    private final Map<String, LegacyStream> streams = new ConcurrentHashMap<>();

    private volatile boolean closed;

    OpenStreams(EventLog log, SessionSettings settings) {
        this.log = log;
        this.keepsEvents = settings.eventsMaxSize() > 0 && !settings.eventsTtl().isZero();
        this.maxStandAlone = settings.maxStreams();
    }

    Collection<LegacyStream> all() {
        return streams.values();
    }

    boolean isEmpty() {
        return streams.isEmpty() && log.isEmpty();
    }

    /** Opens the stream on which a POST is answered. */
    ReplyStream reply(int responses, ProtocolVersion version, Runnable onEnd) {
        ReplyStream reply = new ReplyStream(responses, log(), version.hasPrimingEvents(), ended -> {
            remove(ended);
            onEnd.run();
        });
        streams.put(reply.id(), reply);
        endIfLate(reply);
        return reply;
    }

    private @Nullable EventLog log() {
        return keepsEvents ? log : null;
    }

    private void remove(LegacyStream stream) {
        streams.remove(stream.id());
    }

    // Closing ends only those streams that exist by then.
    private void endIfLate(LegacyStream stream) {
        if (closed) {
            stream.end();
        }
    }

    /**
     * Returns the events that belong to no request, on a new stream.
     *
     * @param missed events that the client may have missed, with which the stream begins
     * @throws SessionRefusedException if there are too many streams
     */
    Flux<StreamEvent> listen(ProtocolVersion version, List<ListChanged> missed) {
        StandAloneStream stream = new StandAloneStream(log(), version.hasPrimingEvents(), this::remove);
        addInPlaceOfAbandoned(stream).ifPresent(LegacyStream::end);
        endIfLate(stream);
        return stream.begin(context -> {
            stream.open();
            missed.forEach(event -> send(event, stream));
        });
    }

    private synchronized Optional<StandAloneStream> addInPlaceOfAbandoned(StandAloneStream stream) {
        List<StandAloneStream> others = standAlone();
        Optional<StandAloneStream> abandoned =
                others.stream().filter(LegacyStream::isAbandoned).findFirst();
        if (others.size() < maxStandAlone) {
            abandoned = Optional.empty();
        } else if (abandoned.isEmpty()) {
            throw new SessionRefusedException(
                    SessionRefusedException.Reason.TOO_MANY_STREAMS,
                    "The session has too many streams (mcp.server.session.max-streams)");
        }
        abandoned.ifPresent(this::remove);
        streams.put(stream.id(), stream);
        return abandoned;
    }

    private List<StandAloneStream> standAlone() {
        return streams.values().stream()
                .filter(StandAloneStream.class::isInstance)
                .map(StandAloneStream.class::cast)
                .toList();
    }

    /**
     * Returns what follows an event on a stand-alone stream; a new stream if that is no longer known.
     *
     * @param offered the lists that a client must read again if it may have missed something
     * @throws SessionRefusedException if there are too many streams
     */
    Flux<StreamEvent> listenAgain(EventId last, ProtocolVersion version, List<ListChanged> offered) {
        LegacyStream stream = streams.get(last.stream());
        if (stream == null) {
            return listen(version, offered);
        }
        return stream.resume(last).onErrorResume(SessionRefusedException.class, gone -> {
            stream.end();
            return listen(version, offered);
        });
    }

    /**
     * Returns what follows an event on the stream of a call.
     *
     * @throws SessionRefusedException if that is no longer known
     */
    Flux<StreamEvent> resume(EventId last) {
        LegacyStream stream = streams.get(last.stream());
        return stream != null
                ? stream.resume(last)
                : Flux.fromIterable(log.after(last)).startWith(new StreamEvent.Opening());
    }

    /**
     * Sends a notification that belongs to no request.
     *
     * @return {@code false} if the client has no stream for it
     */
    boolean send(JsonRpcNotification notification) {
        Optional<StandAloneStream> listening = listening();
        listening.ifPresent(stream -> stream.send(notification));
        return listening.isPresent();
    }

    boolean send(ServerEvent event) {
        return send(new JsonRpcNotification(event.method(), event.params()));
    }

    private static void send(ServerEvent event, StandAloneStream stream) {
        stream.send(new JsonRpcNotification(event.method(), event.params()));
    }

    /** A stream that is connected, or else one to which the client may come back. */
    private Optional<StandAloneStream> listening() {
        List<StandAloneStream> begun =
                standAlone().stream().filter(LegacyStream::isBegun).toList();
        return begun.stream()
                .filter(LegacyStream::isConnected)
                .findFirst()
                .or(() -> begun.stream().findFirst());
    }

    /** Ends the streams that belong to no request. */
    void closeStandAlone() {
        standAlone().forEach(LegacyStream::end);
    }

    /** Ends all streams; new ones end at once. */
    void close() {
        closed = true;
        streams.values().forEach(LegacyStream::end);
    }

    /** Removes the events of ended streams. */
    void clearLog() {
        log.clear();
    }
}
