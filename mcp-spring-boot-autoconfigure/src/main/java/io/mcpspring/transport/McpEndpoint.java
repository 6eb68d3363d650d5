package io.mcpspring.transport;

import io.mcpspring.protocol.JsonRpcError;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.server.ErrorReport;
import io.mcpspring.server.McpDispatcher;
import io.mcpspring.server.ResultSeal;
import io.mcpspring.server.ServerDescription;
import io.mcpspring.session.LegacySessions;
import java.security.Principal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.http.InvalidMediaTypeException;
import org.springframework.http.MediaType;
import org.springframework.web.cors.CorsConfiguration;
import org.springframework.web.cors.reactive.CorsConfigurationSource;
import org.springframework.web.reactive.function.server.HandlerFunction;
import org.springframework.web.reactive.function.server.ServerRequest;
import org.springframework.web.reactive.function.server.ServerResponse;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.util.DisconnectedClientHelper;
import reactor.core.publisher.Mono;

/** The one HTTP endpoint of the server, for all revisions. */
public final class McpEndpoint implements HandlerFunction<ServerResponse>, CorsConfigurationSource {

    private static final Log logger = LogFactory.getLog(McpEndpoint.class);

    private final Door door;

    private final BodyReader bodies;

    private final MessageReader messages;

    private final LegacyEra legacy;

    private final List<Era> eras;

    /**
     * @param sessions {@code null} to do without session ids in the legacy revisions
     */
    public McpEndpoint(HttpSettings settings, ServerDescription server, McpDispatcher dispatcher, ResultSeal seal,
            @Nullable LegacySessions sessions) {
        this.door = new Door(settings.allowedOrigins(), settings.allowedHosts());
        this.bodies = new BodyReader(settings.maxRequestSize());
        this.messages = new MessageReader(settings.maxRequestSize(), settings.maxDepth());
        this.legacy = new LegacyEra(server, dispatcher, sessions);
        this.eras = List.of(new ModernEra(server, dispatcher, seal), legacy);
    }

    @Override
    public Mono<ServerResponse> handle(ServerRequest request) {
        return Mono.defer(() -> serve(request))
                .onErrorResume(Refusal.class, McpResponses::refuse)
                .onErrorResume(failure -> !DisconnectedClientHelper.isClientDisconnectedException(failure),
                        failure -> McpResponses.refuse(unexpected(failure)));
    }

    @Override
    public @Nullable CorsConfiguration getCorsConfiguration(ServerWebExchange exchange) {
        return door.cors(exchange.getRequest());
    }

    private Mono<ServerResponse> serve(ServerRequest request) {
        door.check(request.exchange().getRequest());
        if (request.method() == HttpMethod.POST) {
            return post(request);
        }
        if (request.method() == HttpMethod.DELETE && !namesModernRevision(request)) {
            return user(request).map(user -> delete(request, user)).flatMap(reply -> reply);
        }
        return methodNotAllowed(request);
    }

    private Mono<ServerResponse> post(ServerRequest request) {
        checkContent(request.headers().asHttpHeaders());
        Accepts accepts = Accepts.of(request.headers().asHttpHeaders());
        return user(request).flatMap(user -> bodies
                .read(request.exchange().getRequest(), body -> receive(body, request, accepts, user.orElse(null)))
                .flatMap(reply -> McpResponses.write(reply, accepts)));
    }

    private Reply receive(byte[] body, ServerRequest request, Accepts accepts, @Nullable String user) {
        Post post = new Post(messages.read(body), request.headers().asHttpHeaders(), accepts, user);
        return eras.stream().filter(era -> era.claims(post)).findFirst().orElseThrow().receive(post);
    }

    private Mono<ServerResponse> delete(ServerRequest request, Optional<String> user) {
        legacy.delete(request.headers().asHttpHeaders(), user.orElse(null));
        return ServerResponse.noContent().build();
    }

    private static Mono<Optional<String>> user(ServerRequest request) {
        return request.principal().map(Principal::getName).map(Optional::of).defaultIfEmpty(Optional.empty());
    }

    private static boolean namesModernRevision(ServerRequest request) {
        String header = request.headers().firstHeader(McpHeaders.PROTOCOL_VERSION);
        return header != null && ProtocolVersion.of(header.strip()).filter(ProtocolVersion::isModern).isPresent();
    }

    private static void checkContent(HttpHeaders headers) {
        if (!isJson(headers) || headers.containsHeader(HttpHeaders.CONTENT_ENCODING)) {
            throw Refusal.of(HttpStatus.UNSUPPORTED_MEDIA_TYPE, "The body has to be plain application/json");
        }
    }

    private static boolean isJson(HttpHeaders headers) {
        try {
            MediaType type = headers.getContentType();
            return type == null || type.equalsTypeAndSubtype(MediaType.APPLICATION_JSON);
        } catch (InvalidMediaTypeException ex) {
            return false;
        }
    }

    private static Mono<ServerResponse> methodNotAllowed(ServerRequest request) {
        return McpResponses.refuse(Refusal.of(HttpStatus.METHOD_NOT_ALLOWED, "Messages are sent by POST"),
                Map.of(HttpHeaders.ALLOW, namesModernRevision(request) ? "POST" : "POST, DELETE"));
    }

    private static Refusal unexpected(Throwable failure) {
        return new Refusal(HttpStatus.INTERNAL_SERVER_ERROR, new JsonRpcError(JsonRpcError.INTERNAL_ERROR,
                "Internal error, reported as " + ErrorReport.log(logger, "A request failed", failure)), null);
    }
}
