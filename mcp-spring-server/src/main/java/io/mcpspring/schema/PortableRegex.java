package io.mcpspring.schema;

import io.mcpspring.Internal;
import jakarta.validation.constraints.Pattern.Flag;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Recognizes regular expressions whose syntax is valid both in Java and in ECMA-262 with the flag {@code u}. Clients
 * compile patterns as the latter, and some of them reject the whole list of tools if one is invalid.
 */
@Internal
public final class PortableRegex {

    private static final String CODE = "\\\\u[0-9A-Fa-f]{4}|\\\\x[0-9A-Fa-f]{2}";

    private static final String SET = "\\\\[dDwWsS]|\\\\[pP]\\{[A-Z][a-z]?}";

    /** One character in brackets. Java intersects what {@code &&} separates. */
    private static final String SINGLE = "(?:[^\\\\\\[\\]&-]|&(?!&)|" + CODE + "|\\\\[tnrf^$.*+?()\\[\\]{}|/\\\\-])";

    private static final String BRACKETS = "\\[\\^?+(?:-]|(?:-(?!-))?+(?:" + SINGLE + "-" + SINGLE
            + "(?:-(?![-\\]]))?+|" + SINGLE + "|" + SET + ")++-?])";

    private static final String ATOM =
            "[^\\\\\\[\\](){}*+?|^$]|\\\\[tnrf^$.*+?()\\[\\]{}|/\\\\]|" + SET + "|" + CODE + "|" + BRACKETS;

    private static final Pattern TOKEN = Pattern.compile("(?<atom>" + ATOM + ")"
            + "|\\\\(?<reference>[1-9])(?!\\d)"
            + "|(?<lookaround>\\(\\?<?[=!])"
            + "|(?<opening>\\((?:\\?:|(?<capturing>\\?<[A-Za-z][A-Za-z0-9]*>|(?!\\?))))"
            + "|(?<closing>\\))"
            + "|\\||[\\^$]|\\\\[bB]");

    private static final Pattern QUANTIFIER = Pattern.compile("(?:[*+?]|\\{\\d+(?:,\\d*)?})\\??");

    private PortableRegex() {}

    /** Returns whether an expression that Java can compile is valid in ECMA-262 as well, and has no flags. */
    public static boolean isPortable(String regexp, Flag... flags) {
        return flags.length == 0 && isPortable(regexp);
    }

    private static boolean isPortable(String regexp) {
        Matcher token = TOKEN.matcher(regexp).useTransparentBounds(true);
        Matcher quantifier = QUANTIFIER.matcher(regexp);
        Deque<Boolean> lookarounds = new ArrayDeque<>();
        int capturing = 0;
        int position = 0;
        while (position < regexp.length()) {
            if (!token.region(position, regexp.length()).lookingAt()) {
                return false;
            }
            position = token.end();
            boolean repeatable = token.group("atom") != null;
            if (token.group("reference") != null) {
                if (Integer.parseInt(token.group("reference")) > capturing) {
                    return false;
                }
                repeatable = true;
            } else if (token.group("lookaround") != null) {
                lookarounds.push(true);
            } else if (token.group("opening") != null) {
                lookarounds.push(false);
                capturing += token.group("capturing") != null ? 1 : 0;
            } else if (token.group("closing") != null) {
                // ECMA-262 repeats no assertion.
                repeatable = !lookarounds.isEmpty() && !lookarounds.pop();
            }
            if (repeatable && quantifier.region(position, regexp.length()).lookingAt()) {
                position = quantifier.end();
            }
        }
        return true;
    }
}
