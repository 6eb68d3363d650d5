package io.mcpspring.text;

import io.mcpspring.Internal;

/**
 * Characters that people do not see but language models read, so that they could carry instructions past the person who
 * approves a text: control characters except tab and line breaks, overrides of the writing direction, tags, the first
 * half of a tag without the second, and spaces and operators without a width. Joiners, directional marks and variation
 * selectors do not belong to them, because emoji and the scripts of many languages need them.
 */
@Internal
public final class HiddenCharacters {

    private static final char DELETE = '\u007F';

    private static final char TAGS_HIGH_SURROGATE = '\uDB40';

    private static final char FIRST_TAG = '\uDC00';

    private static final char LAST_TAG = '\uDC7F';

    private HiddenCharacters() {}

    /** Returns the text without hidden characters; the same object if it has none. */
    public static String remove(String text) {
        int hit = indexOf(text, 0);
        if (hit < 0) {
            return text;
        }
        StringBuilder kept = new StringBuilder(text.length());
        int start = 0;
        while (hit >= 0) {
            kept.append(text, start, hit);
            start = hit + hiddenLength(text, hit);
            hit = indexOf(text, start);
        }
        return kept.append(text, start, text.length()).toString();
    }

    /**
     * Returns JSON whose strings do not have hidden characters, escaped or not; the same object if they have none.
     *
     * @param json JSON on one line
     * @param ascii whether it is known that all of its characters are ASCII
     */
    public static String removeFromJson(String json, boolean ascii) {
        boolean hidden = ascii ? json.indexOf(DELETE) >= 0 : indexOf(json, 0) >= 0;
        return hidden || hasHiddenEscape(json) ? cleanJson(json) : json;
    }

    // Jumps from escape to escape, which is much faster than to look at every character.
    private static boolean hasHiddenEscape(String json) {
        for (int i = json.indexOf('\\'); i >= 0; i = json.indexOf('\\', i + 2)) {
            if (escapeLength(json, i) > 0) {
                return true;
            }
        }
        return false;
    }

    private static String cleanJson(String json) {
        StringBuilder kept = new StringBuilder(json.length());
        int start = 0;
        for (int i = 0; i < json.length(); ) {
            boolean escape = json.charAt(i) == '\\';
            int hidden = escape ? escapeLength(json, i) : hiddenLength(json, i);
            if (hidden > 0) {
                kept.append(json, start, i);
                start = i + hidden;
            }
            i += Math.max(hidden, escape ? 2 : 1);
        }
        return kept.append(json, start, json.length()).toString();
    }

    /** Returns the index of the first hidden character; -1 if there is none. */
    static int indexOf(String text, int from) {
        for (int i = from; i < text.length(); i++) {
            if (!isUsual(text.charAt(i)) && hiddenLength(text, i) > 0) {
                return i;
            }
        }
        return -1;
    }

    /** Whether a character is in one of the large ranges without hidden ones, which hold nearly all characters. */
    private static boolean isUsual(char character) {
        return character <= '~'
                ? character >= ' '
                : character >= '\u00A0'
                        && (character < '\u200B' || character > '\u2064' && character < TAGS_HIGH_SURROGATE);
    }

    private static boolean isTag(char lowSurrogate) {
        return lowSurrogate >= FIRST_TAG && lowSurrogate <= LAST_TAG;
    }

    private static boolean isHidden(char character) {
        if (character < '\u00A0') {
            boolean spacing = character == '\t' || character == '\n' || character == '\r';
            return character < ' ' && !spacing || character > '~';
        }
        return character == '\u200B'
                || character >= '\u202A' && character <= '\u202E'
                || character >= '\u2060' && character <= '\u2064'
                || character == '\uFEFF';
    }

    /** Returns the number of {@code char}s of a hidden character; 0 if the character is any other one. */
    private static int hiddenLength(String text, int index) {
        char character = text.charAt(index);
        if (character == TAGS_HIGH_SURROGATE) {
            // Alone, it would become a tag if hidden characters between it and the second half were removed.
            boolean pair = index + 1 < text.length() && Character.isLowSurrogate(text.charAt(index + 1));
            return !pair ? 1 : isTag(text.charAt(index + 1)) ? 2 : 0;
        }
        return isHidden(character) ? 1 : 0;
    }

    /** Returns the length of the escape of a hidden character; 0 if it stands for any other one. */
    private static int escapeLength(String json, int index) {
        char kind = json.charAt(index + 1);
        if (kind == 'b' || kind == 'f') {
            return 2;
        }
        if (kind != 'u') {
            return 0;
        }
        char character = escaped(json, index);
        if (character != TAGS_HIGH_SURROGATE) {
            return isHidden(character) ? 6 : 0;
        }
        boolean pair = json.startsWith("\\u", index + 6) && Character.isLowSurrogate(escaped(json, index + 6));
        return !pair ? 6 : isTag(escaped(json, index + 6)) ? 12 : 0;
    }

    private static char escaped(String json, int index) {
        return (char) Integer.parseInt(json, index + 2, index + 6, 16);
    }
}
