package io.mcpspring.session;

import io.mcpspring.event.ListChanged;
import io.mcpspring.protocol.JsonRpcNotification;
import io.mcpspring.server.ListeningStreams;
import io.mcpspring.server.StreamEvent;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.FluxSink.OverflowStrategy;

/**
 * The streams of a session that have not ended, and the log from which ended replies can be resumed. A reply is one of
 * them once it has become a stream.
 */
final class OpenStreams {

    private final SessionSettings settings;

    /** Whether clients can resume streams. */
    final boolean keepsEvents;

    /** Whether clients can resume a stream before its first message. */
    final boolean primed;

    final EventLog log;

    // Concurrent, because a stream that ends removes itself while it holds its own lock.
    final Map<String, LegacyStream> streams = new ConcurrentHashMap<>();

    private volatile boolean closed;

    /** @param primed whether the revision of the client has events without a message */
    OpenStreams(boolean primed, int caller, OpenSessions sessions) {
        this.settings = sessions.settings;
        this.keepsEvents = settings.eventsMaxSize() > 0 && !settings.eventsTtl().isZero();
        this.primed = primed && keepsEvents;
        this.log = new EventLog(sessions, caller);
    }

    /** Whether there is neither a stream nor a kept event; releases the events that have expired. */
    boolean isEmptyAfterExpiry() {
        return log.isEmptyAfterExpiry() && streams.isEmpty();
    }

    /**
     * Adds a stream.
     *
     * @return {@code false} if the session is closed
     */
    boolean add(LegacyStream stream) {
        streams.put(stream.id, stream);
        // close() ends only the streams that were added before.
        return !closed;
    }

    void remove(LegacyStream stream) {
        streams.remove(stream.id);
    }

    /**
     * Returns the events of a new stand-alone stream, or those after a given one; of a new one, too, if they are no
     * longer kept.
     *
     * @param last {@code null} for a new stream
     * @param offered the lists that a client must read again if it may have missed something
     * @throws SessionRefusedException to the subscriber, if there are too many streams
     */
    Flux<StreamEvent> listen(@Nullable EventId last, List<ListChanged> offered) {
        if (last == null) {
            return begin(List.of());
        }
        LegacyStream stream = streams.get(last.stream());
        return stream == null
                ? begin(offered)
                : stream.resume(last).onErrorResume(SessionRefusedException.class, refused -> {
                    stream.end();
                    return begin(offered);
                });
    }

    private Flux<StreamEvent> begin(List<ListChanged> missed) {
        LegacyStream stream = new LegacyStream(EventId.STAND_ALONE + EventId.randomStream(), this, () -> {});
        return stream.begin(
                context -> {
                    addOrReplaceAbandoned(stream).ifPresent(LegacyStream::end);
                    stream.open();
                    missed.forEach(event -> stream.send(event.notification()));
                },
                OverflowStrategy.BUFFER);
    }

    private synchronized Optional<LegacyStream> addOrReplaceAbandoned(LegacyStream stream) {
        List<LegacyStream> others = standAlone();
        Optional<LegacyStream> abandoned = Optional.empty();
        if (others.size() >= settings.maxStreams()) {
            abandoned = others.stream()
                    .filter(other -> !other.isConnected())
                    .min(Comparator.comparing(other -> other.connectedAt));
            remove(abandoned.orElseThrow(() -> new SessionRefusedException(
                    ListeningStreams.Exceeded.CALLER,
                    "The session has too many streams (mcp.server.session.max-streams)")));
        }
        streams.put(stream.id, stream);
        return abandoned;
    }

    private List<LegacyStream> standAlone() {
        return streams.values().stream().filter(LegacyStream::isStandAlone).toList();
    }

    /**
     * Returns the events after a given one on the stream of a call.
     *
     * @throws SessionRefusedException if some of them are no longer kept
     */
    Flux<StreamEvent> resume(EventId last) {
        LegacyStream stream = streams.get(last.stream());
        return stream != null
                ? stream.resume(last)
                : Flux.fromIterable(log.after(last)).startWith(opening(last));
    }

    /** Returns what begins a resumed stream: a client without an id would not resume it again. */
    StreamEvent opening(EventId last) {
        return primed ? new StreamEvent.Priming(last.toString()) : new StreamEvent.Opening();
    }

    /**
     * Sends a notification on a stand-alone stream. If the client is not connected to it, the notification is kept
     * until the client resumes the stream.
     *
     * @return {@code false} if the client has no connected stream, perhaps because it has connected to another instance
     */
    boolean send(JsonRpcNotification notification) {
        // The newest one, because the connections of older ones may be lost without a sign.
        Optional<LegacyStream> listening = standAlone().stream()
                .max(Comparator.comparing(LegacyStream::isConnected).thenComparing(stream -> stream.connectedAt));
        listening.ifPresent(stream -> stream.send(notification));
        return listening.filter(LegacyStream::isConnected).isPresent();
    }

    /** Ends all streams; streams that are added later end at once. */
    void close() {
        closed = true;
        streams.forEach((id, stream) -> stream.end());
    }
}
