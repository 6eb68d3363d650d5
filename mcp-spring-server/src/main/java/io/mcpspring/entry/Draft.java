package io.mcpspring.entry;

import io.mcpspring.Internal;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.springframework.util.Assert;

/**
 * The next state of a registry, open for changes.
 *
 * @param <D> the definitions of the entries
 * @param <T> the entries
 */
@Internal
public final class Draft<D extends McpDefinition, T extends RegisteredEntry<?, ?, ?>> {

    private final NavigableMap<String, T> entries;

    private final Function<D, T> creation;

    private final UnaryOperator<String> kind;

    private volatile boolean over;

    Draft(NavigableMap<String, T> before, Function<D, T> creation, UnaryOperator<String> kind) {
        this.entries = new TreeMap<>(before);
        this.creation = creation;
        this.kind = kind;
    }

    NavigableMap<String, T> entries() {
        Assert.state(!over, "The update has ended");
        return entries;
    }

    T create(D definition) {
        return creation.apply(definition);
    }

    String describe(String key) {
        return kind.apply(key) + " '" + key + "'";
    }

    void end() {
        over = true;
    }
}
