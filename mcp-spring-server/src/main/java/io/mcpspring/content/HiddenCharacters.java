package io.mcpspring.content;

import io.mcpspring.Internal;
import java.util.regex.Pattern;

/**
 * Characters that people do not see but language models read, so that they could carry instructions past the person who
 * approves a text: control characters except tab and line breaks, overrides of the writing direction, tags, the first
 * half of a tag without the second, and spaces and operators without a width. Joiners, directional marks and variation
 * selectors do not belong to them, because emoji and the scripts of many languages need them.
 */
@Internal
public final class HiddenCharacters {

    /** A class of characters, for patterns. Half of a tag would become a tag if what follows it were removed. */
    public static final String CLASS = "[\\x00-\\x08\\x0B\\x0C\\x0E-\\x1F\\x7F-\\x9F\\u200B\\u202A-\\u202E"
            + "\\u2060-\\u2064\\uFEFF\\x{E0000}-\\x{E007F}\\x{DB40}]";

    private static final Pattern HIDDEN = Pattern.compile(CLASS);

    private HiddenCharacters() {}

    /** Returns the text without hidden characters; the same object if it has none. */
    public static String remove(String text) {
        return isPlain(text) ? text : HIDDEN.matcher(text).replaceAll("");
    }

    /** Whether the strings of JSON may have hidden characters, escaped or not. */
    static boolean mayBeInJson(String json) {
        return remove(json) != json || mayHideInEscapes(json);
    }

    /** Whether all characters are in the large ranges without hidden ones, which is faster to see than by a pattern. */
    private static boolean isPlain(String text) {
        for (int i = 0; i < text.length(); i++) {
            char character = text.charAt(i);
            boolean ascii = character >= ' ' && character <= '~' || character == '\n';
            if (!ascii && (character < '\u00A0' || character >= '\u200B' && character <= '\u2064')
                    || character >= '\uDB40') {
                return false;
            }
        }
        return true;
    }

    // Jumps from escape to escape, which is much faster than to look at every character.
    private static boolean mayHideInEscapes(String json) {
        for (int i = json.indexOf('\\'); i >= 0; i = json.indexOf('\\', i + 2)) {
            if ("bfu".indexOf(json.charAt(i + 1)) >= 0) {
                return true;
            }
        }
        return false;
    }
}
