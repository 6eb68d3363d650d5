package io.mcpspring.tool;

import io.mcpspring.entry.Registry;
import io.mcpspring.event.ListChanged;
import io.mcpspring.event.ServerEvents;
import io.mcpspring.method.McpMethodException;
import io.mcpspring.protocol.Tool;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The tools of the server. Complete when all singletons of the application exist; from then on they can be changed,
 * from any thread. Inject this bean to list and change them.
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

    /** {@return all tools as clients of the newest revision see them, sorted by name} */
    public List<Tool> list() {
        return registry.all().values().stream().map(RegisteredTool::definition).toList();
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
    public void update(Consumer<Changes> changes) {
        if (registry.change(draft -> changes.accept(new Changes(draft, factory)))) {
            events.publish(ListChanged.TOOLS);
        }
    }

    /** The changes of an update. Valid within the update, on its thread. */
    public static final class Changes {

        private final Registry.Draft<RegisteredTool> draft;

        private final Supplier<ToolFactory> factory;

        private Changes(Registry.Draft<RegisteredTool> draft, Supplier<ToolFactory> factory) {
            this.draft = draft;
            this.factory = factory;
        }

        /**
         * Adds a tool.
         *
         * @param definition a tool with a name that no other tool has
         * @return these changes
         */
        public Changes add(McpToolDefinition definition) {
            draft.add(() -> factory.get().create(definition));
            return this;
        }

        /**
         * Replaces the tool with the same name.
         *
         * @param definition the new tool
         * @return these changes
         */
        public Changes replace(McpToolDefinition definition) {
            draft.replace(() -> factory.get().create(definition));
            return this;
        }

        /**
         * Adds a tool, or replaces the one with the same name.
         *
         * @param definition the new tool
         * @return these changes
         */
        public Changes put(McpToolDefinition definition) {
            draft.put(() -> factory.get().create(definition));
            return this;
        }

        /**
         * Removes a tool, which must exist.
         *
         * @param name the name of the tool
         * @return these changes
         */
        public Changes remove(String name) {
            draft.remove(name);
            return this;
        }

        /**
         * Removes a tool, if it exists.
         *
         * @param name the name of the tool
         * @return these changes
         */
        public Changes removeIfPresent(String name) {
            draft.removeIfPresent(name);
            return this;
        }
    }
}
