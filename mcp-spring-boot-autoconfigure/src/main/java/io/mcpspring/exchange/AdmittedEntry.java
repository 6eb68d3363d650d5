package io.mcpspring.exchange;

import io.mcpspring.Internal;
import org.jspecify.annotations.Nullable;

/**
 * The entry that a request uses, once it is known that the entry exists and that the caller may use it. An attribute of
 * a {@link CallContext} whose request is observed.
 */
@Internal
public final class AdmittedEntry {

    private volatile @Nullable String name;

    /** The name of the tool or prompt, the URI of the resource, or the URI template; {@code null} until it is known. */
    public @Nullable String name() {
        return name;
    }

    void set(String admitted) {
        this.name = admitted;
    }
}
