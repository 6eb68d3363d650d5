package io.mcpspring.entry;

import io.mcpspring.Internal;
import org.jspecify.annotations.Nullable;

/** Creates the rules that the library has for entries. */
@Internal
public interface EntryRules {

    /**
     * Returns the rule for an entry; {@code null} if there is none.
     *
     * @throws io.mcpspring.method.McpMethodException if the entry cannot be protected as its author declared
     */
    @Nullable
    EntryRule of(McpEntry entry);
}
