package io.mcpspring.http;

import io.mcpspring.exchange.CallContext.Attributes;
import io.mcpspring.exchange.RequestHeaders;
import io.mcpspring.memory.RequestMemory;
import io.mcpspring.protocol.ClientCapabilities;
import io.mcpspring.protocol.JsonRpcError;
import io.mcpspring.protocol.JsonRpcMessage;
import io.mcpspring.protocol.JsonRpcRequest;
import io.mcpspring.protocol.JsonRpcResponse;
import io.mcpspring.protocol.McpProtocolException;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.protocol.RequestId;
import io.mcpspring.protocol.RequestMethod;
import io.mcpspring.server.InitializeLimit;
import io.mcpspring.server.McpDispatcher;
import io.mcpspring.server.Refusals;
import io.mcpspring.server.ServerDescription;
import io.mcpspring.session.LegacyClient;
import io.mcpspring.session.LegacyReply;
import io.mcpspring.session.LegacySession;
import io.mcpspring.session.LegacySessions;
import io.mcpspring.session.SessionRefusedException;
import io.mcpspring.validation.Quoted;
import java.net.InetSocketAddress;
import java.security.Principal;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;

/**
 * The legacy era: {@code initialize} negotiates the revision; further requests identify it by their session id or by a
 * header.
 */
final class LegacyEra {

    private final ServerDescription server;

    private final Optional<ProtocolVersion> newestVersion;

    private final McpDispatcher dispatcher;

    private final LegacySessions sessions;

    private final SessionIds ids;

    private final InitializeLimit limit;

    LegacyEra(ServerDescription server, McpDispatcher dispatcher, LegacySessions sessions, InitializeLimit limit) {
        this.server = server;
        this.newestVersion = server.newestLegacyVersion();
        this.dispatcher = dispatcher;
        this.sessions = sessions;
        this.ids = new SessionIds(server, dispatcher, sessions);
        this.limit = limit;
    }

    /** @throws Refusal if a message breaks a rule of its revision */
    Reply receive(Post post) {
        Payload payload = post.payload();
        JsonRpcRequest single = payload.singleRequest().orElse(null);
        if (single != null && single.isFor(RequestMethod.INITIALIZE)) {
            return initialize(single, post);
        }
        RequestId id = single == null ? null : single.id();
        checkVersionHeader(post.header(McpHeaders.PROTOCOL_VERSION), id);
        LegacySession session = session(post, id);
        if (payload.batch()) {
            checkBatch(payload.messages(), session.client().protocolVersion());
        }
        return serve(post, session, Map.of());
    }

    /** The HTTP methods that the era serves. */
    List<HttpMethod> methods() {
        return newestVersion.isEmpty()
                ? List.of(HttpMethod.POST)
                : List.of(HttpMethod.GET, HttpMethod.POST, HttpMethod.DELETE);
    }

    /**
     * Serves a GET.
     *
     * @param attributes the parts of the request that rules may ask for, by type
     * @throws Refusal if there is no such session or stream
     */
    Reply get(RequestHeaders headers, @Nullable Principal user, Attributes attributes) {
        checkVersionHeader(headers.first(McpHeaders.PROTOCOL_VERSION), null);
        return ids.listen(headers, user, attributes);
    }

    /**
     * Serves a DELETE.
     *
     * @throws Refusal if there is no such session
     */
    void delete(RequestHeaders headers, @Nullable String user) {
        checkVersionHeader(headers.first(McpHeaders.PROTOCOL_VERSION), null);
        ids.end(headers, user);
    }

    private Reply initialize(JsonRpcRequest request, Post post) {
        long wait = limit.secondsToWait(post.user(), post.attributes().get(InetSocketAddress.class));
        if (wait > 0) {
            throw Refusal.tooMany("Too many sessions were initialized", wait, request.id());
        }
        String requested = request.params().path("protocolVersion").stringValue(null);
        if (requested == null) {
            ProtocolVersion served = newestVersion.orElseThrow(() -> unsupported("", request.id()));
            throw new Refusal(
                    HttpStatus.OK,
                    new JsonRpcError(
                            JsonRpcError.INVALID_PARAMS,
                            "'protocolVersion' must be a string, such as '" + served + "'"),
                    request.id());
        }
        LegacyClient client = new LegacyClient(
                negotiate(requested, request.id()),
                ClientInfo.read(request.params().path("clientInfo")),
                ClientCapabilities.of(request.params().path("capabilities")));
        ids.refuseOpen(post, request.id());
        LegacySession session = sessions.open(client);
        return serve(post, session, Map.of(McpHeaders.SESSION_ID, sessions.id(session, post.user())));
    }

    private ProtocolVersion negotiate(String requested, RequestId id) {
        return ProtocolVersion.of(requested)
                .filter(version -> version.isLegacy() && server.serves(version))
                .or(() -> newestVersion)
                .orElseThrow(() -> unsupported(requested, id));
    }

    private void checkVersionHeader(@Nullable String header, @Nullable RequestId id) {
        if (header != null) {
            ProtocolVersion version = ProtocolVersion.of(header.strip()).orElse(null);
            if (version == null || !server.serves(version)) {
                throw unsupported(header, id);
            }
        }
    }

    private Refusal unsupported(String requested, @Nullable RequestId id) {
        return Refusal.badRequest(
                McpProtocolException.unsupportedVersion(Quoted.of(requested), server.protocolVersions()), id);
    }

    private LegacySession session(Post post, @Nullable RequestId id) {
        if (newestVersion.isEmpty()) {
            throw Refusal.badRequest(
                    McpProtocolException.headerMismatch("Header " + McpHeaders.PROTOCOL_VERSION + " is missing"), id);
        }
        return ids.find(post.header(McpHeaders.SESSION_ID), post.user(), id);
    }

    private static void checkBatch(List<JsonRpcMessage> messages, ProtocolVersion version) {
        if (!version.hasBatches()) {
            throw Refusal.badRequest(
                    "Revision " + version + " does not support batches: send one message at a time", null);
        }
        if (messages.stream()
                .anyMatch(message ->
                        message instanceof JsonRpcRequest request && request.isFor(RequestMethod.INITIALIZE))) {
            throw Refusal.badRequest("'initialize' must not be part of a batch", null);
        }
        if (messages.stream().anyMatch(JsonRpcResponse.FromClient.class::isInstance)
                && !messages.stream().allMatch(JsonRpcResponse.FromClient.class::isInstance)) {
            throw Refusal.badRequest("A batch must not have both responses and other messages", null);
        }
    }

    private Reply serve(Post post, LegacySession session, Map<String, String> headers) {
        Payload payload = post.payload();
        if (payload.messages().stream().noneMatch(LegacyReply::answers)) {
            receive(payload.messages(), session);
            return new Reply.Empty(HttpStatus.ACCEPTED);
        }
        payload.singleRequest().ifPresent(request -> refuseIfRunning(request, session));
        // The dispatch does not refer to the whole POST, so that the memory of its messages can be released earlier.
        String user = post.user();
        Attributes attributes = post.attributes();
        LegacyReply.Dispatch dispatch = (request, channel) -> dispatcher.dispatch(
                request,
                SessionIds.context(session.client(), request.params().path("_meta"), user, channel, attributes));
        return begin(post, session, dispatch, headers);
    }

    /** Passes messages on; one that cannot be accepted does not prevent the others. */
    private void receive(List<JsonRpcMessage> messages, LegacySession session) {
        String problem = null;
        for (JsonRpcMessage message : messages) {
            try {
                sessions.receive(session, message);
            } catch (McpProtocolException tooLarge) {
                problem = tooLarge.error().message();
            }
        }
        if (problem != null) {
            throw Refusal.of(HttpStatus.CONTENT_TOO_LARGE, problem).because(Refusals.Reason.LIMIT);
        }
    }

    private void refuseIfRunning(JsonRpcRequest request, LegacySession session) {
        if (sessions.isRunning(session, request.id())) {
            throw Refusal.badRequest(
                    "A request with the id " + Quoted.of(request.id().toString()) + " is running already",
                    request.id());
        }
    }

    private Reply begin(Post post, LegacySession session, LegacyReply.Dispatch dispatch, Map<String, String> headers) {
        Payload payload = post.payload();
        Accepts accepts = post.accepts();
        LegacyReply reply;
        try {
            reply = sessions.serve(session, payload.messages(), payload.batch(), accepts.stream(), dispatch);
        } catch (SessionRefusedException refused) {
            throw Refusal.of(refused);
        }
        RequestMemory memory = Objects.requireNonNull(post.attributes().get(RequestMemory.class));
        return new Reply.Response(
                headers, errorCode -> HttpStatus.OK, reply.events(memory, !accepts.json()), reply::open);
    }
}
