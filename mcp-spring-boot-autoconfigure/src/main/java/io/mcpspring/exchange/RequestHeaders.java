package io.mcpspring.exchange;

import io.mcpspring.Internal;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import org.springframework.util.LinkedCaseInsensitiveMap;

/**
 * The headers of a request, as they were when it arrived.
 *
 * @param lookup returns all values of a header, ignoring the case of its name
 * @param names returns the names of all headers
 */
@Internal
public record RequestHeaders(Function<String, List<String>> lookup, Supplier<? extends Collection<String>> names) {

    /** All values of a header, in their order; empty if it is absent. */
    public List<String> values(String name) {
        return lookup.apply(name);
    }

    /** All headers, by names whose case does not matter. */
    Map<String, List<String>> asMap() {
        Map<String, List<String>> all = new LinkedCaseInsensitiveMap<>();
        names.get().forEach(name -> all.put(name, List.copyOf(values(name))));
        return Collections.unmodifiableMap(all);
    }
}
