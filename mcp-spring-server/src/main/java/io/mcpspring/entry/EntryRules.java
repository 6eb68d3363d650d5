package io.mcpspring.entry;

import io.mcpspring.Internal;
import java.util.List;

/** Creates the rules that the library has for entries. */
@Internal
public interface EntryRules {

    /**
     * Returns the rules for an entry.
     *
     * @throws io.mcpspring.method.McpMethodException if the entry cannot be protected as its author declared
     */
    List<EntryRule> of(McpEntry entry);
}
