package io.mcpspring.tool;

import io.mcpspring.event.ListChanged;
import io.mcpspring.event.ServerEvents;
import io.mcpspring.listing.Registry;
import io.mcpspring.method.McpMethodException;
import io.mcpspring.protocol.Tool;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The tools of the server. Complete once the application's singletons exist; from then on they may be changed, from any
 * thread.
 */
public final class McpTools {

    private final Registry<RegisteredTool> registry;

    private final Supplier<ToolFactory> factory;

    private final ServerEvents events;

    McpTools(Registry<RegisteredTool> registry, Supplier<ToolFactory> factory, ServerEvents events) {
        this.registry = registry;
        this.factory = factory;
        this.events = events;
    }

    /** All tools as clients of the newest revision see them, sorted by name. */
    public List<Tool> list() {
        return registry.all().values().stream().map(RegisteredTool::definition).toList();
    }

    /**
     * Changes tools, all at once or, if one change fails, not at all; clients that want to know are told once. Calls
     * that are running end with the tool they began with. Other instances of the server keep their own tools.
     *
     * @throws McpMethodException if a tool cannot be served
     * @throws IllegalArgumentException if a name is taken, or none of a tool
     * @throws IllegalStateException while the application starts, as tools of the start are beans, or within an update
     */
    public void update(Consumer<Changes> changes) {
        if (registry.change(tools -> changes.accept(new Changes(tools, factory)))) {
            events.publish(ListChanged.TOOLS);
        }
    }

    /** What an update does; to be used within it, and by its thread. */
    public static final class Changes {

        private final Registry.Draft<RegisteredTool> draft;

        private final Supplier<ToolFactory> factory;

        private Changes(Registry.Draft<RegisteredTool> draft, Supplier<ToolFactory> factory) {
            this.draft = draft;
            this.factory = factory;
        }

        /** Adds a tool under a name that no other has. */
        public Changes add(McpToolDefinition definition) {
            draft.add(() -> factory.get().create(definition));
            return this;
        }

        /** Puts a tool in the place of the one with its name. */
        public Changes replace(McpToolDefinition definition) {
            draft.replace(() -> factory.get().create(definition));
            return this;
        }

        /** Removes the tool with this name. */
        public Changes remove(String name) {
            draft.remove(name);
            return this;
        }
    }
}
