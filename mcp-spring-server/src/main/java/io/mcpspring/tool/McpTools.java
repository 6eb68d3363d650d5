package io.mcpspring.tool;

import io.mcpspring.entry.McpChanges;
import io.mcpspring.entry.Registry;
import io.mcpspring.method.McpMethodException;
import io.mcpspring.protocol.Tool;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The tools of the server. Complete when all singletons of the application exist; from then on they can be changed,
 * from any thread. Inject this bean to list and change them.
 */
public final class McpTools {

    private final Registry<McpToolDefinition, RegisteredTool> registry;

    McpTools(Registry<McpToolDefinition, RegisteredTool> registry) {
        this.registry = registry;
    }

    /** {@return all tools as clients of the newest revision see them, sorted by name} */
    public List<Tool> list() {
        return registry.definitions(Tool.class);
    }

    /**
     * Finds a tool.
     *
     * @param name the name of the tool
     * @return the tool as clients of the newest revision see it; empty if there is none
     */
    public Optional<Tool> find(String name) {
        return Optional.ofNullable(registry.find(name)).map(RegisteredTool::definition);
    }

    /**
     * Changes tools: all changes are made at once or, if one of them fails, none. Clients that listen are notified
     * once, if anything has changed. Requests that are running are not affected. Other instances of the server keep
     * their own tools.
     *
     * @param changes makes the changes
     * @throws McpMethodException if a tool cannot be served
     * @throws IllegalArgumentException if a name is taken, or if there is no tool of a name
     * @throws IllegalStateException while the application starts, because the tools of the start are beans, or within
     *     another update
     */
    public void update(Consumer<McpChanges<McpToolDefinition>> changes) {
        registry.change(changes);
    }
}
