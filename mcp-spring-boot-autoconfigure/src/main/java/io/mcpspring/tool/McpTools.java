package io.mcpspring.tool;

import io.mcpspring.Internal;
import io.mcpspring.event.ListChanged;
import io.mcpspring.event.ServerEvents;
import io.mcpspring.listing.Registry;
import io.mcpspring.method.AnnotatedBeanMethod;
import io.mcpspring.method.BeanMethod;
import io.mcpspring.method.McpMethodException;
import io.mcpspring.protocol.Tool;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.springframework.util.Assert;

/**
 * The tools of the server. Complete once the application's singletons exist; from then on they may be changed, from any
 * thread.
 */
public final class McpTools {

    private final ServerEvents events;

    private final Registry<RegisteredTool> registry = new Registry<>("tool");

    private volatile @Nullable ToolFactory factory;

    /**
     * Made once per server, by the auto-configuration.
     *
     * @hidden
     */
    @Internal
    public McpTools(ServerEvents events) {
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
        ToolFactory started = factory;
        Assert.state(started != null, "Tools cannot be changed before the application has started");
        if (registry.change(tools -> changes.accept(new Changes(tools, started)))) {
            events.publish(ListChanged.TOOLS);
        }
    }

    /** What an update does; to be used within it, and by its thread. */
    public static final class Changes {

        private final Registry.Draft<RegisteredTool> draft;

        private final ToolFactory factory;

        private Changes(Registry.Draft<RegisteredTool> draft, ToolFactory factory) {
            this.draft = draft;
            this.factory = factory;
        }

        /** Adds a tool under a name that no other has. */
        public Changes add(McpToolDefinition definition) {
            draft.add(() -> factory.create(definition));
            return this;
        }

        /** Puts a tool in the place of the one with its name. */
        public Changes replace(McpToolDefinition definition) {
            draft.replace(() -> factory.create(definition));
            return this;
        }

        /** Removes the tool with this name. */
        public Changes remove(String name) {
            draft.remove(name);
            return this;
        }
    }

    Registry<RegisteredTool> registry() {
        return registry;
    }

    /**
     * The tools of the start.
     *
     * @param factory makes those that come later
     * @throws McpMethodException if two tools have the same name
     */
    void start(Collection<RegisteredTool> tools, ToolFactory factory) {
        registry.start(
                tools,
                (tool, other) -> tool.method()
                        .refused(
                                "There is another tool '" + tool.name() + "': " + describe(other.method()) + ".",
                                "Give one of them another name."));
        this.factory = factory;
    }

    private static String describe(BeanMethod method) {
        return method instanceof AnnotatedBeanMethod<?> ofBean
                ? method.describe() + " of bean '" + ofBean.beanName() + "'"
                : method.describe();
    }
}
