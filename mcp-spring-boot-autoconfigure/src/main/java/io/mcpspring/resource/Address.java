package io.mcpspring.resource;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.springframework.web.util.UriUtils;

/**
 * The address of a resource, or a template of addresses (RFC 6570): {@code {name}} stands for a text without slashes,
 * {@code {+name}} for one that may have some. What the other operators stand for cannot be found again in an address.
 *
 * @param text as the author wrote it
 * @param pattern the addresses that fit, with a group for each variable
 * @param variables the variables, in order
 * @param literals how much of it is fixed: the more, the more special is what it stands for
 */
record Address(String text, Pattern pattern, List<String> variables, int literals) {

    private static final Pattern EXPRESSION = Pattern.compile("\\{([^{}]*)}");

    private static final Pattern VARIABLE = Pattern.compile("\\+?[A-Za-z_][A-Za-z0-9_]*");

    private static final Pattern SCHEME = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]*:.+");

    /** Longer addresses are nobody's, and would take long to compare. */
    private static final int MAX_CHARACTERS = 8_192;

    private static final Pattern FORBIDDEN = Pattern.compile("[\\s\"<>\\\\^`{}|\\p{Cntrl}]");

    /**
     * @throws IllegalArgumentException if it is neither an absolute URI nor a template of one; the message says why
     */
    static Address of(String text) {
        if (!SCHEME.matcher(text).matches()) {
            throw new IllegalArgumentException("it does not begin with a scheme, as in docs://guide");
        }
        List<String> variables = new ArrayList<>();
        StringBuilder pattern = new StringBuilder();
        int literals = 0;
        int end = 0;
        Matcher expressions = EXPRESSION.matcher(text);
        while (expressions.find()) {
            literals += literal(text.substring(end, expressions.start()), pattern);
            variables.add(variable(expressions.group(1), variables));
            pattern.append(expressions.group(1).startsWith("+") ? "(.+)" : "([^/?#]+)");
            end = expressions.end();
        }
        literals += literal(text.substring(end), pattern);
        return new Address(text, Pattern.compile(pattern.toString(), Pattern.DOTALL), List.copyOf(variables), literals);
    }

    private static int literal(String part, StringBuilder pattern) {
        Matcher forbidden = FORBIDDEN.matcher(part);
        if (forbidden.find()) {
            throw new IllegalArgumentException("'" + forbidden.group() + "' cannot stand in a URI");
        }
        pattern.append(Pattern.quote(part));
        return part.length();
    }

    private static String variable(String expression, List<String> others) {
        if (!VARIABLE.matcher(expression).matches()) {
            throw new IllegalArgumentException("'{" + expression + "}' is neither {name} nor {+name}");
        }
        String name = expression.startsWith("+") ? expression.substring(1) : expression;
        if (others.contains(name)) {
            throw new IllegalArgumentException("the variable '" + name + "' stands in it twice");
        }
        return name;
    }

    boolean isTemplate() {
        return !variables.isEmpty();
    }

    /** The decoded values of the variables, if the address fits. */
    Optional<Map<String, String>> match(String uri) {
        Matcher matcher = pattern.matcher(uri);
        if (uri.length() > MAX_CHARACTERS || !matcher.matches()) {
            return Optional.empty();
        }
        Map<String, String> values = new LinkedHashMap<>();
        for (int i = 0; i < variables.size(); i++) {
            values.put(variables.get(i), decoded(matcher.group(i + 1)));
        }
        return Optional.of(values);
    }

    private static String decoded(String value) {
        try {
            return UriUtils.decode(value, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException ex) {
            // A percent sign that encodes nothing is one.
            return value;
        }
    }

    @Override
    public String toString() {
        return text;
    }
}
