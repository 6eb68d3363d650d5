package io.mcpspring.validation;

import com.networknt.schema.format.Format;
import com.networknt.schema.format.Formats;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Collectors;

/**
 * The formats of texts, as the library for validation checks them. Long texts are refused without a check: the time
 * that a check takes can grow with the square of the length, and its stack with the length.
 */
final class TextFormats {

    private static final int MOST_CHARACTERS = 1_000;

    /** Formats that are checked in one pass, of texts that may be long, such as data URIs. */
    private static final Set<String> UNLIMITED = Set.of("uri", "uri-reference");

    private static final Pattern DURATION = Pattern.compile("[-+]?P(?=.)([-+]?\\d+Y)?([-+]?\\d+M)?([-+]?\\d+W)?"
            + "([-+]?\\d+D)?(T(?=.)([-+]?\\d+H)?([-+]?\\d+M)?([-+]?\\d+([.,]\\d+)?S)?)?");

    private static final Map<String, Format> KNOWN =
            Formats.DEFAULT.stream().collect(Collectors.toMap(Format::getName, Function.identity(), (a, b) -> a));

    private TextFormats() {}

    /** Whether a text has a format; unknown formats do not restrict texts. */
    static boolean fits(String name, String text) {
        Format format = KNOWN.get(name);
        if (format == null) {
            return true;
        }
        if (text.length() > MOST_CHARACTERS && !UNLIMITED.contains(name)) {
            return false;
        }
        try {
            return switch (name) {
                case "duration" -> DURATION.matcher(text).matches();
                case "regex" -> isExpression(text);
                default -> format.matches(null, null, text);
            };
        } catch (StackOverflowError tooManyGroups) {
            return false;
        }
    }

    private static boolean isExpression(String text) {
        try {
            Pattern.compile(text);
            return true;
        } catch (PatternSyntaxException ex) {
            return false;
        }
    }
}
