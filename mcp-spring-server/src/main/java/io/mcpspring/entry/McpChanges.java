package io.mcpspring.entry;

import java.util.NavigableMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.util.Assert;

/**
 * The changes of an update. Valid within the update, on its thread.
 *
 * @param <D> the definitions of the entries
 */
public final class McpChanges<D extends McpDefinition> {

    private final NavigableMap<String, RegisteredEntry<?, ?, ?>> entries;

    private final Function<D, ? extends RegisteredEntry<?, ?, ?>> creation;

    private volatile boolean over;

    /**
     * Begins changes.
     *
     * @param entries the next state of the entries, of the type that {@code creation} returns
     */
    @SuppressWarnings("unchecked")
    McpChanges(NavigableMap<String, ?> entries, Function<D, ? extends RegisteredEntry<?, ?, ?>> creation) {
        this.entries = (NavigableMap<String, RegisteredEntry<?, ?, ?>>) entries;
        this.creation = creation;
    }

    /**
     * Adds an entry.
     *
     * @param definition an entry with a name or URI that no other one has
     * @return these changes
     */
    public McpChanges<D> add(D definition) {
        RegisteredEntry<?, ?, ?> entry = creation.apply(definition);
        Assert.isTrue(
                entries().putIfAbsent(entry.key(), entry) == null,
                () -> "There is an entry '" + entry.key() + "' already");
        return this;
    }

    /**
     * Replaces the entry with the same name or URI.
     *
     * @param definition the new entry
     * @return these changes
     */
    public McpChanges<D> replace(D definition) {
        RegisteredEntry<?, ?, ?> entry = creation.apply(definition);
        requireKnown(entries().replace(entry.key(), entry), entry.key());
        return this;
    }

    /**
     * Adds an entry, or replaces the one with the same name or URI.
     *
     * @param definition the new entry
     * @return these changes
     */
    public McpChanges<D> put(D definition) {
        RegisteredEntry<?, ?, ?> entry = creation.apply(definition);
        entries().put(entry.key(), entry);
        return this;
    }

    /**
     * Removes an entry, which must exist.
     *
     * @param name the name of the tool or prompt, the URI of the resource, or the template as in its definition
     * @return these changes
     */
    public McpChanges<D> remove(String name) {
        requireKnown(entries().remove(name), name);
        return this;
    }

    /**
     * Removes an entry, if it exists.
     *
     * @param name the name of the tool or prompt, the URI of the resource, or the template as in its definition
     * @return these changes
     */
    public McpChanges<D> removeIfPresent(String name) {
        entries().remove(name);
        return this;
    }

    private NavigableMap<String, RegisteredEntry<?, ?, ?>> entries() {
        Assert.state(!over, "The update has ended");
        return entries;
    }

    private void requireKnown(@Nullable RegisteredEntry<?, ?, ?> before, String key) {
        Assert.isTrue(before != null, () -> "There is no entry '" + key + "'");
    }

    void end() {
        over = true;
    }
}
