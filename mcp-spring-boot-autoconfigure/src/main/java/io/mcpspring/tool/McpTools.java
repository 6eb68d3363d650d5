package io.mcpspring.tool;

import io.mcpspring.method.AnnotatedBeanMethod;
import io.mcpspring.method.BeanMethod;
import io.mcpspring.method.McpMethodException;
import io.mcpspring.protocol.Tool;
import io.mcpspring.server.ServerEvent;
import io.mcpspring.server.ServerEvents;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.springframework.util.Assert;

/**
 * The tools of the server. Complete once the application's singletons exist; from then on they may be changed, from any
 * thread.
 */
public final class McpTools {

    private final ServerEvents events;

    private volatile NavigableMap<String, RegisteredTool> byName = Collections.emptyNavigableMap();

    private @Nullable ToolFactory factory;

    private boolean changing;

    /** Made by the auto-configuration. */
    public McpTools(ServerEvents events) {
        this.events = events;
    }

    /** All tools as clients of the newest revision see them, sorted by name. */
    public List<Tool> list() {
        return byName.values().stream().map(RegisteredTool::definition).toList();
    }

    /**
     * Changes tools, all at once or, if one change fails, not at all; clients that want to know are told once. Calls that
     * are running end with the tool they began with. Other instances of the server keep their own tools.
     *
     * @throws McpMethodException if a tool cannot be served
     * @throws IllegalArgumentException if a name is taken, or none of a tool
     * @throws IllegalStateException while the application starts, as tools of the start are beans, or within an update
     */
    public void update(Consumer<Changes> changes) {
        if (change(changes)) {
            events.publish(ServerEvent.TOOLS_LIST_CHANGED);
        }
    }

    private synchronized boolean change(Consumer<Changes> changes) {
        Assert.state(factory != null, "Tools cannot be changed before the application has started");
        Assert.state(!changing, "An update cannot be part of another");
        Changes open = new Changes(new TreeMap<>(byName), factory);
        changing = true;
        try {
            changes.accept(open);
        } finally {
            changing = false;
            open.done = true;
        }
        boolean different = !open.tools.equals(byName);
        this.byName = Collections.unmodifiableNavigableMap(open.tools);
        return different;
    }

    /** What an update does; to be used within it, and by its thread. */
    public static final class Changes {

        private final NavigableMap<String, RegisteredTool> tools;

        private final ToolFactory factory;

        private volatile boolean done;

        private Changes(NavigableMap<String, RegisteredTool> tools, ToolFactory factory) {
            this.tools = tools;
            this.factory = factory;
        }

        /** Adds a tool under a name that no other has. */
        public Changes add(McpToolDefinition definition) {
            RegisteredTool tool = create(definition);
            Assert.isTrue(tools.putIfAbsent(tool.name(), tool) == null,
                    () -> "There is a tool '" + tool.name() + "' already");
            return this;
        }

        /** Puts a tool in the place of the one with its name. */
        public Changes replace(McpToolDefinition definition) {
            RegisteredTool tool = create(definition);
            Assert.isTrue(tools.replace(tool.name(), tool) != null, () -> "There is no tool '" + tool.name() + "'");
            return this;
        }

        /** Removes the tool with this name. */
        public Changes remove(String name) {
            checkOpen();
            Assert.isTrue(tools.remove(name) != null, () -> "There is no tool '" + name + "'");
            return this;
        }

        private RegisteredTool create(McpToolDefinition definition) {
            checkOpen();
            return factory.create(definition);
        }

        private void checkOpen() {
            Assert.state(!done, "The update is over");
        }
    }

    @Nullable RegisteredTool find(String name) {
        return byName.get(name);
    }

    NavigableMap<String, RegisteredTool> all() {
        return byName;
    }

    /**
     * The tools of the start.
     *
     * @param factory makes those that come later
     * @throws McpMethodException if two tools have the same name
     */
    synchronized void start(Collection<RegisteredTool> tools, ToolFactory factory) {
        NavigableMap<String, RegisteredTool> sorted = new TreeMap<>();
        for (RegisteredTool tool : tools) {
            RegisteredTool other = sorted.putIfAbsent(tool.name(), tool);
            if (other != null) {
                throw tool.method().refused("There is another tool '" + tool.name() + "': "
                        + describe(other.method()) + ".", "Give one of them another name.");
            }
        }
        this.factory = factory;
        this.byName = Collections.unmodifiableNavigableMap(sorted);
    }

    private static String describe(BeanMethod method) {
        return method instanceof AnnotatedBeanMethod<?> ofBean
                ? method.describe() + " of bean '" + ofBean.beanName() + "'" : method.describe();
    }
}
