package io.mcpspring.session;

import io.mcpspring.Internal;
import io.mcpspring.event.InstanceMessage;
import io.mcpspring.event.Instances;
import io.mcpspring.event.ListChanged;
import io.mcpspring.event.ServerEvent;
import io.mcpspring.event.ServerEvents;
import io.mcpspring.exchange.Sealer;
import io.mcpspring.protocol.JsonRpcMessage;
import io.mcpspring.protocol.JsonRpcNotification;
import io.mcpspring.protocol.JsonRpcRequest;
import io.mcpspring.protocol.JsonRpcResponse;
import io.mcpspring.protocol.McpJson;
import io.mcpspring.protocol.RequestId;
import io.mcpspring.protocol.RequestMethod;
import io.mcpspring.server.ListeningStreams;
import io.mcpspring.server.Shutdown;
import io.mcpspring.server.StreamEvent;
import io.mcpspring.validation.Quoted;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.Flux;
import reactor.core.scheduler.Schedulers;
import tools.jackson.databind.JsonNode;

/**
 * Opens, finds, serves and ends legacy sessions. A session id is an encrypted token that contains the session; only
 * servers with the same secret can create and read it. Therefore sessions are not stored. State is kept only for
 * sessions that are in use.
 */
@Internal
public final class LegacySessions implements AutoCloseable {

    private static final Log logger = LogFactory.getLog(LegacySessions.class);

    private static final String PURPOSE = "session";

    private static final int MAX_ENDED = 100_000;

    /** The maximum size of answers that are passed on to other instances. */
    private static final int MAX_FORWARDED_BYTES = 1024 * 1024;

    private static final int MAX_FORWARDED_ID_CHARACTERS = 256;

    /** The methods that change the state of their session. */
    private static final Set<String> CHANGING =
            Set.of(RequestMethod.SET_LEVEL.value(), RequestMethod.SUBSCRIBE.value());

    private final SecureRandom random = new SecureRandom();

    private final EndedSessions ended = new EndedSessions(MAX_ENDED);

    private final Sealer sealer;

    private final SessionSettings settings;

    private final Instances instances;

    private final ListeningStreams listeningStreams;

    private final Shutdown shutdown;

    private final InstantSource clock;

    private final OpenSessions open;

    private final Disposable background;

    public LegacySessions(
            Sealer sealer,
            SessionSettings settings,
            Instances instances,
            ServerEvents events,
            ListeningStreams listeningStreams,
            Shutdown shutdown,
            InstantSource clock) {
        this.sealer = sealer;
        this.settings = settings;
        this.instances = instances;
        this.listeningStreams = listeningStreams;
        this.shutdown = shutdown;
        this.clock = clock;
        this.open = new OpenSessions(settings, clock);
        long pause = Math.max(1, Math.min(60, settings.idleTimeout().toSeconds() / 2));
        this.background = Disposables.composite(
                Schedulers.parallel().schedulePeriodically(this::sweep, pause, pause, TimeUnit.SECONDS),
                events.subscribe(this::publish),
                shutdown.onBegin(open::closeStandAloneStreams));
        instances.onMessage(
                InstanceMessage.SessionEnded.class, end -> end(end.session(), Instant.ofEpochSecond(end.expiresAt())));
        instances.onMessage(
                InstanceMessage.Answered.class,
                answered -> answerHere(
                        answered.session(),
                        new JsonRpcResponse.FromClient(
                                new RequestId(answered.response().path("id")), answered.response())));
        instances.onMessage(
                InstanceMessage.Cancelled.class,
                cancelled -> cancelHere(cancelled.session(), new RequestId(cancelled.requestId())));
        instances.onMessage(
                InstanceMessage.Undelivered.class,
                undelivered -> undelivered
                        .sessions()
                        .forEach(key -> open.find(key).ifPresent(remembered -> remembered.send(undelivered.event()))));
        instances.onMessage(
                InstanceMessage.Unsubscribed.class,
                unsubscribed -> open.find(unsubscribed.session())
                        .ifPresent(remembered ->
                                remembered.unsubscribe(unsubscribed.event().topic())));
    }

    // A client may have subscribed on this instance and have its stream on another one.
    private void publish(ServerEvent event) {
        List<String> elsewhere = open.publish(event);
        if (!elsewhere.isEmpty()) {
            instances.publish(new InstanceMessage.Undelivered(elsewhere, event));
        }
    }

    /**
     * Begins a session.
     *
     * @param user the authenticated user, the only one who may use the session; {@code null} if there is none
     * @return the session id, visible ASCII of at most 512 characters
     */
    public String open(LegacyClient client, @Nullable String user) {
        byte[] nonce = new byte[SessionData.NONCE_BYTES];
        random.nextBytes(nonce);
        Instant now = clock.instant().truncatedTo(ChronoUnit.SECONDS);
        return sealer.seal(PURPOSE, new SessionData(nonce, client, hash(user), now).toBytes());
    }

    /**
     * Returns the session of an id; empty if the id is invalid or expired, or if the session was ended or belongs to
     * another user.
     */
    public Optional<LegacySession> find(String id, @Nullable String user) {
        return sealer.open(PURPOSE, id)
                .flatMap(SessionData::of)
                .filter(data -> Arrays.equals(data.userHash(), hash(user)))
                .map(SessionData::session)
                .filter(session -> clock.instant().isBefore(expiry(session)))
                .filter(session -> !ended.contains(session.key()));
    }

    /** Returns the client of a session as the sender of a POST. */
    public LegacyPeer peer(LegacySession session) {
        return new SessionPeer(session, this);
    }

    /**
     * Ends a session before it expires, with its running requests and streams.
     *
     * @throws SessionRefusedException if too many sessions were ended, so that the id of this one stays valid
     */
    public void end(LegacySession session) {
        boolean noted = end(session.key(), expiry(session));
        instances.publish(
                new InstanceMessage.SessionEnded(session.key(), expiry(session).getEpochSecond()));
        if (!noted) {
            throw new SessionRefusedException(
                    SessionRefusedException.Reason.TOO_MANY_ENDED_SESSIONS,
                    "The requests and streams of the session have ended, but its id stays valid until it expires,"
                            + " because too many sessions were ended");
        }
    }

    private boolean end(String key, Instant expiry) {
        boolean noted = ended.add(key, expiry);
        open.close(key);
        return noted;
    }

    private void sweep() {
        open.sweep();
        ended.sweep(clock.instant());
    }

    private Instant expiry(LegacySession session) {
        return session.openedAt().plus(settings.maxAge());
    }

    LegacyReply serve(
            LegacySession session,
            List<JsonRpcMessage> messages,
            int responses,
            boolean acceptsStream,
            LegacyReply.Dispatch dispatch) {
        OpenSession remembered = open.enter(session);
        if (messages.stream().anyMatch(LegacySessions::changesSession) && !open.keep(remembered)) {
            open.leave(remembered);
            throw SessionRefusedException.tooManySessions();
        }
        ReplyStream stream =
                remembered.reply(responses, session.client().protocolVersion(), () -> open.leave(remembered));
        return new LegacyReply(
                remembered, stream, messages, acceptsStream, dispatch, message -> receive(session, message));
    }

    private static boolean changesSession(JsonRpcMessage message) {
        return message instanceof JsonRpcRequest request && CHANGING.contains(request.method());
    }

    /** Returns a stand-alone stream; fails with a {@link SessionRefusedException} if there are too many. */
    public Flux<StreamEvent> listen(LegacySession session) {
        return listen(session, remembered -> remembered.listen(session.client().protocolVersion()));
    }

    private Flux<StreamEvent> listen(LegacySession session, Function<OpenSession, Flux<StreamEvent>> listening) {
        return Flux.using(
                this::reserveStream,
                reserved -> visit(session, remembered -> {
                    if (!open.keep(remembered)) {
                        throw SessionRefusedException.tooManySessions();
                    }
                    Flux<StreamEvent> events = listening.apply(remembered);
                    if (shutdown.hasBegun()) {
                        // The stream may have been opened after the others were closed.
                        open.closeStandAloneStreams();
                    }
                    return events;
                }),
                ListeningStreams::close);
    }

    private ListeningStreams reserveStream() {
        if (!listeningStreams.tryOpen()) {
            throw new SessionRefusedException(
                    SessionRefusedException.Reason.TOO_MANY_LISTENING_STREAMS, ListeningStreams.TOO_MANY);
        }
        return listeningStreams;
    }

    /**
     * Returns the rest of a stream whose connection the client lost. If the events are no longer kept, the stream of a
     * call fails with a {@link SessionRefusedException}, so that the client repeats the call; a stand-alone stream is
     * replaced by a new one.
     *
     * @param offered the lists that a client must read again if it may have missed something on a stand-alone stream
     */
    public Flux<StreamEvent> resume(LegacySession session, String lastEventId, List<ListChanged> offered) {
        EventId last = EventId.of(lastEventId).orElse(null);
        if (last != null && last.isOfStandAloneStream()) {
            return listen(
                    session,
                    remembered -> remembered.listenAgain(last, session.client().protocolVersion(), offered));
        }
        return last == null || open.find(session.key()).isEmpty()
                ? Flux.error(SessionRefusedException.unknownEvent(lastEventId))
                : visit(session, remembered -> remembered.resume(last));
    }

    private Flux<StreamEvent> visit(LegacySession session, Function<OpenSession, Flux<StreamEvent>> visit) {
        return Flux.using(() -> open.enter(session), visit, open::leave);
    }

    void receive(LegacySession session, JsonRpcMessage message) {
        if (message instanceof JsonRpcResponse.FromClient response) {
            answer(session, response);
        } else if (message instanceof JsonRpcNotification notification
                && notification.method().equals("notifications/cancelled")
                && notification.params() instanceof JsonNode params
                && RequestId.isValid(params.path("requestId"))) {
            cancel(
                    session,
                    new RequestId(params.path("requestId")),
                    params.path("reason").asString(""));
        }
    }

    private void answer(LegacySession session, JsonRpcResponse.FromClient response) {
        if (answerHere(session.key(), response)) {
            return;
        }
        logger.debug("No question with the id " + Quoted.of(response.id().toString()) + " is open here");
        if (PendingQuestions.isQuestionId(response.id())) {
            forward(session, response);
        }
    }

    // Large answers are dropped, because all instances read every message that is passed on.
    private void forward(LegacySession session, JsonRpcResponse.FromClient response) {
        if (McpJson.writeValue(response.message()).length <= MAX_FORWARDED_BYTES) {
            instances.publish(new InstanceMessage.Answered(session.key(), response.message()));
        } else {
            logger.warn(
                    "An answer of a client was dropped: its question was not asked by this instance, and it is larger"
                            + " than " + MAX_FORWARDED_BYTES + " bytes");
        }
    }

    private boolean answerHere(String key, JsonRpcResponse.FromClient response) {
        return open.find(key).filter(remembered -> remembered.answer(response)).isPresent();
    }

    boolean isRunning(LegacySession session, RequestId request) {
        return open.find(session.key())
                .filter(remembered -> remembered.isRunning(request))
                .isPresent();
    }

    private void cancel(LegacySession session, RequestId request, String reason) {
        String id = request.toString();
        logger.debug("The client cancelled request " + Quoted.of(id) + ": " + Quoted.of(reason));
        if (!cancelHere(session.key(), request) && id.length() <= MAX_FORWARDED_ID_CHARACTERS) {
            instances.publish(new InstanceMessage.Cancelled(session.key(), request.value()));
        }
    }

    private boolean cancelHere(String key, RequestId request) {
        return open.find(key).filter(remembered -> remembered.cancel(request)).isPresent();
    }

    /** Ends the running requests and streams of all sessions; their ids stay valid. */
    @Override
    public void close() {
        background.dispose();
        open.closeAll();
    }

    private static byte[] hash(@Nullable String user) {
        if (user == null) {
            return new byte[SessionData.USER_HASH_BYTES];
        }
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(user.getBytes(StandardCharsets.UTF_8));
            return Arrays.copyOf(digest, SessionData.USER_HASH_BYTES);
        } catch (NoSuchAlgorithmException ex) {
            throw new IllegalStateException("SHA-256 is not available", ex);
        }
    }
}
