package io.mcpspring.autoconfigure;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.core.io.Resource;
import org.springframework.web.reactive.function.server.HandlerFunction;
import org.springframework.web.reactive.function.server.RequestPredicate;
import org.springframework.web.reactive.function.server.RouterFunction;
import org.springframework.web.reactive.function.server.RouterFunctions;
import org.springframework.web.reactive.function.server.ServerRequest;
import reactor.core.publisher.Mono;

/** Searches a router for another MCP server at the path of this one. Clients could reach only one of the two. */
final class SharedPath implements RouterFunctions.Visitor {

    private static final List<String> OTHER_SERVERS = List.of("org.springframework.ai.", "io.modelcontextprotocol.");

    private final String path;

    private final Deque<String> parents = new ArrayDeque<>();

    private @Nullable String other;

    private SharedPath(String path) {
        this.path = path;
    }

    /** @throws McpConfigurationException if the router has a route of another MCP server for this path */
    static void check(RouterFunction<?> router, String path) {
        SharedPath visitor = new SharedPath(path);
        router.accept(visitor);
        if (visitor.other != null) {
            throw new McpConfigurationException(
                    "Two MCP servers are configured for the path '%s': that of mcp-spring-boot and that of %s."
                            .formatted(path, visitor.other),
                    "Remove one of the two starters, or give one server another path: this one with"
                            + " mcp.server.http.path, that of Spring AI with"
                            + " spring.ai.mcp.server.streamable-http.mcp-endpoint.");
        }
    }

    @Override
    public void startNested(RequestPredicate predicate) {
        parents.addLast(path(predicate));
    }

    @Override
    public void endNested(RequestPredicate predicate) {
        parents.removeLast();
    }

    @Override
    public void route(RequestPredicate predicate, HandlerFunction<?> handler) {
        String handlerType = handler.getClass().getName();
        if ((String.join("", parents) + path(predicate)).equals(path)
                && OTHER_SERVERS.stream().anyMatch(handlerType::startsWith)) {
            // The class name of a lambda expression is the name of its enclosing class with a suffix.
            other = handlerType.replaceFirst("\\$\\$Lambda.*", "");
        }
    }

    private static String path(RequestPredicate predicate) {
        // The text is, for instance, "(POST && /mcp)". A visitor of predicates would need a method for each kind.
        return Stream.of(predicate.toString().split("[()&|!\\s]+"))
                .filter(part -> part.startsWith("/"))
                .findFirst()
                .orElse("");
    }

    @Override
    public void resources(Function<ServerRequest, Mono<Resource>> lookupFunction) {}

    @Override
    public void attributes(Map<String, Object> attributes) {}

    @Override
    public void unknown(RouterFunction<?> router) {}
}
