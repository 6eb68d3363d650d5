package io.mcpspring.benchmarks.bare;

import io.mcpspring.benchmarks.Answers;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.springframework.core.io.buffer.DataBufferLimitException;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.reactive.function.BodyExtractors;
import org.springframework.web.reactive.function.server.ServerRequest;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Scheduler;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Answers by hand as {@link BareServer} does, and makes the checks of the legacy revisions: origin, media types,
 * revision, session, envelope, arguments. Limits the size of a body, the time to read it and the time of a call. A
 * client can cancel a call. Results are not checked, sessions are kept until the process ends, and no answer is a
 * stream.
 */
class CheckedHandler {

    private static final Set<String> REVISIONS = Set.of("2025-03-26", "2025-06-18", "2025-11-25");

    private static final int MAX_BYTES = 4 * 1024 * 1024;

    private static final Duration READ_LIMIT = Duration.ofSeconds(30);

    private static final Duration CALL_LIMIT = Duration.ofSeconds(60);

    private static final Map<String, Map<String, Predicate<JsonNode>>> PARAMETERS = Map.of(
            "echo", Map.of("text", JsonNode::isString),
            "add", Map.of("a", JsonNode::isInt, "b", JsonNode::isInt),
            "search", Map.of("query", JsonNode::isString),
            "slow", Map.of());

    private final Map<String, Session> sessions = new ConcurrentHashMap<>();

    private final JsonMapper json;

    private final Bodies bodies;

    private final Answers answers;

    private final Scheduler virtualThreads;

    CheckedHandler(JsonMapper json, Scheduler virtualThreads) {
        this.json = json;
        this.bodies = new Bodies(json);
        this.answers = new Answers(json);
        this.virtualThreads = virtualThreads;
    }

    /** A session with the requests that run, and what cancels them. */
    private record Session(Map<JsonNode, Sinks.Empty<Void>> running) {

        Session() {
            this(new ConcurrentHashMap<>());
        }
    }

    /** Why a request is refused. */
    private static final class Refusal extends RuntimeException {

        private static final long serialVersionUID = 1L;

        private final HttpStatus status;

        private final int code;

        private final transient @Nullable JsonNode id;

        Refusal(HttpStatus status, int code, @Nullable JsonNode id, String message) {
            super(message, null, false, false);
            this.status = status;
            this.code = code;
            this.id = id;
        }
    }

    Mono<ServerResponse> handle(ServerRequest request) {
        HttpHeaders headers = request.headers().asHttpHeaders();
        return Mono.defer(() -> {
                    checkHeaders(headers);
                    return DataBufferUtils.join(request.body(BodyExtractors.toDataBuffers()), MAX_BYTES)
                            .timeout(READ_LIMIT);
                })
                .map(bodies::read)
                .flatMap(message -> receive(message, request, headers))
                .onErrorResume(failure -> refuse(request, refusal(failure)));
    }

    private static void checkHeaders(HttpHeaders headers) {
        if (headers.getOrigin() != null) {
            throw new Refusal(HttpStatus.FORBIDDEN, -32600, null, "Origin is not allowed");
        }
        if (!MediaType.APPLICATION_JSON.equalsTypeAndSubtype(headers.getContentType())) {
            throw new Refusal(HttpStatus.UNSUPPORTED_MEDIA_TYPE, -32600, null, "The body must be JSON");
        }
        if (headers.getAccept().stream().noneMatch(MediaType.APPLICATION_JSON::isCompatibleWith)) {
            throw new Refusal(HttpStatus.NOT_ACCEPTABLE, -32600, null, "Accept must allow JSON");
        }
    }

    private Mono<ServerResponse> receive(JsonNode message, ServerRequest request, HttpHeaders headers) {
        JsonNode id = message.get("id");
        boolean valid = message.path("jsonrpc").asString("").equals("2.0")
                && message.path("method").isString()
                && (id == null || id.isString() || id.isIntegralNumber());
        if (!valid) {
            throw new Refusal(HttpStatus.BAD_REQUEST, -32600, null, "The body must be a JSON-RPC message");
        }
        String version = headers.getFirst("MCP-Protocol-Version");
        if (version != null && !REVISIONS.contains(version)) {
            throw new Refusal(HttpStatus.BAD_REQUEST, -32600, id, "The revision is not supported");
        }
        String method = message.path("method").asString();
        if (id != null && method.equals("initialize")) {
            String key = UUID.randomUUID().toString();
            sessions.put(key, new Session());
            return answer(message)
                    .flatMap(answer ->
                            bodies.respond(request, ServerResponse.ok().header("Mcp-Session-Id", key), answer));
        }
        Session session = session(headers, id);
        if (id != null) {
            return answer(message, id, session)
                    .flatMap(answer -> bodies.respond(request, ServerResponse.ok(), answer))
                    .switchIfEmpty(Mono.defer(() -> ServerResponse.accepted().build()));
        }
        if (method.equals("notifications/cancelled")) {
            Sinks.Empty<Void> running =
                    session.running().get(message.path("params").path("requestId"));
            if (running != null) {
                running.tryEmitEmpty();
            }
        }
        return ServerResponse.accepted().build();
    }

    private Session session(HttpHeaders headers, @Nullable JsonNode id) {
        String key = headers.getFirst("Mcp-Session-Id");
        if (key == null) {
            throw new Refusal(HttpStatus.BAD_REQUEST, -32600, id, "Mcp-Session-Id is missing");
        }
        Session session = sessions.get(key);
        if (session == null) {
            throw new Refusal(HttpStatus.NOT_FOUND, -32600, id, "The session is unknown");
        }
        return session;
    }

    private Mono<ObjectNode> answer(JsonNode message, JsonNode id, Session session) {
        Mono<ObjectNode> answer = answer(message);
        Sinks.Empty<Void> cancellation = Sinks.empty();
        if (session.running().putIfAbsent(id, cancellation) != null) {
            throw new Refusal(HttpStatus.BAD_REQUEST, -32600, id, "A request with this id is running");
        }
        return answer.takeUntilOther(cancellation.asMono())
                .doFinally(signal -> session.running().remove(id, cancellation));
    }

    private Mono<ObjectNode> answer(JsonNode message) {
        JsonNode id = message.path("id");
        if (message.path("method").asString().equals("tools/call")) {
            checkArguments(message.path("params"), id);
        }
        Mono<ObjectNode> answer = Mono.fromSupplier(() -> answers.to(message));
        return (answers.isSlow(message) ? answer.subscribeOn(virtualThreads) : answer)
                .timeout(CALL_LIMIT)
                .onErrorMap(
                        TimeoutException.class,
                        late -> new Refusal(HttpStatus.OK, -32603, id, "The call took too long"))
                .onErrorMap(
                        IllegalArgumentException.class,
                        unknown -> new Refusal(HttpStatus.OK, -32601, id, "The method is unknown"));
    }

    private static void checkArguments(JsonNode params, JsonNode id) {
        Map<String, Predicate<JsonNode>> parameters =
                PARAMETERS.get(params.path("name").asString(""));
        if (parameters == null) {
            throw new Refusal(HttpStatus.OK, -32602, id, "The tool is unknown");
        }
        JsonNode arguments = params.path("arguments");
        if (arguments.size() != parameters.size()
                || !parameters.entrySet().stream()
                        .allMatch(parameter -> parameter.getValue().test(arguments.path(parameter.getKey())))) {
            throw new Refusal(HttpStatus.OK, -32602, id, "The arguments are not valid");
        }
    }

    private static Refusal refusal(Throwable failure) {
        if (failure instanceof Refusal refusal) {
            return refusal;
        }
        if (failure instanceof JacksonException) {
            return new Refusal(HttpStatus.BAD_REQUEST, -32700, null, "The body must be JSON");
        }
        if (failure instanceof DataBufferLimitException) {
            return new Refusal(HttpStatus.CONTENT_TOO_LARGE, -32600, null, "The body is too large");
        }
        return failure instanceof TimeoutException
                ? new Refusal(HttpStatus.REQUEST_TIMEOUT, -32600, null, "The body was not sent in time")
                : new Refusal(HttpStatus.INTERNAL_SERVER_ERROR, -32603, null, "The request failed");
    }

    private Mono<ServerResponse> refuse(ServerRequest request, Refusal refusal) {
        ObjectNode answer = json.createObjectNode().put("jsonrpc", "2.0");
        answer.set("id", refusal.id == null ? json.nullNode() : refusal.id);
        answer.putObject("error").put("code", refusal.code).put("message", refusal.getMessage());
        return bodies.respond(request, ServerResponse.status(refusal.status), answer);
    }
}
