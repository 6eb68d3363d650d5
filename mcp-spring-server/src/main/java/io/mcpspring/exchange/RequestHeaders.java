package io.mcpspring.exchange;

import io.mcpspring.Internal;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.springframework.util.LinkedCaseInsensitiveMap;

/** The headers of a request, as they were when it arrived. */
@Internal
public interface RequestHeaders {

    /** The headers of a request that has none. */
    RequestHeaders NONE = new RequestHeaders() {

        @Override
        public List<String> values(String name) {
            return List.of();
        }

        @Override
        public Collection<String> names() {
            return List.of();
        }
    };

    /** Returns all values of a header, in their order, ignoring the case of its name; empty if it is absent. */
    List<String> values(String name);

    /** Returns the names of all headers. */
    Collection<String> names();

    /** Returns all headers, by names whose case does not matter. */
    default Map<String, List<String>> asMap() {
        Map<String, List<String>> all = new LinkedCaseInsensitiveMap<>();
        names().forEach(name -> all.put(name, List.copyOf(values(name))));
        return Collections.unmodifiableMap(all);
    }
}
