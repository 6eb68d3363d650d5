package io.mcpspring.entry;

import io.mcpspring.Internal;
import io.mcpspring.server.OncePerMinute;

/**
 * A rule that decides about one entry.
 *
 * @param name what operators know the rule by
 * @param failures selects what is logged of its failures: lists ask the rule, too
 */
@Internal
public record EntryRule(String name, McpAccessRule rule, OncePerMinute failures) {

    public EntryRule(String name, McpAccessRule rule) {
        this(name, rule, new OncePerMinute());
    }
}
