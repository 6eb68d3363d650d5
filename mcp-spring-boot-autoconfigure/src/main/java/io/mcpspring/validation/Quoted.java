package io.mcpspring.validation;

import io.mcpspring.Internal;
import java.util.regex.Pattern;

/** Text from a client, shortened and escaped so that it can be repeated in a message. */
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
        String start = text.length() <= limit ? text : text.substring(0, limit) + "...";
        return INVISIBLE.matcher(start).replaceAll("?");
    }
}
