package io.mcpspring.text;

import io.mcpspring.Internal;
import java.util.Set;

/** Recognizes names of tools that announce a deletion. */
@Internal
public final class DestructiveNames {

    private static final Set<String> VERBS =
            Set.of("delete", "remove", "drop", "destroy", "erase", "purge", "truncate", "wipe");

    private DestructiveNames() {}

    /** Whether the first word of a name is such a verb. */
    public static boolean isDestructive(String name) {
        return VERBS.contains(NameWords.of(name).split(" ", 2)[0]);
    }
}
