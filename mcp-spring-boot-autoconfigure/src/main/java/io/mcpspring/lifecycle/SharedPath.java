package io.mcpspring.lifecycle;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Searches a router for another MCP server at the path of this one. Clients could reach only one of the two. */
abstract class SharedPath {

    private static final List<String> OTHER_SERVERS = List.of("org.springframework.ai.", "io.modelcontextprotocol.");

    private final String path;

    private final Deque<String> parents = new ArrayDeque<>();

    private @Nullable String other;

    SharedPath(String path) {
        this.path = path;
    }

    /** @throws McpConfigurationException if the router has a route of another MCP server for the path */
    void check() {
        if (other != null) {
            throw new McpConfigurationException(
                    "The path '%s' is configured for two MCP servers: mcp-spring-boot and %s.".formatted(path, other),
                    "Remove one of the two starters, or change one of the paths: mcp.server.http.path for"
                            + " mcp-spring-boot, spring.ai.mcp.server.streamable-http.mcp-endpoint for Spring AI.");
        }
    }

    void enter(Object predicate) {
        parents.addLast(path(predicate));
    }

    void leave() {
        parents.removeLast();
    }

    void add(Object predicate, Object handler) {
        String handlerType = handler.getClass().getName();
        if ((String.join("", parents) + path(predicate)).equals(path)
                && OTHER_SERVERS.stream().anyMatch(handlerType::startsWith)) {
            // The class name of a lambda expression is the name of its enclosing class with a suffix.
            other = handlerType.replaceFirst("\\$\\$Lambda.*", "");
        }
    }

    private static String path(Object predicate) {
        // The text is, for instance, "(POST && /mcp)". A visitor of predicates would need a method for each kind.
        return Stream.of(predicate.toString().split("[()&|!\\s]+"))
                .filter(part -> part.startsWith("/"))
                .findFirst()
                .orElse("");
    }
}
