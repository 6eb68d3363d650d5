package io.mcpspring.entry;

import io.mcpspring.Internal;

/**
 * A rule that decides about an entry.
 *
 * @param name what operators know the rule by
 */
@Internal
public record EntryRule(String name, McpAccessRule rule) {}
