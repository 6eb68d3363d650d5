package io.mcpspring.http;

import io.mcpspring.Internal;
import io.mcpspring.UserCode;
import io.mcpspring.connection.ClientWriter;
import io.mcpspring.connection.Connections;
import io.mcpspring.connection.StreamSettings;
import io.mcpspring.exchange.CallContext.Attributes;
import io.mcpspring.http.CallerLookup.Caller;
import io.mcpspring.memory.RequestMemory;
import io.mcpspring.oauth.ProtectedResource;
import io.mcpspring.protocol.JsonRpcRequest;
import io.mcpspring.protocol.RequestId;
import io.mcpspring.server.Deadlines;
import io.mcpspring.server.ErrorReport;
import io.mcpspring.server.McpDispatcher;
import io.mcpspring.server.Refusals;
import io.mcpspring.server.ResultSeal;
import io.mcpspring.server.ServerDescription;
import io.mcpspring.server.Shutdown;
import io.mcpspring.session.LegacySessions;
import io.mcpspring.validation.Quoted;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.core.codec.ByteArrayEncoder;
import org.springframework.core.codec.CharSequenceEncoder;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.http.InvalidMediaTypeException;
import org.springframework.http.MediaType;
import org.springframework.http.codec.EncoderHttpMessageWriter;
import org.springframework.http.codec.HttpMessageWriter;
import org.springframework.http.server.RequestPath;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.web.cors.CorsConfiguration;
import org.springframework.web.cors.reactive.CorsConfigurationSource;
import org.springframework.web.reactive.function.server.ServerResponse;
import org.springframework.web.reactive.result.view.ViewResolver;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebHandler;
import org.springframework.web.util.UriUtils;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** The HTTP endpoint of the server, for all revisions. */
@Internal
public final class McpEndpoint implements WebHandler, CorsConfigurationSource {

    private static final Log logger = LogFactory.getLog(McpEndpoint.class);

    /** The number of bytes above which the time to parse a body would delay the other clients of an event loop. */
    private static final int LARGE_BODY = 100 * 1024;

    private static final ServerResponse.Context RESPONSE_CONTEXT = new ResponseContext();

    private final Connections connections;

    private final CallerLookup callers;

    private final OriginPolicy origins;

    private final ProtectedResource resource;

    private final String path;

    private final BrowserPage page;

    private final BodyReader bodies;

    private final MessageReader messages;

    private final McpResponses responses;

    private final ModernEra modern;

    private final LegacyEra legacy;

    private final Shutdown shutdown;

    private final Refusals refusals;

    public McpEndpoint(
            HttpSettings settings,
            Connections connections,
            ServerDescription server,
            McpDispatcher dispatcher,
            ResultSeal seal,
            LegacySessions sessions,
            Shutdown shutdown) {
        this.connections = connections;
        this.callers = settings.boundary().callers();
        this.origins = settings.boundary().origins();
        this.resource = settings.boundary().resource();
        this.path = settings.path();
        this.page = settings.page();
        Deadlines deadlines = new Deadlines();
        this.bodies = new BodyReader(
                settings.json().maxSize(), settings.readTimeout(), deadlines, settings.memory(), connections);
        this.messages = new MessageReader(settings.json());
        StreamSettings streams = connections.detecting(settings.streams());
        this.responses = new McpResponses(new ClientWriter(streams, connections), deadlines);
        this.modern = new ModernEra(server, dispatcher, seal);
        this.legacy =
                new LegacyEra(server, dispatcher, sessions, settings.boundary().initialize());
        this.shutdown = shutdown;
        this.refusals = settings.boundary().refusals();
    }

    /** Handles a request for the path of the endpoint. Another path is answered by an error with the correct one. */
    @Override
    public Mono<Void> handle(ServerWebExchange exchange) {
        return response(exchange).flatMap(response -> response.writeTo(exchange, RESPONSE_CONTEXT));
    }

    private Mono<ServerResponse> response(ServerWebExchange exchange) {
        Mono<ServerResponse> response =
                attempt(exchange, () -> serve(exchange).onErrorResume(failure -> failed(exchange, failure)));
        return connections.publish(response, exchange.getResponse());
    }

    /** Returns the response of an action, or the one to what it throws: operators do not signal errors of the JVM. */
    private Mono<ServerResponse> attempt(ServerWebExchange exchange, Supplier<Mono<ServerResponse>> action) {
        return UserCode.call(action::get, failure -> failed(exchange, failure));
    }

    private Mono<ServerResponse> failed(ServerWebExchange exchange, Throwable failure) {
        if (failure instanceof Refusal refusal) {
            return answer(exchange, refusal).onErrorResume(other -> McpResponses.refuse(unexpected(other)));
        }
        // Otherwise the web server would log an error if a client disconnects before its request is complete.
        return failure instanceof LostClientException ? Mono.empty() : McpResponses.refuse(unexpected(failure));
    }

    @Override
    public @Nullable CorsConfiguration getCorsConfiguration(ServerWebExchange exchange) {
        return origins.cors(exchange.getRequest(), connections.localAddress(exchange.getRequest()));
    }

    private Mono<ServerResponse> serve(ServerWebExchange exchange) {
        ServerHttpRequest request = exchange.getRequest();
        HttpHeaders headers = request.getHeaders();
        try {
            origins.check(request, connections.localAddress(request));
            checkPath(request.getPath());
            if (page.answers(request)) {
                return afterBody(exchange, page.respond(request));
            }
            if (request.getMethod() == HttpMethod.POST) {
                checkContent(headers);
                return post(exchange, Accepts.of(headers));
            }
        } catch (Refusal refusal) {
            return afterBody(exchange, answer(exchange, refusal));
        }
        List<HttpMethod> methods = modern.claims(headers) ? List.of(HttpMethod.POST) : legacy.methods();
        if (!methods.contains(request.getMethod())) {
            return afterBody(exchange, McpResponses.refuse(Refusal.methodNotAllowed(methods)));
        }
        return afterBody(
                exchange,
                callers.find(exchange)
                        .flatMap(caller -> attempt(
                                exchange,
                                () -> request.getMethod() == HttpMethod.GET
                                        ? get(exchange, caller)
                                        : delete(headers, caller))));
    }

    // Mappings also match other spellings of the path, to which security rules of the application may not apply.
    private void checkPath(RequestPath requested) {
        String found = requested.pathWithinApplication().value();
        if (!found.equals(path) && !found.equals(UriUtils.encodePath(path, StandardCharsets.UTF_8))) {
            throw Refusal.of(
                    HttpStatus.NOT_FOUND,
                    "The path must be exactly " + requested.contextPath().value() + path);
        }
    }

    // Otherwise the rest of the body would be read as the next request on the connection.
    private Mono<ServerResponse> afterBody(ServerWebExchange exchange, Mono<ServerResponse> response) {
        return bodies.skip(exchange.getRequest())
                .onErrorResume(Refusal.class, refusal -> {
                    exchange.getResponse().getHeaders().setConnection("close");
                    return Mono.empty();
                })
                .then(response);
    }

    private Mono<ServerResponse> post(ServerWebExchange exchange, Accepts accepts) {
        return callers.find(exchange)
                .flatMap(caller -> bodies.read(
                        exchange.getRequest(),
                        (body, memory) -> body.length > LARGE_BODY
                                ? respondElsewhere(body, memory, exchange, accepts, caller)
                                : respond(body, memory, exchange, accepts, caller)));
    }

    // Handed over, because the operators refer to their work, and so to the body, until the response ends. A running
    // task is not cancelled with the HTTP exchange, because that would interrupt the work of a legacy request.
    private Mono<ServerResponse> respondElsewhere(
            byte[] body, RequestMemory memory, ServerWebExchange exchange, Accepts accepts, Caller caller) {
        AtomicReference<byte @Nullable []> handedOver = new AtomicReference<>(body);
        return Mono.<Mono<ServerResponse>>create(sink -> {
                    sink.onCancel(() -> handedOver.set(null));
                    Schedulers.boundedElastic().schedule(() -> {
                        byte[] received = handedOver.getAndSet(null);
                        if (received != null) {
                            sink.success(respond(received, memory, exchange, accepts, caller));
                        }
                    });
                })
                .flatMap(response -> response);
    }

    private Mono<ServerResponse> respond(
            byte[] body, RequestMemory memory, ServerWebExchange exchange, Accepts accepts, Caller caller) {
        return attempt(
                exchange,
                () -> responses.write(
                        receive(body, memory, exchange, accepts, caller),
                        accepts,
                        scopes -> challenge(exchange, scopes)));
    }

    private String challenge(ServerWebExchange exchange, List<String> scopes) {
        return resource.scopeChallenge(connections.locate(exchange.getRequest()), scopes);
    }

    private Mono<ServerResponse> answer(ServerWebExchange exchange, Refusal refusal) {
        Refusals.Reason reason = refusal.reason();
        if (reason == null) {
            return McpResponses.refuse(refusal);
        }
        return callers.find(exchange)
                .flatMap(caller -> attempt(exchange, () -> {
                    refusals.report(
                            reason,
                            Principals.id(caller.user()),
                            exchange.getRequest().getRemoteAddress(),
                            refusal.error().message());
                    return McpResponses.refuse(refusal);
                }));
    }

    private Reply receive(
            byte[] body, RequestMemory memory, ServerWebExchange exchange, Accepts accepts, Caller caller) {
        Payload payload = messages.read(body);
        // Answers to questions are accepted during the shutdown, because running calls wait for them.
        if (shutdown.hasBegun() && payload.hasRequest()) {
            throw shuttingDown(payload.singleRequest().map(JsonRpcRequest::id).orElse(null));
        }
        HttpHeaders headers = connections.headers(exchange.getRequest());
        Attributes attributes = RequestAttributes.of(exchange, headers, caller).with(RequestMemory.class, memory);
        memory.received(body.length);
        Post post = new Post(payload, headers, accepts, Principals.id(caller.user()), attributes);
        return modern.claims(post) ? modern.receive(post) : legacy.receive(post);
    }

    private static Refusal shuttingDown(@Nullable RequestId id) {
        return Refusal.of(HttpStatus.SERVICE_UNAVAILABLE, "The server is shutting down", id)
                .closing();
    }

    private Mono<ServerResponse> get(ServerWebExchange exchange, Caller caller) {
        HttpHeaders headers = connections.headers(exchange.getRequest());
        Accepts accepts = Accepts.of(headers);
        if (!accepts.stream()) {
            throw Refusal.of(HttpStatus.NOT_ACCEPTABLE, "Accept must allow text/event-stream");
        }
        // During the shutdown, clients may still resume the streams of running calls.
        if (shutdown.hasBegun() && headers.getFirst(McpHeaders.LAST_EVENT_ID) == null) {
            throw shuttingDown(null);
        }
        return responses.write(
                legacy.get(headers, caller.user(), RequestAttributes.of(exchange, headers, caller)),
                accepts,
                scopes -> challenge(exchange, scopes));
    }

    private Mono<ServerResponse> delete(HttpHeaders headers, Caller caller) {
        legacy.delete(headers, Principals.id(caller.user()));
        return ServerResponse.noContent().build();
    }

    private static void checkContent(HttpHeaders headers) {
        if (!isJson(headers)) {
            throw unsupported("The body must be application/json", headers, HttpHeaders.CONTENT_TYPE);
        }
        if (headers.containsHeader(HttpHeaders.CONTENT_ENCODING)) {
            throw unsupported("The body must not be compressed", headers, HttpHeaders.CONTENT_ENCODING);
        }
    }

    private static Refusal unsupported(String rule, HttpHeaders headers, String header) {
        return Refusal.of(
                HttpStatus.UNSUPPORTED_MEDIA_TYPE,
                "%s, but %s is '%s'"
                        .formatted(rule, header, Quoted.of(Objects.requireNonNullElse(headers.getFirst(header), ""))));
    }

    private static boolean isJson(HttpHeaders headers) {
        String value = headers.getFirst(HttpHeaders.CONTENT_TYPE);
        if (value == null || value.equals(MediaType.APPLICATION_JSON_VALUE)) {
            return true;
        }
        try {
            return MediaType.parseMediaType(value).equalsTypeAndSubtype(MediaType.APPLICATION_JSON);
        } catch (InvalidMediaTypeException ex) {
            return false;
        }
    }

    private static Refusal unexpected(Throwable failure) {
        return new Refusal(
                HttpStatus.INTERNAL_SERVER_ERROR, ErrorReport.internalError(logger, "A request failed", failure), null);
    }

    /** The writers for the bodies that Spring's builder writes: bytes and texts. */
    private static final class ResponseContext implements ServerResponse.Context {

        private final List<HttpMessageWriter<?>> writers = List.of(
                new EncoderHttpMessageWriter<>(new ByteArrayEncoder()),
                new EncoderHttpMessageWriter<>(CharSequenceEncoder.allMimeTypes()));

        @Override
        public List<HttpMessageWriter<?>> messageWriters() {
            return writers;
        }

        @Override
        public List<ViewResolver> viewResolvers() {
            return List.of();
        }
    }
}
