package io.mcpspring.validation;

import io.mcpspring.Internal;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Text from a client, shortened and without invisible characters, so that it can be repeated in a message. */
@Internal
public final class Quoted {

    private static final int LIMIT = 64;

    /** Line breaks, and characters that change how the rest of a line looks. */
    private static final Pattern INVISIBLE = Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Cs}\\p{Zl}\\p{Zp}]");

    private Quoted() {}

    public static String of(String text) {
        return of(text, LIMIT);
    }

    /** @param limit the maximum number of characters */
    public static String of(String text, int limit) {
        return INVISIBLE.matcher(start(text, limit, "...")).replaceAll("?");
    }

    /**
     * Returns the text, or its start if it is longer than a limit. A character of two {@code char}s is not divided.
     *
     * @param end the end of a shortened text
     */
    public static String start(String text, int limit, String end) {
        if (text.length() <= limit) {
            return text;
        }
        boolean divided = Character.isHighSurrogate(text.charAt(limit - 1));
        return text.substring(0, divided ? limit - 1 : limit) + end;
    }

    /** Returns the text with escapes, as in JSON, for the characters that would not be seen. */
    static String escaped(String text) {
        return INVISIBLE
                .matcher(text)
                .replaceAll(match ->
                        match.group().chars().mapToObj("\\\\u%04x"::formatted).collect(Collectors.joining()));
    }
}
