package io.mcpspring.controller;

import io.mcpspring.Internal;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.http.HttpMethod;
import org.springframework.http.server.PathContainer;
import org.springframework.web.util.pattern.PathPattern;
import org.springframework.web.util.pattern.PathPatternParser;

/**
 * How controllers are served.
 *
 * @param include the handler methods that are tools without an annotation
 * @param headers the headers of a client that its calls pass on, besides those that handler methods declare
 * @param ignoreUrlRules whether tools are served although the URL rules of the application cannot decide about them
 */
@Internal
public record ControllerSettings(List<Selection> include, List<String> headers, boolean ignoreUrlRules) {

    public static final ControllerSettings DEFAULT = new ControllerSettings(List.of(), List.of(), false);

    /** Handler methods with some HTTP methods below a path. */
    public record Selection(Set<HttpMethod> methods, PathPattern paths) {

        /**
         * Reads a selection such as {@code /orders/**}, which selects the method {@code GET}, or {@code GET|POST
         * /orders/**}.
         */
        public static Selection of(String text) {
            String[] parts = text.strip().split("\\s+", 2);
            String methods = parts.length == 1 ? "GET" : parts[0];
            return new Selection(
                    Stream.of(methods.split("\\|")).map(HttpMethod::valueOf).collect(Collectors.toSet()),
                    PathPatternParser.defaultInstance.parse(parts[parts.length - 1]));
        }

        boolean matches(MappedHandler handler) {
            return !handler.methods().isEmpty()
                    && methods.containsAll(handler.methods())
                    && handler.patterns().stream().anyMatch(pattern -> paths.matches(PathContainer.parsePath(pattern)));
        }
    }
}
