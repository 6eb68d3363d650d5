package io.mcpspring.entry;

import io.mcpspring.Internal;

/**
 * The changes of an update. Valid within the update, on its thread.
 *
 * @param <D> the definitions of the entries
 * @param <C> these changes
 */
public abstract class McpChanges<D extends McpDefinition, C extends McpChanges<D, C>> {

    private final Draft<D, ?> draft;

    /**
     * Begins changes.
     *
     * @param draft the next state of the entries
     * @hidden
     */
    @Internal
    protected McpChanges(Draft<D, ?> draft) {
        this.draft = draft;
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
        draft.add(definition);
        return self();
    }

    /**
     * Replaces the entry with the same name or URI.
     *
     * @param definition the new entry
     * @return these changes
     */
    public C replace(D definition) {
        draft.replace(definition);
        return self();
    }

    /**
     * Adds an entry, or replaces the one with the same name or URI.
     *
     * @param definition the new entry
     * @return these changes
     */
    public C put(D definition) {
        draft.put(definition);
        return self();
    }

    /**
     * Removes an entry, which must exist.
     *
     * @param name the name of the tool or prompt, the URI of the resource, or the template as in its definition
     * @return these changes
     */
    public C remove(String name) {
        draft.remove(name);
        return self();
    }

    /**
     * Removes an entry, if it exists.
     *
     * @param name the name of the tool or prompt, the URI of the resource, or the template as in its definition
     * @return these changes
     */
    public C removeIfPresent(String name) {
        draft.removeIfPresent(name);
        return self();
    }
}
