package io.mcpspring.exchange;

import io.mcpspring.Internal;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import org.springframework.util.LinkedCaseInsensitiveMap;

/**
 * The headers of a request, as they were when it arrived.
 *
 * @param names returns the names of all headers
 * @param byName returns all values of a header, in their order, ignoring the case of its name; empty if it is absent
 */
@Internal
public record RequestHeaders(Supplier<? extends Collection<String>> names, Function<String, List<String>> byName) {

    /** The headers of a request that has none. */
    public static final RequestHeaders NONE = new RequestHeaders(List::of, name -> List.of());

    /** Returns all headers, by names whose case does not matter. */
    public Map<String, List<String>> asMap() {
        Map<String, List<String>> all = new LinkedCaseInsensitiveMap<>(Locale.ROOT);
        names.get().forEach(name -> all.put(name, List.copyOf(byName.apply(name))));
        return Collections.unmodifiableMap(all);
    }
}
