package io.mcpspring.http;

import io.mcpspring.event.ListChanged;
import io.mcpspring.exchange.CallContext;
import io.mcpspring.exchange.CallContext.Attributes;
import io.mcpspring.exchange.CallContext.User;
import io.mcpspring.exchange.CallerExpiry;
import io.mcpspring.exchange.ClientChannel;
import io.mcpspring.exchange.RequestHeaders;
import io.mcpspring.http.McpHttpResponse.Whole;
import io.mcpspring.memory.RequestMemory;
import io.mcpspring.protocol.ClientCapabilities;
import io.mcpspring.protocol.JsonRpcError;
import io.mcpspring.protocol.JsonRpcMessage;
import io.mcpspring.protocol.JsonRpcRequest;
import io.mcpspring.protocol.JsonRpcResponse;
import io.mcpspring.protocol.McpProtocolException;
import io.mcpspring.protocol.MirroredHeaders;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.protocol.RequestId;
import io.mcpspring.protocol.RequestMethod;
import io.mcpspring.server.InitializeLimit;
import io.mcpspring.server.ListChanges;
import io.mcpspring.server.McpDispatcher;
import io.mcpspring.server.Refusals;
import io.mcpspring.server.ServerDescription;
import io.mcpspring.server.StreamEvent;
import io.mcpspring.session.LegacyClient;
import io.mcpspring.session.LegacyReply;
import io.mcpspring.session.LegacySession;
import io.mcpspring.session.LegacySessions;
import java.net.InetSocketAddress;
import java.security.Principal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/**
 * The legacy era: {@code initialize} negotiates the revision; further requests identify it by their session id or by a
 * header.
 */
record LegacyEra(ServerDescription server, McpDispatcher dispatcher, LegacySessions sessions, InitializeLimit limit) {

    /** @throws RequestRefusedException if a message breaks a rule of its revision */
    McpHttpResponse receive(PostRequest post) {
        PostedMessages payload = post.payload();
        JsonRpcRequest single = payload.singleRequest().orElse(null);
        if (single != null && single.isFor(RequestMethod.INITIALIZE)) {
            return initialize(single, post);
        }
        LegacySession session = session(post.headers(), post.user());
        if (payload.batch()) {
            checkBatch(payload.messages(), session.client().protocolVersion());
        }
        receive(payload.messages(), session);
        // Most bodies are one request.
        if (single == null && payload.messages().stream().noneMatch(LegacyReply::answers)) {
            return Whole.empty(HttpStatus.ACCEPTED);
        }
        LegacyReply reply = begin(post, session);
        return reply(post, Map.of()).response(reply.events(!post.accepts().json()), reply::open);
    }

    /** The HTTP methods that the era serves. */
    List<HttpMethod> methods() {
        return server.newestLegacyVersion().isEmpty()
                ? List.of(HttpMethod.POST)
                : List.of(HttpMethod.GET, HttpMethod.POST, HttpMethod.DELETE);
    }

    /**
     * Returns the session's stand-alone stream, or the rest of a stream that its client has lost. The reply ends when
     * the token of the user expires; the client can then resume the stream with another token.
     *
     * @param attributes the parts of the request that rules may ask for, by type
     * @throws RequestRefusedException if there is no such session
     */
    McpHttpResponse get(RequestHeaders headers, @Nullable User user, Attributes attributes, RequestMemory memory) {
        LegacySession session = session(headers, user);
        String last = McpHeaders.value(headers, McpHeaders.LAST_EVENT_ID);
        StatelessChannel channel = new StatelessChannel(false, Optional.empty());
        ListChanges changes =
                dispatcher.changes(context(session.client(), MissingNode.getInstance(), user, channel, attributes));
        List<ListChanged> lists =
                ListChanged.all(server.capabilities().apply(session.client().protocolVersion()));
        // Of changes while a client had no stream it is not known whether they concern the client.
        Flux<StreamEvent> events = sessions.listen(session, User.id(user), memory.caller(), last, lists)
                .filterWhen(concernsCaller(last == null ? changes.fromNow() : changes));
        return Reply.stream(
                events.takeUntilOther(CallerExpiry.signal(Principals.expiry(attributes.get(Principal.class)))), memory);
    }

    private static Function<StreamEvent, Mono<Boolean>> concernsCaller(ListChanges changes) {
        return event -> event instanceof StreamEvent.Message sent && sent.method() != null
                ? ListChanged.ofMethod(sent.method()).map(changes::takeChange).orElse(Mono.just(true))
                : Mono.just(true);
    }

    /**
     * Ends a session at its client's request.
     *
     * @throws RequestRefusedException if there is no such session
     */
    void delete(RequestHeaders headers, @Nullable User user) {
        sessions.end(session(headers, user));
    }

    private McpHttpResponse initialize(JsonRpcRequest request, PostRequest post) {
        LegacyClient client = new LegacyClient(
                negotiate(request),
                ClientInfo.read(request.params().path("clientInfo")),
                ClientCapabilities.of(request.params().path("capabilities")));
        String user = User.id(post.user());
        LegacySession session = sessions.begin(client, user);
        Flux<StreamEvent> events = limit.secondsToWait(user, post.attributes().get(InetSocketAddress.class))
                .flatMapMany(wait -> wait == 0
                        ? begin(post, session).events(!post.accepts().json())
                        : Flux.error(tooManySessions(wait, request.id())));
        Map<String, String> headers = Map.of(McpHeaders.SESSION_ID, sessions.id(session));
        return reply(post, headers).response(events, () -> {});
    }

    private static RequestRefusedException tooManySessions(long wait, RequestId request) {
        return RequestRefusedException.of(
                        HttpStatus.TOO_MANY_REQUESTS,
                        "Too many sessions were initialized. Try again in " + wait + " s.")
                .to(request)
                .with(HttpHeaders.RETRY_AFTER, String.valueOf(wait))
                .because(Refusals.Reason.LIMIT);
    }

    private ProtocolVersion negotiate(JsonRpcRequest request) {
        JsonNode requested = request.params().path("protocolVersion");
        String name = requested.stringValue("");
        ProtocolVersion newest = server.newestLegacyVersion().orElseThrow(() -> server.unsupported(name));
        if (!requested.isString()) {
            String problem = "'protocolVersion' must be a string, such as '" + newest + "'";
            // In this era, errors of the protocol have the status 200.
            throw new RequestRefusedException(
                    HttpStatus.OK, McpProtocolException.invalidParams(problem).error());
        }
        return ProtocolVersion.of(name)
                .filter(version -> version.isLegacy() && server.serves(version))
                .orElse(newest);
    }

    /**
     * Returns the session of a request.
     *
     * @throws RequestRefusedException if the session id is missing or invalid
     * @throws McpProtocolException if the revision is not served
     */
    private LegacySession session(RequestHeaders headers, @Nullable User user) {
        String version = McpHeaders.value(headers, McpHeaders.PROTOCOL_VERSION);
        if (version != null
                && ProtocolVersion.of(version).filter(server::serves).isEmpty()) {
            throw server.unsupported(version);
        }
        String id = McpHeaders.value(headers, McpHeaders.SESSION_ID);
        if (id == null) {
            if (server.newestLegacyVersion().isEmpty()) {
                throw McpProtocolException.headerMismatch("Header " + McpHeaders.PROTOCOL_VERSION + " is missing");
            }
            throw RequestRefusedException.badRequest(
                    "Header " + McpHeaders.SESSION_ID + " is missing; send 'initialize' to start a session");
        }
        LegacySession session = sessions.find(id, User.id(user)).orElse(null);
        if (session == null || !server.serves(session.client().protocolVersion())) {
            RequestRefusedException unknown = RequestRefusedException.of(
                    HttpStatus.NOT_FOUND, "The session is unknown or has ended; send 'initialize' to start a new one");
            throw sessions.isOfAnotherUser(id, User.id(user)) ? unknown.because(Refusals.Reason.SESSION) : unknown;
        }
        return session;
    }

    /** Returns the context of a request of a session. */
    private static CallContext context(
            LegacyClient client, JsonNode meta, @Nullable User user, ClientChannel channel, Attributes attributes) {
        return new CallContext(
                client.protocolVersion(),
                client.info(),
                client.capabilities(),
                meta,
                MirroredHeaders.NONE,
                user,
                channel,
                attributes);
    }

    private static void checkBatch(List<JsonRpcMessage> messages, ProtocolVersion version) {
        if (!version.hasBatches()) {
            throw RequestRefusedException.badRequest(
                    "Revision " + version + " does not support batches: send one message at a time");
        }
        if (messages.stream()
                .anyMatch(message ->
                        message instanceof JsonRpcRequest request && request.isFor(RequestMethod.INITIALIZE))) {
            throw RequestRefusedException.badRequest("'initialize' must not be part of a batch");
        }
        long answers = messages.stream()
                .filter(JsonRpcResponse.FromClient.class::isInstance)
                .count();
        if (answers > 0 && answers < messages.size()) {
            throw RequestRefusedException.badRequest("A batch must not have both responses and other messages");
        }
    }

    private LegacyReply begin(PostRequest post, LegacySession session) {
        // The dispatch does not refer to the whole POST, so that the memory of its messages can be released earlier.
        User user = post.user();
        Attributes attributes = post.attributes();
        LegacyReply.Dispatch dispatch = (request, channel) -> dispatcher.dispatch(
                request, context(session.client(), request.params().path("_meta"), user, channel, attributes));
        PostedMessages payload = post.payload();
        return sessions.serve(
                session, payload.messages(), payload.batch(), post.accepts().stream(), post.memory(), dispatch);
    }

    private static Reply reply(PostRequest post, Map<String, String> headers) {
        return new Reply(headers, LegacyEra::status, post.accepts(), post.challenge(), post.memory());
    }

    private static HttpStatus status(int errorCode) {
        return errorCode == JsonRpcError.INVALID_REQUEST ? HttpStatus.BAD_REQUEST : HttpStatus.OK;
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
            throw RequestRefusedException.of(HttpStatus.CONTENT_TOO_LARGE, problem)
                    .because(Refusals.Reason.LIMIT);
        }
    }
}
