package io.mcpspring.entry;

import io.mcpspring.Internal;
import org.springframework.util.Assert;

/**
 * The changes of an update. Valid within the update, on its thread.
 *
 * @param <D> the definitions of the entries
 * @param <C> these changes
 */
public abstract class McpChanges<D extends McpDefinition, C extends McpChanges<D, C>> {

    private final Draft<D, RegisteredEntry<?, ?, ?>> draft;

    /**
     * Begins changes.
     *
     * @param draft the next state of the entries
     * @hidden
     */
    @Internal
    @SuppressWarnings("unchecked")
    protected McpChanges(Draft<D, ?> draft) {
        this.draft = (Draft<D, RegisteredEntry<?, ?, ?>>) draft;
    }

    @SuppressWarnings("unchecked")
    private C self() {
        return (C) this;
    }

    /**
     * Adds an entry.
     *
     * @param definition an entry with a name or URI that no other one has
     * @return these changes
     */
    public C add(D definition) {
        RegisteredEntry<?, ?, ?> entry = draft.create(definition);
        Assert.isTrue(
                draft.entries().putIfAbsent(entry.key(), entry) == null,
                () -> "There is a " + draft.describe(entry.key()) + " already");
        return self();
    }

    /**
     * Replaces the entry with the same name or URI.
     *
     * @param definition the new entry
     * @return these changes
     */
    public C replace(D definition) {
        RegisteredEntry<?, ?, ?> entry = draft.create(definition);
        Assert.isTrue(draft.entries().replace(entry.key(), entry) != null, () -> missing(entry.key()));
        return self();
    }

    /**
     * Adds an entry, or replaces the one with the same name or URI.
     *
     * @param definition the new entry
     * @return these changes
     */
    public C put(D definition) {
        RegisteredEntry<?, ?, ?> entry = draft.create(definition);
        draft.entries().put(entry.key(), entry);
        return self();
    }

    /**
     * Removes an entry, which must exist.
     *
     * @param name the name of the tool or prompt, the URI of the resource, or the template as in its definition
     * @return these changes
     */
    public C remove(String name) {
        Assert.isTrue(draft.entries().remove(name) != null, () -> missing(name));
        return self();
    }

    /**
     * Removes an entry, if it exists.
     *
     * @param name the name of the tool or prompt, the URI of the resource, or the template as in its definition
     * @return these changes
     */
    public C removeIfPresent(String name) {
        draft.entries().remove(name);
        return self();
    }

    private String missing(String key) {
        return "There is no " + draft.describe(key);
    }
}
