package io.mcpspring.entry;

import io.mcpspring.entry.McpAccessDecision.Hidden;
import io.mcpspring.entry.McpAccessDecision.LacksScopes;
import java.util.List;
import java.util.stream.Stream;

/** Combines the decisions of several rules about one entry. */
final class Decisions {

    static final McpAccessDecision GRANTED = new McpAccessDecision.Granted();

    static final McpAccessDecision HIDDEN = new Hidden();

    private Decisions() {}

    /** Returns the stricter decision; scopes are united. */
    static McpAccessDecision both(McpAccessDecision one, McpAccessDecision other) {
        if (one instanceof LacksScopes first && other instanceof LacksScopes second) {
            return new LacksScopes(united(first.scopes(), second.scopes()));
        }
        return strictness(one) >= strictness(other) ? one : other;
    }

    static List<String> united(List<String> one, List<String> other) {
        return Stream.concat(one.stream(), other.stream()).distinct().toList();
    }

    private static int strictness(McpAccessDecision decision) {
        if (decision instanceof Hidden) {
            return 2;
        }
        return decision instanceof LacksScopes ? 1 : 0;
    }
}
