package org.springframework.ai.mcp.server.webmvc.transport;

import org.springframework.web.servlet.function.RouterFunction;
import org.springframework.web.servlet.function.RouterFunctions;
import org.springframework.web.servlet.function.ServerRequest;
import org.springframework.web.servlet.function.ServerResponse;

/** Stands in for the class of this name, which is not on the test class path. */
public final class WebMvcStreamableServerTransportProvider {

    private final String path;

    public WebMvcStreamableServerTransportProvider(String path) {
        this.path = path;
    }

    public RouterFunction<ServerResponse> getRouterFunction() {
        return RouterFunctions.route()
                .GET(path, this::handle)
                .POST(path, this::handle)
                .DELETE(path, this::handle)
                .build();
    }

    private ServerResponse handle(ServerRequest request) {
        return ServerResponse.ok().body("Spring AI");
    }
}
