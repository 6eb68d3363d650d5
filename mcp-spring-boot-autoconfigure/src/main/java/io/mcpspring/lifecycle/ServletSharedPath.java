package io.mcpspring.lifecycle;

import io.mcpspring.Internal;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.springframework.core.io.Resource;
import org.springframework.web.servlet.function.HandlerFunction;
import org.springframework.web.servlet.function.RequestPredicate;
import org.springframework.web.servlet.function.RouterFunction;
import org.springframework.web.servlet.function.RouterFunctions;
import org.springframework.web.servlet.function.ServerRequest;

/** Searches a router of Spring MVC. */
@Internal
public final class ServletSharedPath extends SharedPath implements RouterFunctions.Visitor {

    private ServletSharedPath(String path) {
        super(path);
    }

    /** @throws McpConfigurationException if the router has a route of another MCP server for this path */
    public static void check(RouterFunction<?> router, String path) {
        ServletSharedPath visitor = new ServletSharedPath(path);
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
    public void resources(Function<ServerRequest, Optional<Resource>> lookupFunction) {}

    @Override
    public void attributes(Map<String, Object> attributes) {}

    @Override
    public void unknown(RouterFunction<?> router) {}
}
