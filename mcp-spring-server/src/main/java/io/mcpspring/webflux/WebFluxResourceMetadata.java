package io.mcpspring.webflux;

import io.mcpspring.Internal;
import io.mcpspring.http.McpHttpResponse.Whole;
import io.mcpspring.http.ResourceMetadata;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebHandler;
import reactor.core.publisher.Mono;

/** Serves the metadata document of a protected resource on WebFlux. */
@Internal
public record WebFluxResourceMetadata(ResourceMetadata metadata, Connections connections) implements WebHandler {

    @Override
    public Mono<Void> handle(ServerWebExchange exchange) {
        ServerHttpRequest request = exchange.getRequest();
        ServerHttpResponse response = exchange.getResponse();
        Whole whole = metadata.respond(request.getMethod(), connections.locate(request));
        WebFluxEndpoint.begin(whole, response);
        return whole.body() == null
                ? response.setComplete()
                : response.writeWith(
                        Mono.just(response.bufferFactory().wrap(whole.body().toArray())));
    }
}
