package io.mcpspring.content;

import io.mcpspring.Internal;
import io.mcpspring.protocol.JsonValue;
import java.lang.Character.UnicodeScript;

/**
 * Characters that people do not see but language models read, so that they could carry instructions past the person who
 * approves a text: control characters except tab and line breaks, and the format characters and other characters that
 * Unicode calls default-ignorable. Of these, text needs single ones: a variation selector after the character that it
 * varies, joiners between emoji and in the scripts of many languages, and marks and isolates of the writing direction.
 */
@Internal
public final class HiddenCharacters {

    /** Characters of other categories that Unicode calls default-ignorable. */
    private static final String OTHERS = "\u034F\u115F\u1160\u17B4\u17B5\u2065\u3164\uFFA0"
            + "\uFFF0\uFFF1\uFFF2\uFFF3\uFFF4\uFFF5\uFFF6\uFFF7\uFFF8";

    /** Format characters that are seen: they enclose numbers. */
    private static final String SIGNS =
            "\u0600\u0601\u0602\u0603\u0604\u0605\u06DD\u070F\u0890\u0891\u08E2" + "\uD804\uDCBD\uD804\uDCCD";

    private static final String DIRECTIONS = "\u061C\u200E\u200F\u2066\u2067\u2068\u2069";

    private static final String JOINERS = "\u200C\u200D";

    private HiddenCharacters() {}

    /** Returns the text without hidden characters; the same object if it has none. */
    public static String remove(String text) {
        int at = indexIn(text, 0);
        if (at < 0) {
            return text;
        }
        StringBuilder clean = new StringBuilder(text.length());
        int from = 0;
        for (; at >= 0; at = indexIn(text, from)) {
            clean.append(text, from, at);
            from = at + Character.charCount(text.codePointAt(at));
        }
        return clean.append(text, from, text.length()).toString();
    }

    /** Returns the index of the first hidden character from an index on; -1 if there is none. */
    public static int indexIn(String text, int from) {
        int at = ignorableIn(text, from);
        while (at >= 0 && isNeeded(text, at)) {
            at = ignorableIn(text, at + Character.charCount(text.codePointAt(at)));
        }
        return at;
    }

    /** Whether the strings of valid JSON may have hidden characters, escaped or not. */
    static boolean mayBeIn(JsonValue json) {
        byte[] utf8 = json.utf8();
        boolean ascii = true;
        for (int i = 0; i < utf8.length; i++) {
            byte character = utf8[i];
            if (character == '\\') {
                i++;
                if (utf8[i] == 'u' || utf8[i] == 'b' || utf8[i] == 'f') {
                    return true;
                }
            } else if (character < ' ' || character > '~') {
                ascii = false;
            }
        }
        return !ascii && ignorableIn(json.text(), 0) >= 0;
    }

    private static int ignorableIn(String text, int from) {
        for (int i = from; i < text.length(); i++) {
            char character = text.charAt(i);
            boolean ascii = character >= ' ' && character <= '~' || character == '\n';
            if (!ascii && isIgnorable(text.codePointAt(i))) {
                return i;
            }
            if (Character.isHighSurrogate(character)) {
                i++;
            }
        }
        return -1;
    }

    /** A surrogate without the other one could become a character when what is between the two is removed. */
    private static boolean isIgnorable(int character) {
        return switch (Character.getType(character)) {
            case Character.CONTROL -> "\t\n\r".indexOf(character) < 0;
            case Character.FORMAT -> SIGNS.indexOf(character) < 0;
            case Character.SURROGATE -> true;
            default -> OTHERS.indexOf(character) >= 0 || isSelector(character) || character >> 12 == 0xE0;
        };
    }

    private static boolean isSelector(int character) {
        return character >= 0xFE00 && character <= 0xFE0F
                || character >= 0xE0100 && character <= 0xE01EF
                || "\u180B\u180C\u180D\u180F".indexOf(character) >= 0;
    }

    private static boolean isNeeded(String text, int at) {
        int character = text.codePointAt(at);
        int before = at == 0 ? ' ' : text.codePointBefore(at);
        if (isSelector(character)) {
            return !isIgnorable(before) && !Character.isWhitespace(before);
        }
        if (JOINERS.indexOf(character) >= 0) {
            int after = at + 1 == text.length() ? ' ' : text.codePointAt(at + 1);
            UnicodeScript script = UnicodeScript.of(before);
            boolean joined = script != UnicodeScript.LATIN && script != UnicodeScript.COMMON && !isIgnorable(before);
            return joined || isSymbol(after) && (isSymbol(before) || before == 0xFE0F);
        }
        return DIRECTIONS.indexOf(character) >= 0 && !isIgnorable(before);
    }

    private static boolean isSymbol(int character) {
        int type = Character.getType(character);
        return type == Character.OTHER_SYMBOL || type == Character.MATH_SYMBOL || type == Character.MODIFIER_SYMBOL;
    }
}
