package io.mcpspring.listing;

import io.mcpspring.Internal;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Entries with arguments for which values can be proposed. */
@Internal
public interface Completable {

    /** Whether there are entries at present. */
    boolean isOffered();

    /**
     * Returns the arguments of an entry, each with the values that its type defines; {@code null} if there is no such
     * entry.
     *
     * @param key the name of the entry, or its URI template
     */
    @Nullable
    Map<String, List<String>> arguments(String key);
}
