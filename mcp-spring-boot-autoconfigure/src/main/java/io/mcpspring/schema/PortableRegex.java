package io.mcpspring.schema;

import java.util.regex.Pattern;

/**
 * The regular expressions that Java and ECMA-262 read alike. Clients compile a {@code pattern} as ECMA-262 with the
 * flag {@code u}, which refuses more than Java does, and some of them fail as a whole if they cannot.
 */
final class PortableRegex {

    private static final String CODE = "\\\\u[0-9A-Fa-f]{4}|\\\\x[0-9A-Fa-f]{2}";

    private static final String SET = "\\\\[dDwWsS]|\\\\[pP]\\{[A-Z][a-z]?}";

    private static final String ESCAPE = SET + "|" + CODE + "|\\\\[bBtnrf^$.*+?()\\[\\]{}|/\\\\]";

    /** One character in brackets. Java intersects what {@code &&} separates. */
    private static final String SINGLE = "(?:[^\\\\\\[\\]&-]|&(?!&)|" + CODE + "|\\\\[tnrf^$.*+?()\\[\\]{}|/\\\\-])";

    private static final String BRACKETS =
            "\\[\\^?-?+(?:" + SINGLE + "-" + SINGLE + "|" + SINGLE + "(?!-[^\\]])|" + SET + "(?!-[^\\]]))++-?]";

    private static final String ATOM = "(?:[^\\\\\\[\\](){}*+?|]|" + ESCAPE + "|" + BRACKETS + "|\\))";

    private static final String QUANTIFIER = "(?:[*+?]|\\{\\d+(?:,\\d*)?})\\??";

    private static final String OPENING = "\\((?:\\?(?::|<?[=!]|<[A-Za-z][A-Za-z0-9]*>)|(?!\\?))";

    private static final Pattern PORTABLE =
            Pattern.compile("(?:" + ATOM + "(?:" + QUANTIFIER + ")?|" + OPENING + "|\\|)*+");

    private PortableRegex() {}

    static boolean isPortable(String regexp) {
        return PORTABLE.matcher(regexp).matches();
    }
}
