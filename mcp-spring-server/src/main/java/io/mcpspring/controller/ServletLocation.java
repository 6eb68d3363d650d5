package io.mcpspring.controller;

import jakarta.servlet.FilterRegistration;
import jakarta.servlet.ServletConfig;
import jakarta.servlet.ServletContext;
import jakarta.servlet.http.HttpServletMapping;
import jakarta.servlet.http.MappingMatch;
import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * Where requests arrive at a servlet.
 *
 * @param name the name of the servlet
 * @param prefix the path of the servlet within the context; empty if it gets all requests
 * @param rolePrefix what the names of authorities begin with that are roles
 */
record ServletLocation(ServletContext context, String name, String prefix, String rolePrefix) {

    static ServletLocation of(ServletContext context, String name, String rolePrefix) {
        String prefix = Stream.ofNullable(context.getServletRegistration(name))
                .flatMap(registration -> registration.getMappings().stream())
                .filter(mapping -> mapping.endsWith("/*") || mapping.equals("/"))
                .map(mapping -> mapping.replaceFirst("/\\*?$", ""))
                .findFirst()
                .orElse("");
        return new ServletLocation(context, name, prefix, rolePrefix);
    }

    String contextPath() {
        return Objects.requireNonNullElse(context.getContextPath(), "");
    }

    /** Returns the names of the filters that requests for a path pass, but not those for another one. */
    Stream<String> filters(String path, String other) {
        return context.getFilterRegistrations().values().stream()
                .filter(filter -> covers(filter, prefix + path) && !covers(filter, prefix + other))
                .map(FilterRegistration::getName);
    }

    private static boolean covers(FilterRegistration filter, String path) {
        return filter.getUrlPatternMappings().stream()
                .anyMatch(pattern -> pattern.equals(path)
                        || pattern.endsWith("/*")
                                && (path + "/").startsWith(pattern.substring(0, pattern.length() - 1)));
    }

    ServletConfig config() {
        return Stub.of(
                ServletConfig.class,
                Map.of(
                        "getServletName", name,
                        "getServletContext", context,
                        "getInitParameterNames", Collections.emptyEnumeration()));
    }

    HttpServletMapping mapping() {
        MappingMatch match = prefix.isEmpty() ? MappingMatch.DEFAULT : MappingMatch.PATH;
        String all = prefix + "/*";
        return Stub.of(
                HttpServletMapping.class,
                Map.of("getServletName", name, "getMatchValue", "", "getPattern", all, "getMappingMatch", match));
    }
}
