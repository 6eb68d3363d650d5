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
        return entries;
    }

    void end() {
        over = true;
    }

    void add(D definition) {
        T entry = create(definition);
        Assert.isTrue(
                entries.putIfAbsent(entry.key(), entry) == null,
                () -> "There is a " + kind.apply(entry.key()) + " '" + entry.key() + "' already");
    }

    void replace(D definition) {
        T entry = create(definition);
        Assert.isTrue(entries.replace(entry.key(), entry) != null, () -> missing(entry.key()));
    }

    void put(D definition) {
        T entry = create(definition);
        entries.put(entry.key(), entry);
    }

    void remove(String key) {
        checkOpen();
        Assert.isTrue(entries.remove(key) != null, () -> missing(key));
    }

    void removeIfPresent(String key) {
        checkOpen();
        entries.remove(key);
    }

    private T create(D definition) {
        checkOpen();
        return creation.apply(definition);
    }

    private void checkOpen() {
        Assert.state(!over, "The update has ended");
    }

    private String missing(String key) {
        return "There is no " + kind.apply(key) + " '" + key + "'";
    }
}
