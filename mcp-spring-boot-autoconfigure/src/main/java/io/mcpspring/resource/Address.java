package io.mcpspring.resource;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
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
 * @param literals what is fixed: before the first variable, between them, and after the last one
 * @param variables the variables, in order
 */
record Address(String text, List<String> literals, List<Variable> variables) {

    /** The more of it is fixed, and the less its variables may hold, the more special is a template. */
    static final Comparator<Address> SPECIAL = Comparator.<Address>comparingInt(address ->
            address.literals().stream().mapToInt(String::length).sum()).thenComparing(
            address -> address.variables().stream().filter(Variable::slashes).count(), Comparator.reverseOrder());

    /**
     * What stands for some text.
     *
     * @param slashes whether the text may have slashes, and whatever else divides an address
     */
    record Variable(String name, boolean slashes) {
    }

    private static final Pattern EXPRESSION = Pattern.compile("\\{([^{}]*)}");

    private static final Pattern VARIABLE = Pattern.compile("\\+?[A-Za-z_][A-Za-z0-9_]*");

    private static final Pattern SCHEME = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]*:.+", Pattern.DOTALL);

    /** What RFC 3986 does not have in a URI, apart from the brackets of IPv6. */
    private static final Pattern FORBIDDEN =
            Pattern.compile("%(?![0-9A-Fa-f]{2})|[^A-Za-z0-9._~:/?#@!$&'()*+,;=%-]");

    /** What makes another path of one to which it is appended. */
    private static final Pattern UPWARDS = Pattern.compile("(^|[/\\\\])\\.\\.([/\\\\]|$)|\0");

    /** Longer addresses are nobody's, and would take long to compare. */
    private static final int MAX_CHARACTERS = 8_192;

    /**
     * @throws IllegalArgumentException if it is neither an absolute URI nor a template of one; the message says why
     */
    static Address of(String text) {
        if (!SCHEME.matcher(text).matches()) {
            throw new IllegalArgumentException("it does not begin with a scheme, as in docs://guide");
        }
        List<String> literals = new ArrayList<>();
        List<Variable> variables = new ArrayList<>();
        int end = 0;
        Matcher expressions = EXPRESSION.matcher(text);
        while (expressions.find()) {
            literals.add(literal(text.substring(end, expressions.start())));
            variables.add(variable(expressions.group(1), variables));
            end = expressions.end();
        }
        literals.add(literal(text.substring(end)));
        return new Address(text, List.copyOf(literals), List.copyOf(variables));
    }

    private static String literal(String part) {
        Matcher forbidden = FORBIDDEN.matcher(part);
        if (forbidden.find()) {
            throw new IllegalArgumentException("'" + forbidden.group() + "' cannot stand in a URI");
        }
        return part;
    }

    private static Variable variable(String expression, List<Variable> others) {
        if (!VARIABLE.matcher(expression).matches()) {
            throw new IllegalArgumentException("'{" + expression + "}' is neither {name} nor {+name}");
        }
        boolean slashes = expression.startsWith("+");
        String name = slashes ? expression.substring(1) : expression;
        if (others.stream().anyMatch(other -> other.name().equals(name))) {
            throw new IllegalArgumentException("the variable '" + name + "' stands in it twice");
        }
        return new Variable(name, slashes);
    }

    /** Whether a client's address can be that of a resource at all. */
    static boolean isPossible(String uri) {
        return uri.length() <= MAX_CHARACTERS && !FORBIDDEN.matcher(uri).find()
                && uri.indexOf('#') == uri.lastIndexOf('#');
    }

    boolean isTemplate() {
        return !variables.isEmpty();
    }

    /** The decoded values of the variables, if the address fits; of several ways the first variable gets most. */
    Optional<Map<String, String>> match(String uri) {
        int[] ends = new int[variables.size()];
        if (!isPossible(uri) || !uri.startsWith(literals.get(0))
                || !fits(uri, 0, literals.get(0).length(), ends, new BitSet())) {
            return Optional.empty();
        }
        Map<String, String> values = new LinkedHashMap<>();
        int start = 0;
        for (int i = 0; i < ends.length; i++) {
            start += literals.get(i).length();
            values.put(variables.get(i).name(),
                    UriUtils.decode(uri.substring(start, ends[i]), StandardCharsets.UTF_8));
            start = ends[i];
        }
        return leadsElsewhere(values) ? Optional.empty() : Optional.of(values);
    }

    // Whoever makes a path of a value, below that of a folder, is to stay there.
    private boolean leadsElsewhere(Map<String, String> values) {
        for (int i = 0; i < variables.size(); i++) {
            String value = values.get(variables.get(i).name());
            String before = literals.get(i);
            boolean whole = variables.get(i).slashes() && (before.endsWith("://") || !before.endsWith("/"));
            if (UPWARDS.matcher(value).find() || !whole && (value.startsWith("/") || value.startsWith("\\"))) {
                return true;
            }
        }
        return false;
    }

    // No regular expression: this remembers what does not fit, so that no address takes long.
    private boolean fits(String uri, int variable, int start, int[] ends, BitSet futile) {
        if (variable == variables.size()) {
            return start == uri.length();
        }
        int state = variable * (MAX_CHARACTERS + 1) + start;
        if (futile.get(state)) {
            return false;
        }
        String next = literals.get(variable + 1);
        for (int end = limit(uri, variables.get(variable), start); end > start; end--) {
            if (uri.startsWith(next, end) && fits(uri, variable + 1, end + next.length(), ends, futile)) {
                ends[variable] = end;
                return true;
            }
        }
        futile.set(state);
        return false;
    }

    private static int limit(String uri, Variable variable, int start) {
        return variable.slashes() ? uri.length()
                : Arrays.stream(new int[] {uri.indexOf('/', start), uri.indexOf('?', start), uri.indexOf('#', start)})
                        .filter(index -> index >= 0).min().orElse(uri.length());
    }

    /** The same for all templates of the same addresses. */
    String shape() {
        return EXPRESSION.matcher(text).replaceAll(expression -> expression.group(1).startsWith("+") ? "{+}" : "{}");
    }

    @Override
    public String toString() {
        return text;
    }
}
