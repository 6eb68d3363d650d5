package io.mcpspring.exchange;

import io.mcpspring.Internal;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.util.LinkedCaseInsensitiveMap;

/** The headers of a request, as they were when it arrived. The case of their names does not matter. */
@Internal
public interface RequestHeaders {

    /** Returns the names of all headers. */
    Collection<String> names();

    /** Returns all values of a header, in their order; empty if it is absent. */
    List<String> all(String name);

    /** Returns the first value of a header; {@code null} if it is absent. */
    @Nullable
    String first(String name);

    /** Returns the value of a header that occurs exactly once; {@code null} for any other. */
    default @Nullable String single(String name) {
        List<String> values = all(name);
        return values.size() == 1 ? values.get(0) : null;
    }

    /** Keeps the headers for use after the web server has used its request for another one. */
    default void retain() {}

    /** Returns all headers, by names whose case does not matter. */
    default Map<String, List<String>> asMap() {
        Map<String, List<String>> all = new LinkedCaseInsensitiveMap<>(Locale.ROOT);
        names().forEach(name -> all.put(name, List.copyOf(all(name))));
        return Collections.unmodifiableMap(all);
    }
}
