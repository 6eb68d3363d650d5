package io.mcpspring.oauth;

import io.mcpspring.Internal;
import io.mcpspring.connection.Connections;
import java.time.Duration;
import java.util.List;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.cors.CorsConfiguration;
import org.springframework.web.reactive.function.server.HandlerFunction;
import org.springframework.web.reactive.function.server.ServerRequest;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Mono;

/** Serves the metadata document of a protected resource on WebFlux. */
@Internal
public record ResourceMetadata(ProtectedResource resource, Connections connections)
        implements HandlerFunction<ServerResponse> {

    /** The methods that read a document, including those that web pages need. */
    public static final List<HttpMethod> READING = List.of(HttpMethod.GET, HttpMethod.HEAD, HttpMethod.OPTIONS);

    static final List<HttpMethod> METHODS = List.of(HttpMethod.GET, HttpMethod.HEAD);

    /** Returns the CORS configuration of the document, which pages of every origin may read. */
    public static CorsConfiguration cors() {
        CorsConfiguration cors = new CorsConfiguration();
        cors.addAllowedOrigin(CorsConfiguration.ALL);
        METHODS.forEach(cors::addAllowedMethod);
        cors.addAllowedHeader(CorsConfiguration.ALL);
        cors.setMaxAge(Duration.ofHours(1));
        return cors;
    }

    @Override
    public Mono<ServerResponse> handle(ServerRequest request) {
        if (!METHODS.contains(request.method())) {
            return ServerResponse.status(HttpStatus.METHOD_NOT_ALLOWED)
                    .allow(METHODS.toArray(HttpMethod[]::new))
                    .build();
        }
        return ServerResponse.ok()
                .contentType(MediaType.APPLICATION_JSON)
                // The document depends on the headers of proxies.
                .cacheControl(CacheControl.noStore())
                .bodyValue(
                        resource.metadata(connections.locate(request.exchange().getRequest())));
    }
}
