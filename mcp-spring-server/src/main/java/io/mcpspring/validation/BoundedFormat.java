package io.mcpspring.validation;

import com.networknt.schema.ExecutionContext;
import com.networknt.schema.SchemaContext;
import com.networknt.schema.format.Format;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A format whose check takes time linear in the length of the text. Texts longer than any valid one are refused without
 * a check, because checks of the library need quadratic time or a stack that grows with the text.
 *
 * @param own replaces the check of the library if that is too slow even for short texts
 * @param longest text that is checked
 * @param steps that the check takes for each character, where that is many
 */
record BoundedFormat(Format format, @Nullable Predicate<String> own, int longest, int steps) implements Format {

    private static final int LONG = 4_096;

    private static final Map<String, Integer> LONGEST = Map.ofEntries(
            Map.entry("date", 32),
            Map.entry("time", 64),
            Map.entry("date-time", 64),
            Map.entry("duration", 128),
            // 64 characters, @, 255 characters, as in Bean Validation
            Map.entry("email", 320),
            Map.entry("idn-email", 320),
            Map.entry("hostname", 253),
            Map.entry("idn-hostname", 253),
            Map.entry("ipv4", 64),
            Map.entry("ip-address", 64),
            Map.entry("ipv6", 64),
            Map.entry("uuid", 64),
            Map.entry("phone", 64),
            Map.entry("color", 128),
            Map.entry("utc-millisec", 64),
            Map.entry("regex", 1_024),
            Map.entry("uri-template", 1_024),
            // Checked in one pass, and possibly long (data URIs).
            Map.entry("uri", Integer.MAX_VALUE),
            Map.entry("uri-reference", Integer.MAX_VALUE));

    private static final Map<String, Predicate<String>> OWN = Map.of(
            "email", text -> isEmail(text, false),
            "idn-email", text -> isEmail(text, true),
            "hostname", text -> isHost(text, false),
            "json-pointer", text -> isPointer(text, 0),
            "relative-json-pointer", BoundedFormat::isRelativePointer);

    private static final Set<String> SLOW = Set.of("idn-hostname", "uri-template", "regex", "style");
    private static final int SLOW_STEPS = 64;

    private static final Pattern LITERAL = Pattern.compile("\\[(IPv6:)?[0-9A-Fa-f:.]+]");

    static Format of(Format format) {
        String name = format.getName();
        return new BoundedFormat(
                format, OWN.get(name), LONGEST.getOrDefault(name, LONG), SLOW.contains(name) ? SLOW_STEPS : 0);
    }

    @Override
    public String getName() {
        return format.getName();
    }

    @Override
    public String getMessageKey() {
        return format.getMessageKey();
    }

    @Override
    public boolean matches(ExecutionContext context, SchemaContext schemaContext, String text) {
        if (text.length() > longest) {
            return false;
        }
        Evaluation.current().steps().take((long) steps * text.length());
        try {
            return own != null ? own.test(text) : format.matches(context, schemaContext, text);
        } catch (StackOverflowError tooManyGroups) {
            return false;
        }
    }

    private static boolean isEmail(String text, boolean international) {
        int at = text.lastIndexOf('@');
        if (at < 1 || at > 64) {
            return false;
        }
        String domain = text.substring(at + 1);
        return isMailbox(text.substring(0, at), international)
                && (isHost(domain, international) || LITERAL.matcher(domain).matches());
    }

    private static boolean isMailbox(String text, boolean international) {
        if (text.length() > 1 && text.startsWith("\"") && text.endsWith("\"")) {
            return isQuoted(text.substring(1, text.length() - 1), international);
        }
        return isParted(text)
                && text.chars()
                        .allMatch(character -> character == '.'
                                || isLetterOrDigit(character, international)
                                || "!#$%&'*+/=?^_`{|}~-".indexOf(character) >= 0);
    }

    private static boolean isQuoted(String text, boolean international) {
        for (int i = 0; i < text.length(); i++) {
            char character = text.charAt(i);
            boolean escape = character == '\\' && ++i < text.length();
            if (!escape && (character == '"' || character == '\\')
                    || character < ' '
                    || character == 0x7f
                    || character > 0x7f && !international) {
                return false;
            }
        }
        return true;
    }

    private static boolean isHost(String text, boolean international) {
        if (text.length() > 253 || !isParted(text)) {
            return false;
        }
        int label = 0;
        for (int i = 0; i < text.length(); i++) {
            char character = text.charAt(i);
            boolean edge = i == 0 || i == text.length() - 1 || text.charAt(i - 1) == '.' || text.charAt(i + 1) == '.';
            if (character != '.' && !isLetterOrDigit(character, international) && (character != '-' || edge)) {
                return false;
            }
            label = character == '.' ? 0 : label + 1;
            if (label > 63) {
                return false;
            }
        }
        return true;
    }

    /** Whether each dot separates two characters other than dots. */
    private static boolean isParted(String text) {
        return !text.isEmpty() && !text.startsWith(".") && !text.endsWith(".") && !text.contains("..");
    }

    private static boolean isLetterOrDigit(int character, boolean international) {
        return character >= 'a' && character <= 'z'
                || character >= 'A' && character <= 'Z'
                || character >= '0' && character <= '9'
                || international
                        && character > 0x7f
                        && (Character.isLetterOrDigit(character)
                                || Character.isSurrogate((char) character)
                                || Character.getType(character) == Character.NON_SPACING_MARK);
    }

    private static boolean isPointer(String text, int start) {
        if (start < text.length() && text.charAt(start) != '/') {
            return false;
        }
        for (int i = text.indexOf('~', start); i >= 0; i = text.indexOf('~', i + 1)) {
            if (i + 1 == text.length() || text.charAt(i + 1) != '0' && text.charAt(i + 1) != '1') {
                return false;
            }
        }
        return true;
    }

    private static boolean isRelativePointer(String text) {
        int end = 0;
        while (end < text.length() && text.charAt(end) >= '0' && text.charAt(end) <= '9') {
            end++;
        }
        boolean number = end == 1 || end > 1 && text.charAt(0) != '0';
        return number && (text.substring(end).equals("#") || isPointer(text, end));
    }
}
