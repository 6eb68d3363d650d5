package io.mcpspring.tool;

import io.mcpspring.method.AnnotatedBeanMethod;
import io.mcpspring.method.BeanMethod;
import io.mcpspring.method.McpMethodException;
import io.mcpspring.protocol.Tool;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The tools of the server. Complete once the application's singletons exist; may be used from any thread. */
public final class McpTools {

    private volatile NavigableMap<String, RegisteredTool> byName = Collections.emptyNavigableMap();

    /** All tools as clients of the newest revision see them, sorted by name. */
    public List<Tool> list() {
        return this.byName.values().stream().map(RegisteredTool::definition).toList();
    }

    @Nullable RegisteredTool find(String name) {
        return byName.get(name);
    }

    NavigableMap<String, RegisteredTool> all() {
        return byName;
    }

    /**
     * @throws McpMethodException if two tools have the same name
     */
    void set(Collection<RegisteredTool> tools) {
        NavigableMap<String, RegisteredTool> sorted = new TreeMap<>();
        for (RegisteredTool tool : tools) {
            RegisteredTool other = sorted.putIfAbsent(tool.name(), tool);
            if (other != null) {
                throw tool.method().refused("There is another tool '" + tool.name() + "': "
                        + describe(other.method()) + ".", "Give one of them another name.");
            }
        }
        this.byName = Collections.unmodifiableNavigableMap(sorted);
    }

    private static String describe(BeanMethod method) {
        return method instanceof AnnotatedBeanMethod<?> ofBean
                ? method.describe() + " of bean '" + ofBean.beanName() + "'" : method.describe();
    }
}
