package io.mcpspring.resource;

import java.io.File;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.web.util.UriUtils;

/**
 * The URI of a resource, or a URI template (RFC 6570): {@code {name}} stands for a non-empty text without {@code /},
 * {@code ?} and {@code #}, {@code {+name}} for any non-empty text, and {@code {?name,name}} at the end for a query
 * whose parameters are optional. Other operators are not supported.
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

    /** The ASCII characters that {@link #FORBIDDEN} allows. A set is faster than the pattern. */
    private static final BitSet ALLOWED = IntStream.range(0, 128)
            .filter(character -> character == '%'
                    || !FORBIDDEN.matcher(Character.toString(character)).find())
            .collect(BitSet::new, BitSet::set, BitSet::or);

    /** The segment {@code ..}, which leads out of the folder to which a path is appended, and the NUL character. */
    private static final Pattern FORBIDDEN_IN_PATH = Pattern.compile("(^|[/\\\\])\\.\\.([/\\\\]|$)|\0");

    private static final Pattern ABSOLUTE = Pattern.compile("[/\\\\]|[A-Za-z]:");

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
    static boolean isWellFormed(CharSequence uri) {
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

    /** Whether a URI may match without a value for this variable. */
    boolean isOptional(String name) {
        return query != null && query.contains(name);
    }

    /**
     * Returns the decoded values of the variables; empty if the URI does not match. If it matches in several ways, each
     * variable, from the first to the last, gets the longest possible value. The time is proportional to the length of
     * the URI.
     */
    Optional<Map<String, String>> match(CharSequence uri) {
        return match(uri, WINDOWS);
    }

    /** Matches as {@link #match(CharSequence)} does on Windows, or on another system. */
    Optional<Map<String, String>> match(CharSequence uri, boolean windows) {
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
            if (isOutsideFolder(value, variables.get(i).slashes(), literals.get(i), windows)) {
                return Optional.empty();
            }
            values.put(variables.get(i).name(), value);
            start = ends[i];
        }
        boolean fits = query == null
                || pathEnd == uri.length()
                || addParameters(uri.subSequence(pathEnd + 1, uri.length()).toString(), query, values, windows);
        return fits ? Optional.of(values) : Optional.empty();
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

    /** Returns the position at which each variable ends; {@code null} if the URI does not match. */
    private int @Nullable [] ends(CharSequence uri) {
        if (!startsWith(uri, literals.get(0), 0)) {
            return null;
        }
        // For each variable, from the last to the first: where it may begin so that the rest of the URI matches.
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
            boolean delimited = !variables.get(variable).slashes() && isDelimiter(uri, position);
            // A variable that begins here must end at a later position, without a delimiter in between.
            if (ends && !delimited) {
                starts.set(position);
            }
            ends = fits(uri, literal, position, following) || ends && !delimited;
        }
        return starts;
    }

    private static boolean fits(CharSequence uri, String literal, int end, BitSet following) {
        return following.get(end + literal.length()) && startsWith(uri, literal, end) && !isInsideCharacter(uri, end);
    }

    /** Whether an index lies within an encoded character. A value that ends there cannot be decoded. */
    private static boolean isInsideCharacter(CharSequence uri, int index) {
        return index >= 1 && index < uri.length() && uri.charAt(index - 1) == '%'
                || index >= 2 && index < uri.length() && uri.charAt(index - 2) == '%'
                || index + 1 < uri.length() && uri.charAt(index) == '%' && isContinuation(uri.charAt(index + 1));
    }

    /** Whether an octet that begins with this digit belongs to the same character as the octet before, in UTF-8. */
    private static boolean isContinuation(char digit) {
        return HexFormat.fromHexDigit(digit) >>> 2 == 0b10;
    }

    private static int limit(CharSequence uri, Variable variable, int start) {
        int limit = variable.slashes() ? uri.length() : start;
        while (limit < uri.length() && !isDelimiter(uri, limit)) {
            limit++;
        }
        return limit;
    }

    private static boolean isDelimiter(CharSequence uri, int position) {
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

    /** Returns the text without the names of variables. Templates with the same shape match the same URIs. */
    String shape() {
        return text.replaceAll("\\{([+?]?)[^{}]*}", "{$1}");
    }

    @Override
    public String toString() {
        return text;
    }
}
