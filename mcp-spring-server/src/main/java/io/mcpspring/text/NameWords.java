package io.mcpspring.text;

import java.util.Locale;
import java.util.regex.Pattern;

/** The words of a name, however it separates them. */
final class NameWords {

    private static final Pattern ENDS =
            Pattern.compile("[^\\p{L}\\p{N}]+|(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])");

    private NameWords() {}

    /** Returns the words in lower case, separated by single spaces. */
    static String of(String name) {
        return ENDS.matcher(name).replaceAll(" ").trim().toLowerCase(Locale.ROOT);
    }
}
