package io.mcpspring.resource;

import java.io.File;
import java.nio.charset.StandardCharsets;
import java.util.BitSet;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.web.util.UriUtils;

/**
 * The URI of a resource, or a URI template (RFC 6570): {@code {name}} stands for a non-empty text without {@code /},
 * {@code ?} and {@code #}, {@code {+name}} for any non-empty text, and {@code {?name,name}} at the end for a query
 * whose parameters are optional. Something fixed separates the variables. Other operators are not supported.
 *
 * @param text the URI or template as declared
 * @param literals the fixed parts before, between and after the variables; the part before {@code {?...}} is the last
 * @param variables the variables outside of {@code {?...}}, in order
 * @param query the names in {@code {?...}}; {@code null} if the template has no such query
 */
record Address(
        String text,
        List<String> literals,
        List<Variable> variables,
        @Nullable List<String> query) {

    /**
     * Orders templates by specificity: a template with more literal characters is greater; of two with equally many,
     * the one with fewer {@code {+name}} variables is.
     */
    static final Comparator<Address> BY_SPECIFICITY = Comparator.<Address>comparingInt(address ->
                    address.literals().stream().mapToInt(String::length).sum())
            .thenComparing(
                    address -> address.variables().stream()
                            .filter(Variable::slashes)
                            .count(),
                    Comparator.reverseOrder());

    /**
     * A template variable.
     *
     * @param slashes whether the value may contain {@code /}, {@code ?} and {@code #}
     */
    record Variable(String name, boolean slashes) {}

    /** What RFC 3986 does not allow in a URI; also brackets, which it allows in IPv6 hosts only. */
    static final Pattern FORBIDDEN = Pattern.compile("%(?![0-9A-Fa-f]{2})|[^A-Za-z0-9._~:/?#@!$&'()*+,;=%-]");

    /** The segment {@code ..}, which leads out of the folder to which a path is appended, and the NUL character. */
    private static final Pattern FORBIDDEN_IN_PATH = Pattern.compile("(^|[/\\\\])\\.\\.([/\\\\]|$)|\0");

    private static final Pattern ABSOLUTE = Pattern.compile("[/\\\\]|[A-Za-z]:");

    /** What the value of {@code {name}} does not contain. */
    private static final String DELIMITERS = "/?#";

    private static final boolean WINDOWS = File.separatorChar == '\\';

    /** The maximum length of a URI. RFC 9110 recommends to support at least 8000 octets. */
    static final int MAX_CHARACTERS = 8_192;

    /**
     * Parses a URI or template.
     *
     * @throws IllegalArgumentException if the text is neither an absolute URI nor a template of absolute URIs; the
     *     message states the reason
     */
    static Address of(String text) {
        return AddressParser.parse(text);
    }

    /** Whether a text from a client has the characters and length of a URI; {@link #match} requires it. */
    static boolean isWellFormed(String uri) {
        return uri.length() <= MAX_CHARACTERS
                && !FORBIDDEN.matcher(uri).find()
                && uri.indexOf('#') == uri.lastIndexOf('#');
    }

    boolean isTemplate() {
        return !variables.isEmpty() || query != null;
    }

    /** Returns the names of all variables. */
    List<String> names() {
        return Stream.concat(variables.stream().map(Variable::name), query == null ? Stream.of() : query.stream())
                .toList();
    }

    /** Whether a URI may match without a value for this variable. */
    boolean isOptional(String name) {
        return query != null && query.contains(name);
    }

    /**
     * Returns the decoded values of the variables; empty if the URI does not match. If it matches in several ways, each
     * variable, from the first to the last, gets the longest possible value.
     */
    Optional<Map<String, String>> match(String uri) {
        return match(uri, WINDOWS);
    }

    /** Matches as {@link #match(String)} does on Windows, or on another system. */
    Optional<Map<String, String>> match(String uri, boolean windows) {
        int mark = query == null ? -1 : uri.indexOf('?');
        String path = mark < 0 ? uri : uri.substring(0, mark);
        Map<String, String> values = new LinkedHashMap<>();
        boolean fits = path.startsWith(literals.get(0))
                && (variables.isEmpty() ? path.equals(literals.get(0)) : addVariables(path, values, windows))
                && (query == null || mark < 0 || addParameters(uri.substring(mark + 1), query, values, windows));
        return fits ? Optional.of(values) : Optional.empty();
    }

    private boolean addVariables(String path, Map<String, String> values, boolean windows) {
        Ends ends = new Ends(path);
        int start = literals.get(0).length();
        for (int i = 0; i < variables.size(); i++) {
            int end = ends.last(i, start);
            if (end <= start) {
                return false;
            }
            String value = decoded(path.substring(start, end));
            if (isOutsideFolder(value, variables.get(i).slashes(), literals.get(i), windows)) {
                return false;
            }
            values.put(variables.get(i).name(), value);
            start = end + literals.get(i + 1).length();
        }
        return true;
    }

    // Unknown parameters are ignored, as is usual on the web. A repeated parameter is ambiguous, so it does not match.
    private static boolean addParameters(String text, List<String> query, Map<String, String> values, boolean windows) {
        if (text.indexOf('#') >= 0) {
            return false;
        }
        for (String parameter : text.split("&")) {
            int equals = parameter.indexOf('=');
            String name = decoded(equals < 0 ? parameter : parameter.substring(0, equals));
            if (query.contains(name)) {
                // The expansion of a template encodes a plus sign as %2B. One that is not encoded is a space, as in
                // forms.
                String value = equals < 0
                        ? ""
                        : decoded(parameter.substring(equals + 1).replace('+', ' '));
                if (isOutsideFolder(value, false, "=", windows) || values.put(name, value) != null) {
                    return false;
                }
            }
        }
        return true;
    }

    private static String decoded(String text) {
        return UriUtils.decode(text, StandardCharsets.UTF_8);
    }

    // An application may append a value to the path of a folder. The result must stay within the folder.
    private static boolean isOutsideFolder(String value, boolean slashes, String before, boolean windows) {
        boolean absoluteAllowed = slashes && (before.endsWith("://") || !before.endsWith("/"));
        return FORBIDDEN_IN_PATH.matcher(value).find()
                || !absoluteAllowed && ABSOLUTE.matcher(value).lookingAt()
                || !slashes && value.indexOf('\\') >= 0
                || windows && FileNames.isDeviceOrStream(absoluteAllowed ? FileNames.withoutDrive(value) : value);
    }

    /**
     * The places at which variables may end in a path, so that the rest of the template matches the rest of the path.
     * Found from the last variable to the first, so that each place is examined once for each variable.
     */
    private final class Ends {

        private final String path;

        /** The ends of variables that do not contain slashes: all delimiters, and the end of the path. */
        private final BitSet delimiters = new BitSet();

        private final BitSet[] possible = new BitSet[variables.size()];

        Ends(String path) {
            this.path = path;
            for (int i = 0; i < path.length(); i++) {
                delimiters.set(i, DELIMITERS.indexOf(path.charAt(i)) >= 0);
            }
            delimiters.set(path.length());
            int first = literals.get(0).length();
            for (int variable = possible.length - 1; variable >= 0; variable--) {
                String literal = literals.get(variable + 1);
                boolean isLast = variable == possible.length - 1;
                int atEnd = path.length() - literal.length();
                possible[variable] = new BitSet();
                int end = path.lastIndexOf(literal);
                while (end > first && (!isLast || end == atEnd)) {
                    int next = end + literal.length();
                    possible[variable].set(end, !isInsideCharacter(end) && (isLast || last(variable + 1, next) > next));
                    end = path.lastIndexOf(literal, end - 1);
                }
            }
        }

        /** Returns the last place at which a variable may end that begins at a place; no later place if it has none. */
        int last(int variable, int start) {
            boolean slashes = variables.get(variable).slashes();
            return possible[variable].previousSetBit(slashes ? path.length() : delimiters.nextSetBit(start));
        }

        /** Whether an index lies within an encoded character. A value that ends there cannot be decoded. */
        private boolean isInsideCharacter(int index) {
            return path.charAt(index - 1) == '%' || index >= 2 && path.charAt(index - 2) == '%';
        }
    }

    /** Returns the text without the names of variables. Templates with the same shape match the same URIs. */
    String shape() {
        return text.replaceAll("\\{([+?]?)[^{}]*}", "{$1}");
    }

    @Override
    public String toString() {
        return text;
    }
}
