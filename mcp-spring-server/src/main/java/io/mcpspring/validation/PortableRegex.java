package io.mcpspring.validation;

import io.mcpspring.Internal;
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

    private static final String REPEATED = "(?:(?:[*+?]|\\{\\d+(?:,\\d*)?})\\??)?+";

    private static final Pattern TOKEN = Pattern.compile("(?:" + ATOM + "|\\))" + REPEATED
            + "|\\((?:\\?:|\\?<?[=!]|\\?<[A-Za-z][A-Za-z0-9]*>|(?!\\?))"
            + "|\\||[\\^$]|\\\\[bB]");

    /** ECMA-262 repeats no assertion; where there are any, no group is repeated. */
    private static final Pattern ASSERTION = Pattern.compile("\\(\\?<?[=!]");

    private static final Pattern REPEATED_GROUP = Pattern.compile("\\)[*+?{]");

    private PortableRegex() {}

    /**
     * Returns whether an expression that Java can compile is certainly valid in ECMA-262 as well. An expression with a
     * back reference is not.
     */
    public static boolean isPortable(String regexp) {
        return TOKEN.matcher(regexp).replaceAll("").isEmpty()
                && !(ASSERTION.matcher(regexp).find()
                        && REPEATED_GROUP.matcher(regexp).find());
    }
}
