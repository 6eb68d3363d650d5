package io.mcpspring.server;

import io.mcpspring.protocol.McpProtocolException;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The headers of a 2026-07-28 request that repeat parts of its body (transport digest, section 8). Legacy requests have
 * none, and nothing is compared.
 */
public final class MirroredHeaders {

    /** No header repeats anything. */
    public static final MirroredHeaders NONE = new MirroredHeaders(null);

    private static final String PREFIX = "=?base64?";

    private static final String SUFFIX = "?=";

    // Padding included: the decoder of the JDK takes Base64 without it.
    private static final Pattern BASE64 = Pattern.compile(
            "(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?");

    private final @Nullable Function<String, List<String>> values;

    private MirroredHeaders(@Nullable Function<String, List<String>> values) {
        this.values = values;
    }

    /**
     * @param values gives all values of a header, whatever the case of its name
     */
    public static MirroredHeaders of(Function<String, List<String>> values) {
        return new MirroredHeaders(values);
    }

    /**
     * Compares a header with the text that it has to repeat.
     *
     * @param expected what the body says; {@code null} if it says nothing, so that the header must be absent
     * @throws McpProtocolException -32020 if they differ
     */
    public void verify(String header, @Nullable String expected) {
        verify(header, expected, String::equals);
    }

    /**
     * Compares a header with the whole number that it has to repeat; {@code 42.0} stands for {@code 42}.
     *
     * @throws McpProtocolException -32020 if they differ
     */
    public void verifyInteger(String header, @Nullable String expected) {
        verify(header, expected, MirroredHeaders::sameInteger);
    }

    private void verify(String header, @Nullable String expected, Comparison comparison) {
        if (values == null) {
            return;
        }
        List<String> sent = values.apply(header);
        if (expected == null && !sent.isEmpty()) {
            throw mismatch(header, "is sent but the body has no such value");
        }
        if (expected != null && sent.isEmpty()) {
            throw mismatch(header, "is missing");
        }
        for (String value : sent) {
            if (!comparison.same(decode(header, value), expected)) {
                throw mismatch(header, "differs from the value in the body");
            }
        }
    }

    private static String decode(String header, String raw) {
        String value = strip(raw);
        if (!isVisible(value)) {
            throw mismatch(header, "holds characters that are not allowed in a header; use the =?base64?...?= form");
        }
        if (value.length() < PREFIX.length() + SUFFIX.length() || !value.startsWith(PREFIX)
                || !value.endsWith(SUFFIX)) {
            return value;
        }
        String encoded = value.substring(PREFIX.length(), value.length() - SUFFIX.length());
        if (!BASE64.matcher(encoded).matches()) {
            throw mismatch(header, "is not valid Base64");
        }
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(Base64.getDecoder().decode(encoded)))
                    .toString();
        } catch (CharacterCodingException ex) {
            throw mismatch(header, "is not valid UTF-8");
        }
    }

    private static boolean isVisible(String value) {
        for (int i = 0; i < value.length(); i++) {
            char character = value.charAt(i);
            if ((character < 0x20 || character >= 0x7f) && character != '\t') {
                return false;
            }
        }
        return true;
    }

    // HTTP's own white space only; String.strip() knows more.
    private static String strip(String value) {
        int start = 0;
        int end = value.length();
        while (start < end && isSpace(value.charAt(start))) {
            start++;
        }
        while (end > start && isSpace(value.charAt(end - 1))) {
            end--;
        }
        return value.substring(start, end);
    }

    private static boolean isSpace(char character) {
        return character == ' ' || character == '\t';
    }

    private static boolean sameInteger(String sent, String expected) {
        return Pattern.matches("-?[0-9]{1,20}(\\.0{1,20})?", sent)
                && new BigDecimal(sent).compareTo(new BigDecimal(expected)) == 0;
    }

    private static McpProtocolException mismatch(String header, String problem) {
        return McpProtocolException.headerMismatch("Header " + header + " " + problem);
    }

    private interface Comparison {

        boolean same(String sent, @Nullable String expected);
    }
}
