package io.mcpspring.webflux;

import io.mcpspring.Internal;
import io.mcpspring.http.ResourceMetadata;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebHandler;
import reactor.core.publisher.Mono;

/** Serves the metadata document of a protected resource on WebFlux. */
@Internal
public record WebFluxResourceMetadata(ResourceMetadata metadata) implements WebHandler {

    @Override
    public Mono<Void> handle(ServerWebExchange exchange) {
        return WebFluxReply.write(metadata.respond(WebFluxRequest.of(exchange)), exchange.getResponse());
    }
}
