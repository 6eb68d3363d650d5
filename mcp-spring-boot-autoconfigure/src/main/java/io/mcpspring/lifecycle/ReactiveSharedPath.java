package io.mcpspring.lifecycle;

import io.mcpspring.Internal;
import java.util.Map;
import java.util.function.Function;
import org.springframework.core.io.Resource;
import org.springframework.web.reactive.function.server.HandlerFunction;
import org.springframework.web.reactive.function.server.RequestPredicate;
import org.springframework.web.reactive.function.server.RouterFunction;
import org.springframework.web.reactive.function.server.RouterFunctions;
import org.springframework.web.reactive.function.server.ServerRequest;
import reactor.core.publisher.Mono;

/** Searches a router of WebFlux. */
@Internal
public final class ReactiveSharedPath extends SharedPath implements RouterFunctions.Visitor {

    private ReactiveSharedPath(String path) {
        super(path);
    }

    /** @throws McpConfigurationException if the router has a route of another MCP server for this path */
    public static void check(RouterFunction<?> router, String path) {
        ReactiveSharedPath visitor = new ReactiveSharedPath(path);
        router.accept(visitor);
        visitor.check();
    }

    @Override
    public void startNested(RequestPredicate predicate) {
        enter(predicate);
    }

    @Override
    public void endNested(RequestPredicate predicate) {
        leave();
    }

    @Override
    public void route(RequestPredicate predicate, HandlerFunction<?> handler) {
        add(predicate, handler);
    }

    @Override
    public void resources(Function<ServerRequest, Mono<Resource>> lookupFunction) {}

    @Override
    public void attributes(Map<String, Object> attributes) {}

    @Override
    public void unknown(RouterFunction<?> router) {}
}
