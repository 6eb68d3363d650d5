package io.mcpspring.transport;

import io.mcpspring.event.ListChanged;
import io.mcpspring.exchange.CallContext;
import io.mcpspring.exchange.ClientChannel;
import io.mcpspring.memory.RequestMemory;
import io.mcpspring.protocol.ClientCapabilities;
import io.mcpspring.protocol.Implementation;
import io.mcpspring.protocol.JsonRpcError;
import io.mcpspring.protocol.JsonRpcMessage;
import io.mcpspring.protocol.JsonRpcRequest;
import io.mcpspring.protocol.JsonRpcResponse;
import io.mcpspring.protocol.McpProtocolException;
import io.mcpspring.protocol.MirroredHeaders;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.protocol.RequestId;
import io.mcpspring.protocol.ServerCapabilities;
import io.mcpspring.server.McpDispatcher;
import io.mcpspring.server.ServerDescription;
import io.mcpspring.server.StreamEvent;
import io.mcpspring.session.LegacyReply;
import io.mcpspring.session.LegacySession;
import io.mcpspring.session.LegacySessions;
import io.mcpspring.session.SessionRefusedException;
import io.mcpspring.validation.Quoted;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * Revisions 2025-03-26 to 2025-11-25: {@code initialize} negotiates a revision, and a session id carries it through all
 * further requests.
 */
final class LegacyEra implements Era {

    private static final int MAX_BATCH = 100;

    private final ServerDescription server;

    private final McpDispatcher dispatcher;

    private final @Nullable LegacySessions sessions;

    private final Silence silence;

    /** @param sessions {@code null} to do without session ids */
    LegacyEra(ServerDescription server, McpDispatcher dispatcher, @Nullable LegacySessions sessions, Silence silence) {
        this.server = server;
        this.dispatcher = dispatcher;
        this.sessions = sessions;
        this.silence = silence;
    }

    @Override
    public boolean claims(Post post) {
        return true;
    }

    @Override
    public Reply receive(Post post) {
        Payload payload = post.payload();
        JsonRpcRequest single = payload.singleRequest().orElse(null);
        if (single != null && single.method().equals("initialize")) {
            return initialize(single, post);
        }
        RequestId id = single == null ? null : single.id();
        checkVersionHeader(post.header(McpHeaders.PROTOCOL_VERSION), id);
        LegacySession session = session(post, id);
        if (payload.batch()) {
            checkBatch(payload.messages(), session.protocolVersion());
        }
        return serve(post, session, Map.of());
    }

    /**
     * The stream of a session's own, or the rest of one that its client has lost.
     *
     * @throws Refusal if there is no such session or stream
     */
    Reply get(HttpHeaders headers, @Nullable String user) {
        LegacySessions known = Objects.requireNonNull(sessions);
        checkVersionHeader(headers.getFirst(McpHeaders.PROTOCOL_VERSION), null);
        LegacySession session = find(headers.getFirst(McpHeaders.SESSION_ID), user, null);
        String lastEvent = headers.getFirst(McpHeaders.LAST_EVENT_ID);
        Flux<StreamEvent> events = lastEvent == null
                ? known.listen(session)
                : known.resume(session, lastEvent.strip(), lists(session.protocolVersion()));
        return new Reply.Stream(events.onErrorMap(SessionRefusedException.class, LegacyEra::refusal));
    }

    /** The lists that the server offers, as events that say to look at them again. */
    private List<ListChanged> lists(ProtocolVersion version) {
        ServerCapabilities capabilities = server.capabilities().apply(version);
        List<ListChanged> lists = new ArrayList<>();
        if (capabilities.tools() != null) {
            lists.add(ListChanged.TOOLS);
        }
        if (capabilities.prompts() != null) {
            lists.add(ListChanged.PROMPTS);
        }
        if (capabilities.resources() != null) {
            lists.add(ListChanged.RESOURCES);
        }
        return lists;
    }

    /**
     * Ends a session on its client's wish.
     *
     * @throws Refusal if there is no such session, or its end cannot be remembered
     */
    void delete(HttpHeaders headers, @Nullable String user) {
        LegacySessions known = Objects.requireNonNull(sessions);
        checkVersionHeader(headers.getFirst(McpHeaders.PROTOCOL_VERSION), null);
        LegacySession session = find(headers.getFirst(McpHeaders.SESSION_ID), user, null);
        try {
            known.end(session);
        } catch (SessionRefusedException refused) {
            throw refusal(refused);
        }
    }

    private Reply initialize(JsonRpcRequest request, Post post) {
        String requested = request.params().path("protocolVersion").stringValue(null);
        if (requested == null) {
            throw new Refusal(
                    HttpStatus.OK,
                    new JsonRpcError(
                            JsonRpcError.INVALID_PARAMS, "'protocolVersion' must be a string, such as '2025-11-25'"),
                    request.id());
        }
        String id = post.header(McpHeaders.SESSION_ID);
        if (id != null && sessions != null && sessions.find(id, post.user()).isPresent()) {
            throw Refusal.badRequest(
                    "The session is initialized already; begin a new one without " + McpHeaders.SESSION_ID,
                    request.id());
        }
        ProtocolVersion version = negotiate(requested, request.id());
        Implementation client = ClientInfo.read(request.params().path("clientInfo"));
        ClientCapabilities capabilities = ClientCapabilities.of(request.params().path("capabilities"));
        LegacySession session = sessionless(version, client, capabilities);
        Map<String, String> headers = sessions == null
                ? Map.of()
                : Map.of(McpHeaders.SESSION_ID, sessions.open(version, client, capabilities, post.user()));
        return serve(post, session, headers);
    }

    private ProtocolVersion negotiate(String requested, RequestId id) {
        return ProtocolVersion.of(requested)
                .filter(version -> version.isLegacy() && server.serves(version))
                .or(server::newestLegacyVersion)
                .orElseThrow(() -> unsupported(requested, id));
    }

    private void checkVersionHeader(@Nullable String header, @Nullable RequestId id) {
        if (header != null
                && ProtocolVersion.of(header.strip()).filter(server::serves).isEmpty()) {
            throw unsupported(header, id);
        }
    }

    private Refusal unsupported(String requested, @Nullable RequestId id) {
        return Refusal.badRequest(
                McpProtocolException.unsupportedVersion(Quoted.of(requested), server.protocolVersions()), id);
    }

    private LegacySession session(Post post, @Nullable RequestId id) {
        ProtocolVersion newest = server.newestLegacyVersion()
                .orElseThrow(() -> Refusal.badRequest(
                        McpProtocolException.headerMismatch("Header " + McpHeaders.PROTOCOL_VERSION + " is missing"),
                        id));
        if (sessions != null) {
            return find(post.header(McpHeaders.SESSION_ID), post.user(), id);
        }
        String header = post.header(McpHeaders.PROTOCOL_VERSION);
        ProtocolVersion version = header == null
                ? ProtocolVersion.withoutHeader()
                : ProtocolVersion.of(header).orElseThrow();
        return sessionless(server.serves(version) ? version : newest, null, ClientCapabilities.NONE);
    }

    private LegacySession find(@Nullable String sessionId, @Nullable String user, @Nullable RequestId id) {
        if (sessionId == null) {
            throw Refusal.badRequest("Header " + McpHeaders.SESSION_ID + " is missing; begin with initialize", id);
        }
        LegacySessions known = Objects.requireNonNull(sessions);
        LegacySession session = known.find(sessionId.strip(), user).orElse(null);
        if (session == null || !server.serves(session.protocolVersion())) {
            throw new Refusal(
                    HttpStatus.NOT_FOUND,
                    new JsonRpcError(
                            JsonRpcError.INVALID_REQUEST,
                            "The session is unknown or has ended; begin a new one with initialize"),
                    id);
        }
        return session;
    }

    private static LegacySession sessionless(
            ProtocolVersion version, @Nullable Implementation client, ClientCapabilities capabilities) {
        return new LegacySession("", version, client, capabilities, Instant.EPOCH);
    }

    private static void checkBatch(List<JsonRpcMessage> messages, ProtocolVersion version) {
        if (!version.hasBatches()) {
            throw Refusal.badRequest("Revision " + version + " has no batches: send one message at a time", null);
        }
        if (messages.isEmpty() || messages.size() > MAX_BATCH) {
            throw Refusal.badRequest("A batch has 1 to " + MAX_BATCH + " messages", null);
        }
        if (messages.stream()
                .anyMatch(message -> message instanceof JsonRpcRequest request
                        && request.method().equals("initialize"))) {
            throw Refusal.badRequest("initialize cannot be part of a batch", null);
        }
        if (messages.stream().anyMatch(JsonRpcResponse.FromClient.class::isInstance)
                && !messages.stream().allMatch(JsonRpcResponse.FromClient.class::isInstance)) {
            throw Refusal.badRequest("A batch has requests and notifications, or responses, not both", null);
        }
    }

    private Reply serve(Post post, LegacySession session, Map<String, String> headers) {
        List<JsonRpcMessage> messages = post.payload().messages();
        List<JsonRpcMessage> answered = messages.stream()
                .filter(message -> message instanceof JsonRpcRequest || message instanceof JsonRpcResponse.Failure)
                .toList();
        if (answered.isEmpty()) {
            if (sessions != null) {
                messages.forEach(message -> sessions.receive(session, message));
            }
            return new Reply.Empty(HttpStatus.ACCEPTED);
        }
        if (answered.size() == 1
                && answered.get(0) instanceof JsonRpcRequest request
                && sessions != null
                && sessions.isRunning(session, request.id())) {
            throw Refusal.badRequest(
                    "A request with the id " + Quoted.of(request.id().toString()) + " is running already",
                    request.id());
        }
        AtomicReference<@Nullable LegacyReply> begun = new AtomicReference<>();
        return new Reply.Responses(
                headers,
                answered.size(),
                post.payload().batch(),
                whileHeld(post, Flux.defer(() -> events(messages, answered.size(), session, post, begun))),
                response -> HttpStatus.OK,
                () -> Objects.requireNonNull(begun.get()).taken());
    }

    // A reply may become a stream, for which the body is done with, before the first request has begun.
    private static Flux<StreamEvent> whileHeld(Post post, Flux<StreamEvent> events) {
        RequestMemory memory =
                (RequestMemory) Objects.requireNonNull(post.attributes().get(RequestMemory.class));
        return Flux.from(subscriber -> {
            Disposable held = memory.hold();
            try {
                events.subscribe(subscriber);
            } finally {
                held.dispose();
            }
        });
    }

    private Flux<StreamEvent> events(
            List<JsonRpcMessage> messages,
            int responses,
            LegacySession session,
            Post post,
            AtomicReference<@Nullable LegacyReply> begun) {
        boolean acceptsStream = post.accepts().stream();
        Post sender = post.withoutMessages();
        LegacyReply reply = reply(
                messages,
                responses,
                session,
                acceptsStream,
                (request, channel) -> dispatcher.dispatch(request, context(request, session, sender, channel)));
        begun.set(reply);
        Flux<StreamEvent> events = post.accepts().json() ? reply.events() : reply.streamed();
        return acceptsStream ? silence.breakIn(events, sink -> reply.open()) : events;
    }

    private LegacyReply reply(
            List<JsonRpcMessage> messages,
            int responses,
            LegacySession session,
            boolean acceptsStream,
            LegacyReply.Dispatch dispatch) {
        if (sessions == null || session.key().isEmpty()) {
            return LegacyReply.withoutSession(messages, responses, acceptsStream, dispatch);
        }
        try {
            return sessions.serve(session, messages, responses, acceptsStream, dispatch);
        } catch (SessionRefusedException refused) {
            throw refusal(refused);
        }
    }

    private static Refusal refusal(SessionRefusedException refused) {
        return Refusal.of(
                switch (refused.reason()) {
                    case TOO_MANY_SESSIONS, TOO_MANY_ENDED_SESSIONS, TOO_MANY_LISTENING_STREAMS ->
                        HttpStatus.SERVICE_UNAVAILABLE;
                    case TOO_MANY_STREAMS -> HttpStatus.TOO_MANY_REQUESTS;
                    case UNKNOWN_EVENT -> HttpStatus.BAD_REQUEST;
                },
                refused.getMessage());
    }

    private static CallContext context(
            JsonRpcRequest request, LegacySession session, Post post, ClientChannel channel) {
        JsonNode meta = request.params().path("_meta");
        return new CallContext(
                session.protocolVersion(),
                session.clientInfo(),
                session.clientCapabilities(),
                meta.isObject() ? meta : JsonNodeFactory.instance.objectNode(),
                MirroredHeaders.NONE,
                post.user(),
                channel,
                post.attributes());
    }
}
