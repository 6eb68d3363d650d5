package io.mcpspring.session;

import io.mcpspring.Internal;
import io.mcpspring.event.InstanceMessage.Answered;
import io.mcpspring.event.InstanceMessage.Cancelled;
import io.mcpspring.event.InstanceMessage.SessionEnded;
import io.mcpspring.event.InstanceMessage.Undelivered;
import io.mcpspring.event.InstanceMessage.Unsubscribed;
import io.mcpspring.event.Instances;
import io.mcpspring.event.ListChanged;
import io.mcpspring.event.ServerEvent;
import io.mcpspring.event.ServerEvents;
import io.mcpspring.memory.ByteBudget;
import io.mcpspring.memory.RequestMemory;
import io.mcpspring.protocol.JsonRpcMessage;
import io.mcpspring.protocol.JsonRpcNotification;
import io.mcpspring.protocol.JsonRpcResponse;
import io.mcpspring.protocol.McpProtocolException;
import io.mcpspring.protocol.RequestId;
import io.mcpspring.seal.Sealer;
import io.mcpspring.server.Deadlines;
import io.mcpspring.server.ErrorReport;
import io.mcpspring.server.ListeningStreams;
import io.mcpspring.server.Shutdown;
import io.mcpspring.server.StreamEvent;
import io.mcpspring.validation.Quoted;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Predicate;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;
import tools.jackson.databind.JsonNode;

/**
 * Opens, finds, serves and ends legacy sessions. A session id is an encrypted token that contains the session; only
 * servers with the same secret can create and read it. Therefore sessions are not stored. State is kept only for
 * sessions that have some.
 */
@Internal
public final class LegacySessions implements AutoCloseable {

    private static final Log logger = LogFactory.getLog(LegacySessions.class);

    final EndedSessions ended;

    private final List<BiConsumer<LegacySession, Duration>> endListeners = new CopyOnWriteArrayList<>();

    final SessionTokens tokens;

    private final SessionSettings settings;

    private final Instances instances;

    private final ListeningStreams listeningStreams;

    private final Mono<Void> shutdownBegun;

    private final InstantSource clock;

    final OpenSessions open;

    private final Disposable background;

    public LegacySessions(
            Sealer sealer,
            SessionSettings settings,
            EndedSessions ended,
            Instances instances,
            ServerEvents events,
            ListeningStreams listeningStreams,
            Shutdown shutdown,
            InstantSource clock) {
        this.tokens = new SessionTokens(sealer);
        this.settings = settings;
        this.ended = ended;
        this.instances = instances;
        this.listeningStreams = listeningStreams;
        this.shutdownBegun = Mono.create(begun -> begun.onDispose(shutdown.onBegin(begun::success)));
        this.clock = clock;
        // One eighth of the heap for the kept events of all sessions, and a sixteenth for their subscriptions.
        this.open = new OpenSessions(settings, ByteBudget.ofHeap(8), ByteBudget.ofHeap(16), Deadlines.steadyClock());
        long pause = Math.max(1, Math.min(60, settings.idleTimeout().toSeconds() / 2));
        this.background = Disposables.composite(
                Schedulers.parallel().schedulePeriodically(this::sweep, pause, pause, TimeUnit.SECONDS),
                events.subscribe(this::publish));
        instances.onMessage(SessionEnded.class, end -> end(end.session()));
        instances.onMessage(
                Answered.class,
                answered -> onThisInstance(answered.session(), used -> used.questions.answer(answered.response())));
        instances.onMessage(
                Cancelled.class,
                cancelled ->
                        onThisInstance(cancelled.session(), used -> used.cancel(new RequestId(cancelled.requestId()))));
        instances.onMessage(Undelivered.class, missed -> open.publish(missed.event(), missed.sessions()));
        instances.onMessage(
                Unsubscribed.class,
                dropped -> open.find(dropped.session())
                        .ifPresent(used -> used.unsubscribe(dropped.event().topic())));
        ended.load(this::end);
    }

    // A client may have subscribed on this instance and have its stream on another one.
    private void publish(ServerEvent event) {
        List<String> withoutStream = open.publish(event);
        if (!withoutStream.isEmpty()) {
            instances.publish(new Undelivered(withoutStream, event));
        }
    }

    /** The number of sessions that are in use, or whose state is kept between their requests. */
    public int inUse() {
        return open.size();
    }

    /**
     * Begins a session.
     *
     * @param user the authenticated user, the only one who may use the session; {@code null} if there is none
     */
    public LegacySession begin(LegacyClient client, @Nullable String user) {
        return tokens.begin(client, user, clock.instant());
    }

    /** Returns the id of a session, visible ASCII of at most 512 characters. */
    public String id(LegacySession session) {
        return tokens.id(session);
    }

    /**
     * Returns the session of an id; empty if the id is invalid or expired, or if the session was ended or belongs to
     * another user.
     */
    public Optional<LegacySession> find(String id, @Nullable String user) {
        return tokens.read(id).filter(session -> session.isOf(user)).filter(this::isValid);
    }

    private boolean isValid(LegacySession session) {
        long age = clock.millis() - session.openedAt().toEpochMilli();
        return age < settings.maxAge().toMillis() && !ended.contains(session.key());
    }

    /** Whether the id is that of a session of another user. */
    public boolean isOfAnotherUser(String id, @Nullable String user) {
        return tokens.read(id).filter(session -> !session.isOf(user)).isPresent();
    }

    /** Ends a session before it expires, with its running requests and streams. */
    public void end(LegacySession session) {
        end(session.key());
        ended.keep(session);
        Duration duration = Duration.between(session.openedAt(), clock.instant());
        endListeners.forEach(listener -> ErrorReport.attempt(
                logger, "The end of a session was not processed", () -> listener.accept(session, duration)));
        instances.publish(new SessionEnded(session.key()));
    }

    private void end(String key) {
        ended.add(key);
        open.close(key);
    }

    /** Passes on the sessions that their clients end on this instance, with their durations. */
    public void onEnd(BiConsumer<LegacySession, Duration> listener) {
        endListeners.add(listener);
    }

    /** Removes what has expired. */
    void sweep() {
        open.sweep();
        ended.sweep();
    }

    /**
     * Serves the requests of a POST. The session is in use until the reply, which is to be subscribed to, has ended.
     *
     * @param messages requests, and the responses to invalid requests; other messages are ignored
     * @param batch whether the responses are sent as an array
     * @param acceptsStream whether the client accepts messages before the responses
     * @param memory the memory of the requests, held until all of them have ended
     */
    public LegacyReply serve(
            LegacySession session,
            List<JsonRpcMessage> messages,
            boolean batch,
            boolean acceptsStream,
            RequestMemory memory,
            LegacyReply.Dispatch dispatch) {
        OpenSession used = enter(session, memory.caller());
        return new LegacyReply(used, () -> open.leave(used), messages, batch, acceptsStream, memory, dispatch);
    }

    /**
     * Returns a stand-alone stream, or the rest of a stream whose connection the client lost. If its events are no
     * longer kept, the stream of a call fails with a {@link SessionRefusedException}, so that the client repeats the
     * call; a stand-alone stream is replaced by a new one, which fails with that exception if there are too many.
     *
     * @param user identifies the user of the session
     * @param lastEventId the last event that the client received; {@code null} for a new stream
     * @param offered the lists that a client must read again if it may have missed something on a stand-alone stream
     */
    public Flux<StreamEvent> listen(
            LegacySession session,
            @Nullable String user,
            int caller,
            @Nullable String lastEventId,
            List<ListChanged> offered) {
        EventId last = lastEventId == null
                ? null
                : EventId.of(lastEventId).orElseThrow(() -> SessionRefusedException.unknownEvent(lastEventId));
        if (last != null && !last.isOfStandAloneStream()) {
            return withOpenSession(session, caller, opened -> opened.streams.resume(last));
        }
        return Flux.using(
                () -> {
                    ListeningStreams.Exceeded refusal = listeningStreams.openOrRefuse(user);
                    if (refusal != null) {
                        throw new SessionRefusedException(refusal, refusal.text());
                    }
                    return listeningStreams;
                },
                reserved -> withOpenSession(session, caller, opened -> opened.streams.listen(last, offered))
                        .takeUntilOther(shutdownBegun),
                reserved -> reserved.close(user));
    }

    private Flux<StreamEvent> withOpenSession(
            LegacySession session, int caller, Function<OpenSession, Flux<StreamEvent>> use) {
        return Flux.using(() -> enter(session, caller), use, open::leave);
    }

    private OpenSession enter(LegacySession session, int caller) {
        OpenSession entered = open.enter(session, caller);
        // The session may have been ended after it was found, and before there was something to close.
        if (ended.contains(session.key())) {
            open.close(session.key());
        }
        return entered;
    }

    /**
     * Receives a message without a response: an answer to a request of the server, or a notification.
     *
     * @throws McpProtocolException if another instance may await the answer, and it is too large to be passed on
     */
    public void receive(LegacySession session, JsonRpcMessage message) {
        if (message instanceof JsonRpcResponse.FromClient response) {
            answer(session, response);
        } else if (message instanceof JsonRpcNotification notification
                && notification.method().equals("notifications/cancelled")
                && notification.params() instanceof JsonNode params
                && RequestId.isValid(params.path("requestId"))) {
            String reason = params.path("reason").asString("");
            cancel(session, new RequestId(params.path("requestId")), reason);
        }
    }

    private void answer(LegacySession session, JsonRpcResponse.FromClient response) {
        if (onThisInstance(session.key(), openSession -> openSession.questions.answer(response.message()))) {
            return;
        }
        logger.debug("This instance awaits no response with the id "
                + Quoted.of(response.id().toString()));
        if (PendingQuestions.isQuestionId(response.id())) {
            instances.publishAnswer(new Answered(session.key(), response.message()));
        }
    }

    private void cancel(LegacySession session, RequestId id, String reason) {
        logger.debug("The client cancelled request " + Quoted.of(id.toString()) + ": " + Quoted.of(reason));
        if (!onThisInstance(session.key(), openSession -> openSession.cancel(id))) {
            instances.publish(new Cancelled(session.key(), id.value()));
        }
    }

    private boolean onThisInstance(String key, Predicate<OpenSession> use) {
        return open.find(key).filter(use).isPresent();
    }

    /** Ends the running requests and streams of all sessions; their ids stay valid. */
    @Override
    public void close() {
        background.dispose();
        open.closeAll();
    }
}
