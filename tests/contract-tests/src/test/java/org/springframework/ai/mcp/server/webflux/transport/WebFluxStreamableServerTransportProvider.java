package org.springframework.ai.mcp.server.webflux.transport;

import org.springframework.web.reactive.function.server.RouterFunction;
import org.springframework.web.reactive.function.server.RouterFunctions;
import org.springframework.web.reactive.function.server.ServerRequest;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Mono;

/** Stands in for the class of this name, which is not on the test class path. */
public final class WebFluxStreamableServerTransportProvider {

    private final String path;

    public WebFluxStreamableServerTransportProvider(String path) {
        this.path = path;
    }

    public RouterFunction<ServerResponse> getRouterFunction() {
        return RouterFunctions.route()
                .GET(path, this::handle)
                .POST(path, this::handle)
                .DELETE(path, this::handle)
                .build();
    }

    private Mono<ServerResponse> handle(ServerRequest request) {
        return ServerResponse.ok().bodyValue("Spring AI");
    }
}
