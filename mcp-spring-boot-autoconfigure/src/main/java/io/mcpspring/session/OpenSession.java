package io.mcpspring.session;

import io.mcpspring.event.ListChanged;
import io.mcpspring.event.ServerEvent;
import io.mcpspring.exchange.McpClientCapabilityException;
import io.mcpspring.memory.ByteBudget;
import io.mcpspring.protocol.InputRequest;
import io.mcpspring.protocol.JsonRpcError;
import io.mcpspring.protocol.JsonRpcMessage;
import io.mcpspring.protocol.JsonRpcNotification;
import io.mcpspring.protocol.JsonRpcRequest;
import io.mcpspring.protocol.JsonRpcResponse;
import io.mcpspring.protocol.LoggingLevel;
import io.mcpspring.protocol.McpProtocolException;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.protocol.RequestId;
import io.mcpspring.server.StreamEvent;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoSink;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.StringNode;

/** What is remembered of a session while it is in use: running requests, open questions, streams, the log level. */
final class OpenSession {

    private static final Pattern QUESTION_ID = Pattern.compile("[0-9a-f]{8}-\\d{1,10}");

    private final String key;

    private final SessionSettings settings;

    private final OpenSessions sessions;

    private final InstantSource clock;

    private final EventLog log;

    private final boolean keepsEvents;

    private final Map<RequestId, RunningRequest> running = new HashMap<>();

    private final Map<RequestId, MonoSink<JsonNode>> questions = new HashMap<>();

    // With a lock of its own. A stream that ends is forgotten from within the stream: hence none is called from here
    // while the session is locked.
    private final Map<String, LegacyStream> streams = new ConcurrentHashMap<>();

    private final Subscriptions subscriptions;

    private @Nullable LoggingLevel logLevel;

    // Apart from those of other instances, and of the same session when it was forgotten in between.
    private final String questionPrefix =
            HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextInt()) + "-";

    private int lastQuestion;

    private Instant lastUse;

    private int users;

    private boolean closed;

    OpenSession(
            String key,
            SessionSettings settings,
            OpenSessions sessions,
            ByteBudget events,
            Subscriptions subscriptions,
            InstantSource clock) {
        this.key = key;
        this.settings = settings;
        this.sessions = sessions;
        this.subscriptions = subscriptions;
        this.clock = clock;
        this.log = new EventLog(settings.eventsMaxSize(), settings.eventsTtl(), events, clock);
        this.keepsEvents = settings.eventsMaxSize() > 0 && !settings.eventsTtl().isZero();
        this.lastUse = clock.instant();
    }

    String key() {
        return key;
    }

    /**
     * A request of the client's begins; until {@link #leave} the session is not forgotten.
     *
     * @return {@code false} if it is forgotten already
     */
    synchronized boolean enter() {
        if (!closed) {
            users++;
        }
        return !closed;
    }

    synchronized void leave() {
        users--;
        lastUse = clock.instant();
    }

    /** Whether no request and no connected stream of the client uses the session. */
    synchronized boolean isIdle() {
        return !closed && users == 0;
    }

    /** Closes the session to newcomers, unless it is in use. */
    synchronized boolean evict() {
        boolean evicted = isIdle();
        closed |= evicted;
        return evicted;
    }

    /** Closes the session to newcomers if there is nothing to remember, or the client has been away for too long. */
    synchronized boolean retire() {
        boolean empty = logLevel == null && subscriptions.isEmpty() && streams.isEmpty() && log.isEmpty();
        boolean stale = lastUse.plus(settings.idleTimeout()).isBefore(clock.instant());
        return (empty || stale) && evict();
    }

    synchronized LoggingLevel logLevel() {
        return logLevel == null ? settings.logLevel() : logLevel;
    }

    synchronized void logLevel(LoggingLevel level) {
        this.logLevel = level;
    }

    /** The stream on which a POST is answered. */
    LegacyStream reply(int responses, ProtocolVersion version, Runnable onEnd) {
        LegacyStream reply = LegacyStream.ofReply(responses, keepsEvents ? log : null, isPollable(version), ended -> {
            forget(ended);
            onEnd.run();
        });
        streams.put(reply.id(), reply);
        endIfLate(reply);
        return reply;
    }

    // Whoever closes the session ends all streams that are there by then.
    private void endIfLate(LegacyStream stream) {
        if (isClosed()) {
            stream.end();
        }
    }

    synchronized boolean isClosed() {
        return closed;
    }

    /**
     * The events that belong to no request, on a new stream.
     *
     * @param missed events that the client may have missed, with which the stream begins
     * @throws SessionRefusedException if there are too many of them
     */
    Flux<StreamEvent> listen(ProtocolVersion version, List<ListChanged> missed) {
        LegacyStream stream = LegacyStream.standAlone(keepsEvents ? log : null, isPollable(version), this::forget);
        LegacyStream abandoned = place(stream);
        if (abandoned != null) {
            abandoned.end();
        }
        endIfLate(stream);
        return stream.begin(context -> {
            stream.open();
            missed.forEach(event -> send(event, stream));
        });
    }

    /**
     * What follows an event on a listening stream; a new stream if that is not known any more.
     *
     * @param offered what a client has to look at again that may have missed something
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

    /** Puts a stream in the place of one whose client is gone, if all places are taken. */
    private synchronized @Nullable LegacyStream place(LegacyStream stream) {
        List<LegacyStream> others = standAlone();
        LegacyStream abandoned = others.size() < settings.maxStreams()
                ? null
                : others.stream()
                        .filter(LegacyStream::isAbandoned)
                        .findFirst()
                        .orElseThrow(() -> new SessionRefusedException(
                                SessionRefusedException.Reason.TOO_MANY_STREAMS,
                                "The session has too many streams (mcp.server.session.max-streams)"));
        if (abandoned != null) {
            streams.remove(abandoned.id());
        }
        streams.put(stream.id(), stream);
        return abandoned;
    }

    private List<LegacyStream> standAlone() {
        return streams.values().stream().filter(LegacyStream::isStandAlone).toList();
    }

    private static boolean isPollable(ProtocolVersion version) {
        return version.hasPrimingEvents();
    }

    private void forget(LegacyStream stream) {
        streams.remove(stream.id());
    }

    /**
     * What follows an event on the stream of a call.
     *
     * @throws SessionRefusedException if that is not known any more
     */
    Flux<StreamEvent> resume(EventId last) {
        LegacyStream stream = streams.get(last.stream());
        return stream != null
                ? stream.resume(last)
                : Flux.fromIterable(log.after(last)).startWith(StreamEvent.OPENING);
    }

    /**
     * Tells the client of an event.
     *
     * @return {@code false} if no stream is there for it
     */
    boolean tell(ServerEvent event) {
        Optional<LegacyStream> audience = audience();
        audience.ifPresent(stream -> send(event, stream));
        return audience.isPresent();
    }

    /** Sends the client what belongs to no request, even when this session was forgotten and is in use again since. */
    void send(JsonRpcNotification notification) {
        sessions.find(key).flatMap(OpenSession::audience).ifPresent(stream -> stream.send(notification));
    }

    private static void send(ServerEvent event, LegacyStream stream) {
        stream.send(new JsonRpcNotification(event.method(), event.params()));
    }

    /** Whether the client asked to know of an event. */
    boolean isSubscribed(ServerEvent event) {
        return subscriptions.contains(event.topic());
    }

    /**
     * Lets the client know of an event from now on.
     *
     * @throws McpProtocolException if the session, or all sessions together, have too many subscriptions
     */
    void subscribe(ServerEvent event) {
        Subscriptions.Outcome outcome = subscriptions.add(event.topic());
        while (outcome == Subscriptions.Outcome.SERVER_FULL && sessions.forgetSubscriber()) {
            outcome = subscriptions.add(event.topic());
        }
        switch (outcome) {
            case SUBSCRIBED -> {}
            case SESSION_FULL ->
                throw McpProtocolException.invalidParams("The session has too many subscriptions:"
                        + " at most " + Subscriptions.MAX_TOPICS + ", of " + Subscriptions.MAX_BYTES / 1024
                        + " KB together");
            case SERVER_FULL ->
                throw new McpProtocolException(
                        JsonRpcError.INTERNAL_ERROR,
                        "All sessions together have too many subscriptions; try again later");
        }
    }

    void unsubscribe(ServerEvent event) {
        subscriptions.remove(event.topic());
    }

    boolean hasSubscriptions() {
        return !subscriptions.isEmpty();
    }

    private Optional<LegacyStream> audience() {
        List<LegacyStream> all =
                standAlone().stream().filter(LegacyStream::isBegun).toList();
        // One that is connected, else one to which the client may come back.
        return all.stream()
                .filter(LegacyStream::isConnected)
                .findFirst()
                .or(() -> all.stream().findFirst());
    }

    /**
     * Remembers a request so that it can be cancelled.
     *
     * @return {@code false} if a request with this id is running already
     */
    synchronized boolean start(RunningRequest request) {
        return !closed && running.putIfAbsent(request.id(), request) == null;
    }

    synchronized boolean isRunning(RequestId id) {
        return running.containsKey(id);
    }

    synchronized void finish(RunningRequest request) {
        running.remove(request.id(), request);
    }

    /** Cancels a request; {@code false} if it is not running here. */
    boolean cancel(RequestId id) {
        RunningRequest request;
        synchronized (this) {
            request = running.get(id);
        }
        if (request != null) {
            request.cancelByClient();
        }
        return request != null;
    }

    /** The client's answer to a request of the server, which has a time limit of its own. */
    Mono<JsonNode> ask(InputRequest question, Consumer<JsonRpcMessage> to) {
        return Mono.defer(() -> {
            RequestId id = nextQuestion();
            return Mono.<JsonNode>create(answer -> {
                        if (remember(id, answer)) {
                            answer.onDispose(() -> forget(id));
                            to.accept(new JsonRpcRequest(id, question.method(), question.params()));
                        } else {
                            answer.error(
                                    new McpClientCapabilityException("The client cannot be asked: it has not answered "
                                            + settings.maxPending() + " earlier questions"));
                        }
                    })
                    .doOnCancel(() -> to.accept(new JsonRpcNotification(
                            "notifications/cancelled",
                            Map.of("requestId", id, "reason", "The answer is no longer awaited"))))
                    .timeout(settings.requestTimeout())
                    .onErrorMap(
                            TimeoutException.class,
                            late -> new McpClientCapabilityException("The client did not answer within "
                                    + settings.requestTimeout().toSeconds() + " s"));
        });
    }

    private synchronized RequestId nextQuestion() {
        return new RequestId(StringNode.valueOf(questionPrefix + ++lastQuestion));
    }

    /** Whether an id has the form of those that {@link #ask} gives to questions, here or at another instance. */
    static boolean isQuestionId(RequestId id) {
        return id.value().isString()
                && QUESTION_ID.matcher(id.value().stringValue()).matches();
    }

    private synchronized boolean remember(RequestId id, MonoSink<JsonNode> answer) {
        return !closed && questions.size() < settings.maxPending() && questions.putIfAbsent(id, answer) == null;
    }

    private synchronized void forget(RequestId id) {
        questions.remove(id);
    }

    /** Passes on an answer; {@code false} if the question was not asked here. */
    boolean answer(JsonRpcResponse.FromClient response) {
        MonoSink<JsonNode> question;
        synchronized (this) {
            question = questions.remove(response.id());
        }
        if (question == null) {
            return false;
        }
        JsonNode result = response.message().path("result");
        if (result.isObject()) {
            question.success(result);
        } else {
            question.error(new McpClientCapabilityException("The client refused the question: "
                    + response.message().at("/error/message").asString("no reason given")));
        }
        return true;
    }

    /** Ends everything. */
    void close() {
        List<RunningRequest> requests;
        List<MonoSink<JsonNode>> unanswered;
        synchronized (this) {
            closed = true;
            requests = new ArrayList<>(running.values());
            unanswered = new ArrayList<>(questions.values());
        }
        // From here on nothing is told, whatever those make of it who are told that there will be no answer.
        streams.values().forEach(LegacyStream::end);
        unanswered.forEach(question -> question.error(new McpClientCapabilityException("The session has ended")));
        requests.forEach(RunningRequest::cancelByClient);
        log.clear();
        subscriptions.close();
    }

    /** Ends the streams that belong to no request. */
    void closeStandAlone() {
        standAlone().forEach(LegacyStream::end);
    }
}
