package io.mcpspring.controller;

import io.mcpspring.tool.PathSegments;
import io.mcpspring.validation.InvalidArgumentsException;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.web.util.UriUtils;

/** The path of a mapping, with variables for which calls have values. */
record PathTemplate(String pattern) {

    private static final Pattern VARIABLE = Pattern.compile("\\{(\\*?)([^:{}]+)(?::(?:[^{}]|\\{[^{}]*})*)?}");

    /** A segment that is unknown to everybody, so that only patterns match it that match any segment. */
    private static final String ANY = "any-" + UUID.randomUUID();

    boolean hasWildcards() {
        String literals = VARIABLE.matcher(pattern).replaceAll("");
        return literals.contains("*") || literals.contains("?");
    }

    Set<String> variables() {
        return VARIABLE.matcher(pattern)
                .results()
                .map(variable -> variable.group(2))
                .collect(Collectors.toCollection(HashSet::new));
    }

    /**
     * Returns the value of a variable as the web framework reads it. It must not reach another path, because it comes
     * from a language model.
     *
     * @param argument the name of the argument, for the message
     * @throws InvalidArgumentsException if it may reach another path
     */
    String asRead(String variable, String value, String argument) {
        if (!pattern.contains("{*" + variable + "}")) {
            PathSegments.requireSafe(Stream.of(value), argument);
            return value;
        }
        String rest = withoutSlash(value);
        PathSegments.requireSafe(Stream.of(rest.split("/", -1)), argument);
        return "/" + rest;
    }

    private static String withoutSlash(String rest) {
        return rest.startsWith("/") ? rest.substring(1) : rest;
    }

    /** Returns the encoded path with values for its variables, which are unknown to everybody unless they are given. */
    String expand(Map<String, String> values) {
        return VARIABLE.matcher(pattern).replaceAll(variable -> {
            String value = values.getOrDefault(variable.group(2), ANY);
            String encoded = variable.group(1).isEmpty()
                    ? UriUtils.encodePathSegment(value, StandardCharsets.UTF_8)
                    : UriUtils.encodePath(withoutSlash(value), StandardCharsets.UTF_8);
            return Matcher.quoteReplacement(encoded);
        });
    }
}
