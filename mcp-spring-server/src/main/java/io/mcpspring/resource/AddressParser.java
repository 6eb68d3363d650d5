package io.mcpspring.resource;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Parses URIs and URI templates. */
final class AddressParser {

    private static final Pattern EXPRESSION = Pattern.compile("\\{([^{}]*)}");

    private static final String NAME = "[A-Za-z_][A-Za-z0-9_]*";

    private static final Pattern VARIABLE = Pattern.compile("\\+?" + NAME);

    private static final Pattern QUERY = Pattern.compile("\\?" + NAME + "(," + NAME + ")*");

    private static final Pattern SCHEME = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]*:");

    private AddressParser() {}

    /** Parses a text as {@link Address#of} does. */
    static Address parse(String text) {
        if (!SCHEME.matcher(text).lookingAt()) {
            throw new IllegalArgumentException("it does not begin with a scheme, as in docs://guide");
        }
        List<String> literals = new ArrayList<>();
        List<Address.Variable> variables = new ArrayList<>();
        Set<String> names = new HashSet<>();
        List<String> query = null;
        int end = 0;
        Matcher expressions = EXPRESSION.matcher(text);
        while (expressions.find()) {
            String expression = expressions.group(1);
            boolean isQuery = QUERY.matcher(expression).matches();
            if (!isQuery && !literals.isEmpty() && expressions.start() == end) {
                throw new IllegalArgumentException("there is nothing between '{" + expression
                        + "}' and the variable before it, so that its value would be ambiguous");
            }
            literals.add(literal(text.substring(end, expressions.start())));
            end = expressions.end();
            if (isQuery) {
                query = query(expression, text, expressions, names);
            } else {
                variables.add(variable(expression, names));
            }
        }
        if (query == null) {
            literals.add(literal(text.substring(end)));
        }
        requireUri(text);
        return new Address(text, List.copyOf(literals), List.copyOf(variables), query);
    }

    private static String literal(String part) {
        Matcher forbidden = Address.FORBIDDEN.matcher(part);
        if (forbidden.find()) {
            String character = forbidden.group();
            throw new IllegalArgumentException("'" + character + "' is not "
                    + ("[]".contains(character)
                            ? "supported; URIs may contain it in IPv6 hosts only"
                            : "allowed in a URI"));
        }
        return part;
    }

    /** Other than RFC 3986, {@link URI} requires something after the scheme, and an authority after two slashes. */
    private static void requireUri(String text) {
        String shortest = EXPRESSION
                .matcher(text)
                .replaceAll(expression -> QUERY.matcher(expression.group(1)).matches() ? "" : "x");
        try {
            new URI(shortest);
        } catch (URISyntaxException ex) {
            throw new IllegalArgumentException("'" + shortest + "' is not a valid URI (" + ex.getReason() + ")", ex);
        }
    }

    private static List<String> query(String expression, String text, Matcher place, Set<String> names) {
        String before = EXPRESSION.matcher(text.substring(0, place.start())).replaceAll("");
        if (place.end() < text.length() || before.contains("?") || before.contains("#")) {
            throw new IllegalArgumentException(
                    "'{" + expression + "}' must be at the end, and there must not be another query or a fragment");
        }
        return Stream.of(expression.substring(1).split(","))
                .map(name -> distinct(name, names))
                .toList();
    }

    private static Address.Variable variable(String expression, Set<String> names) {
        if (!VARIABLE.matcher(expression).matches()) {
            throw new IllegalArgumentException(
                    "'{" + expression + "}' must be written as {name}, {+name} or, at the end, {?name,name}");
        }
        boolean slashes = expression.startsWith("+");
        return new Address.Variable(distinct(slashes ? expression.substring(1) : expression, names), slashes);
    }

    private static String distinct(String name, Set<String> names) {
        if (!names.add(name)) {
            throw new IllegalArgumentException("the variable '" + name + "' occurs more than once");
        }
        return name;
    }
}
