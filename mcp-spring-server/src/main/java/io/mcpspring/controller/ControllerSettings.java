package io.mcpspring.controller;

import io.mcpspring.Internal;
import java.util.List;
import java.util.regex.Pattern;
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

    /** Headers that prove who a client is, or belong to its connection. */
    private static final Pattern OWN = Pattern.compile(
            "(proxy-)?(authorization|connection)|cookie|host"
                    + "|content-length|keep-alive|te|trailer|transfer-encoding|upgrade",
            Pattern.CASE_INSENSITIVE);

    /** Handler methods for an HTTP method below a path. */
    public record Selection(HttpMethod method, PathPattern paths) {

        /** Reads a selection such as {@code /orders/**}, which selects the method GET, or {@code POST /orders/**}. */
        public static Selection of(String text) {
            int space = text.lastIndexOf(' ');
            String method = space < 0 ? "GET" : text.substring(0, space).strip();
            PathPattern paths = PathPatternParser.defaultInstance.parse(text.substring(space + 1));
            return new Selection(HttpMethod.valueOf(method), paths);
        }

        boolean matches(MappedHandler handler) {
            return handler.takesOnly(method)
                    && handler.patterns().stream().anyMatch(pattern -> paths.matches(PathContainer.parsePath(pattern)));
        }
    }

    /** Whether a header of a client is passed on if a handler method declares it. */
    boolean passesOn(String header) {
        return !OWN.matcher(header).matches() || headers.stream().anyMatch(header::equalsIgnoreCase);
    }
}
