package io.mcpspring.http;

import io.mcpspring.protocol.McpProtocolException;
import io.mcpspring.server.Toolsets;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.web.util.UriComponentsBuilder;

/** Reads which toolsets a request selects: in the query of its URL, or in a header. */
final class SelectedToolsets {

    private static final String PARAMETER = "toolsets";

    private static final String HEADER = "X-MCP-Toolsets";

    private SelectedToolsets() {}

    /**
     * Returns the tools that a request selects; {@code null} for all tools.
     *
     * @throws McpProtocolException if there is no such toolset, or if the values differ
     */
    static Toolsets.@Nullable Selection of(McpHttpRequest request, Toolsets toolsets) {
        if (request.query() == null && request.headers().first(HEADER) == null) {
            return null;
        }
        List<String> parameters = UriComponentsBuilder.newInstance()
                .query(Objects.requireNonNullElse(request.query(), ""))
                .build()
                .getQueryParams()
                .getOrDefault(PARAMETER, List.of());
        List<String> lines = request.headers().all(HEADER);
        // Lines of the same header are one list.
        Stream<String> header = lines.isEmpty() ? Stream.empty() : Stream.of(String.join(",", lines));
        Set<Toolsets.Selection> selections = Stream.concat(parameters.stream(), header)
                .map(names -> toolsets.select(Objects.requireNonNullElse(names, "")))
                .collect(Collectors.toSet());
        if (parameters.size() > 1 || selections.size() > 1) {
            throw McpProtocolException.invalidParams("Give toolsets once, separated by commas: in the parameter '"
                    + PARAMETER + "', in the header " + HEADER + ", or the same in both");
        }
        return selections.stream().findFirst().orElse(null);
    }
}
