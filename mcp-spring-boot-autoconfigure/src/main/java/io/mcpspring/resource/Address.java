package io.mcpspring.resource;

import java.io.File;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.web.util.UriUtils;

/**
 * The address of a resource, or a template of addresses (RFC 6570): {@code {name}} stands for a text without slashes,
 * {@code {+name}} for a text that may contain slashes, and {@code {?name,name}} at the end for a query whose parameters
 * may be absent. Other operators are not supported, because their values cannot be determined from a URI.
 *
 * @param text the address as declared
 * @param literals the fixed parts: before the first variable, between variables, and after the last one
 * @param variables the variables before the query, in order
 * @param query the names of the query's variables; {@code null} if the template has no query
 */
record Address(
        String text,
        List<String> literals,
        List<Variable> variables,
        @Nullable List<String> query) {

    /**
     * Orders templates by specificity: an address with more literal characters is larger; with equally many, an address
     * with fewer variables that may contain slashes.
     */
    static final Comparator<Address> SPECIAL = Comparator.<Address>comparingInt(address ->
                    address.literals().stream().mapToInt(String::length).sum())
            .thenComparing(
                    address -> address.variables().stream()
                            .filter(Variable::slashes)
                            .count(),
                    Comparator.reverseOrder());

    /**
     * A template variable.
     *
     * @param slashes whether the value may contain slashes and other delimiters
     */
    record Variable(String name, boolean slashes) {}

    private static final Pattern EXPRESSION = Pattern.compile("\\{([^{}]*)}");

    private static final String NAME = "[A-Za-z_][A-Za-z0-9_]*";

    private static final Pattern VARIABLE = Pattern.compile("\\+?" + NAME);

    private static final Pattern QUERY = Pattern.compile("\\?" + NAME + "(," + NAME + ")*");

    private static final Pattern SCHEME = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]*:.+", Pattern.DOTALL);

    /** Characters that RFC 3986 excludes from URIs, apart from the brackets of IPv6. */
    private static final Pattern FORBIDDEN = Pattern.compile("%(?![0-9A-Fa-f]{2})|[^A-Za-z0-9._~:/?#@!$&'()*+,;=%-]");

    /** The ASCII characters that {@link #FORBIDDEN} allows; a set is faster than the pattern. */
    private static final BitSet ALLOWED = IntStream.range(0, 128)
            .filter(character -> character == '%'
                    || !FORBIDDEN.matcher(Character.toString(character)).find())
            .collect(BitSet::new, BitSet::set, BitSet::or);

    /** Segments that lead out of the folder to which a path is appended, and the NUL character. */
    private static final Pattern UPWARDS = Pattern.compile("(^|[/\\\\])\\.\\.([/\\\\]|$)|\0");

    private static final Pattern ABSOLUTE = Pattern.compile("[/\\\\]|[A-Za-z]:");

    private static final boolean WINDOWS = File.separatorChar == '\\';

    /** The URI length that RFC 9110 recommends as the minimum to support. */
    static final int MAX_CHARACTERS = 8_192;

    /**
     * @throws IllegalArgumentException if the text is neither an absolute URI nor a template of one; the message states
     *     the reason
     */
    static Address of(String text) {
        if (!SCHEME.matcher(text).matches()) {
            throw new IllegalArgumentException("it does not begin with a scheme, as in docs://guide");
        }
        List<String> literals = new ArrayList<>();
        List<Variable> variables = new ArrayList<>();
        Set<String> names = new HashSet<>();
        List<String> query = null;
        int end = 0;
        Matcher expressions = EXPRESSION.matcher(text);
        while (expressions.find()) {
            String expression = expressions.group(1);
            literals.add(literal(text.substring(end, expressions.start())));
            end = expressions.end();
            if (QUERY.matcher(expression).matches()) {
                query = query(expression, text, expressions, names);
            } else {
                variables.add(variable(expression, names));
            }
        }
        if (query == null) {
            literals.add(literal(text.substring(end)));
        }
        return new Address(text, List.copyOf(literals), List.copyOf(variables), query);
    }

    private static String literal(String part) {
        Matcher forbidden = FORBIDDEN.matcher(part);
        if (forbidden.find()) {
            throw new IllegalArgumentException("'" + forbidden.group() + "' is not allowed in a URI");
        }
        return part;
    }

    private static List<String> query(String expression, String text, Matcher place, Set<String> names) {
        String before = EXPRESSION.matcher(text.substring(0, place.start())).replaceAll("");
        if (place.end() < text.length() || before.contains("?") || before.contains("#")) {
            throw new IllegalArgumentException(
                    "'{" + expression + "}' must be its end and its only query, without a fragment");
        }
        return Stream.of(expression.substring(1).split(","))
                .map(name -> distinct(name, names))
                .toList();
    }

    private static Variable variable(String expression, Set<String> names) {
        if (!VARIABLE.matcher(expression).matches()) {
            throw new IllegalArgumentException(
                    "'{" + expression + "}' must be written as {name}, {+name} or, at the end, {?name,name}");
        }
        boolean slashes = expression.startsWith("+");
        return new Variable(distinct(slashes ? expression.substring(1) : expression, names), slashes);
    }

    private static String distinct(String name, Set<String> names) {
        if (!names.add(name)) {
            throw new IllegalArgumentException("the variable '" + name + "' occurs more than once");
        }
        return name;
    }

    /** Whether a client's text is a URI of an allowed length; must be checked before {@link #match}. */
    static boolean isPossible(CharSequence uri) {
        if (uri.length() > MAX_CHARACTERS) {
            return false;
        }
        boolean fragment = false;
        for (int i = 0; i < uri.length(); i++) {
            char character = uri.charAt(i);
            if (!ALLOWED.get(character)
                    || character == '#' && fragment
                    || character == '%' && !(isHexDigit(uri, i + 1) && isHexDigit(uri, i + 2))) {
                return false;
            }
            fragment |= character == '#';
        }
        return true;
    }

    private static boolean isHexDigit(CharSequence uri, int position) {
        return position < uri.length() && HexFormat.isHexDigit(uri.charAt(position));
    }

    boolean isTemplate() {
        return !variables.isEmpty() || query != null;
    }

    /** Returns the names of all variables. */
    List<String> names() {
        return Stream.concat(variables.stream().map(Variable::name), query == null ? Stream.of() : query.stream())
                .toList();
    }

    /** Whether addresses may lack this variable. */
    boolean isOptional(String name) {
        return query != null && query.contains(name);
    }

    /**
     * Returns the decoded values of the variables; empty if the URI does not match. If there are several ways to match,
     * the earlier variables get the longest values. The time is proportional to the length of the URI.
     */
    Optional<Map<String, String>> match(CharSequence uri) {
        int pathEnd = query == null ? uri.length() : indexOf(uri, '?');
        int[] ends = ends(uri.subSequence(0, pathEnd));
        if (ends == null) {
            return Optional.empty();
        }
        Map<String, String> values = new LinkedHashMap<>();
        int start = 0;
        for (int i = 0; i < ends.length; i++) {
            start += literals.get(i).length();
            String value = decoded(uri.subSequence(start, ends[i]).toString());
            if (leadsElsewhere(value, variables.get(i).slashes(), literals.get(i))) {
                return Optional.empty();
            }
            values.put(variables.get(i).name(), value);
            start = ends[i];
        }
        boolean fits = query == null
                || pathEnd == uri.length()
                || addParameters(uri.subSequence(pathEnd + 1, uri.length()).toString(), query, values);
        return fits ? Optional.of(values) : Optional.empty();
    }

    // Unknown parameters are ignored, as is usual on the web. A repeated parameter does not match, because it is
    // ambiguous.
    private static boolean addParameters(String text, List<String> query, Map<String, String> values) {
        if (text.indexOf('#') >= 0) {
            return false;
        }
        for (String parameter : text.split("&")) {
            int equals = parameter.indexOf('=');
            String name = decoded(equals < 0 ? parameter : parameter.substring(0, equals));
            if (query.contains(name)) {
                // Expanded templates encode a plus sign as %2B, so that an unencoded one is a space as in forms.
                String value = equals < 0
                        ? ""
                        : decoded(parameter.substring(equals + 1).replace('+', ' '));
                if (leadsElsewhere(value, false, "=") || values.put(name, value) != null) {
                    return false;
                }
            }
        }
        return true;
    }

    private static String decoded(String text) {
        return UriUtils.decode(text, StandardCharsets.UTF_8);
    }

    // Applications may append a value to the path of a folder; the result must stay within the folder.
    private static boolean leadsElsewhere(String value, boolean slashes, String before) {
        boolean whole = slashes && (before.endsWith("://") || !before.endsWith("/"));
        return UPWARDS.matcher(value).find()
                || !whole && ABSOLUTE.matcher(value).lookingAt()
                || !slashes && value.indexOf('\\') >= 0
                || WINDOWS && FileNames.isSpecial(whole ? FileNames.withoutDrive(value) : value);
    }

    /** Returns the position at which each variable ends; {@code null} if the URI does not match. */
    private int @Nullable [] ends(CharSequence uri) {
        if (!startsWith(uri, literals.get(0), 0)) {
            return null;
        }
        // From the last variable to the first: the positions at which it may begin so that the rest of the URI matches.
        List<BitSet> starts = new ArrayList<>();
        BitSet following = new BitSet();
        following.set(uri.length());
        starts.add(following);
        for (int variable = variables.size() - 1; variable >= 0; variable--) {
            following = starts(uri, variable, following);
            starts.add(0, following);
        }
        int start = literals.get(0).length();
        if (!starts.get(0).get(start)) {
            return null;
        }
        int[] ends = new int[variables.size()];
        for (int variable = 0; variable < ends.length; variable++) {
            String literal = literals.get(variable + 1);
            int end = limit(uri, variables.get(variable), start);
            while (!fits(uri, literal, end, starts.get(variable + 1))) {
                end--;
            }
            ends[variable] = end;
            start = end + literal.length();
        }
        return ends;
    }

    /** Returns the positions at which a variable may begin, given the possible ends of the literal that follows it. */
    private BitSet starts(CharSequence uri, int variable, BitSet following) {
        String literal = literals.get(variable + 1);
        BitSet starts = new BitSet();
        boolean ends = false;
        for (int position = uri.length(); position >= literals.get(0).length(); position--) {
            boolean divides = !variables.get(variable).slashes() && isDivider(uri, position);
            // A variable that begins here must end at a later position, with no divider in between.
            if (ends && !divides) {
                starts.set(position);
            }
            ends = fits(uri, literal, position, following) || ends && !divides;
        }
        return starts;
    }

    private static boolean fits(CharSequence uri, String literal, int end, BitSet following) {
        return following.get(end + literal.length()) && startsWith(uri, literal, end);
    }

    private static int limit(CharSequence uri, Variable variable, int start) {
        int limit = variable.slashes() ? uri.length() : start;
        while (limit < uri.length() && !isDivider(uri, limit)) {
            limit++;
        }
        return limit;
    }

    private static boolean isDivider(CharSequence uri, int position) {
        if (position == uri.length()) {
            return false;
        }
        char character = uri.charAt(position);
        return character == '/' || character == '?' || character == '#';
    }

    private static boolean startsWith(CharSequence uri, String literal, int position) {
        int i = 0;
        while (i < literal.length() && position + i < uri.length() && uri.charAt(position + i) == literal.charAt(i)) {
            i++;
        }
        return i == literal.length();
    }

    private static int indexOf(CharSequence uri, char character) {
        int i = 0;
        while (i < uri.length() && uri.charAt(i) != character) {
            i++;
        }
        return i;
    }

    /** Returns the same text for all templates that match the same URIs. */
    String shape() {
        return text.replaceAll("\\{([+?]?)[^{}]*}", "{$1}");
    }

    @Override
    public String toString() {
        return text;
    }
}
