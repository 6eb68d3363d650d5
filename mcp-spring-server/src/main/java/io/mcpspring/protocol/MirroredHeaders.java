package io.mcpspring.protocol;

import io.mcpspring.Internal;
import java.math.BigDecimal;
import java.util.Base64;
import java.util.List;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The headers of a modern request that repeat parts of its body. Legacy requests have none, and nothing is compared.
 *
 * @param values returns all values of a header, ignoring the case of its name; {@code null} for a request that has no
 *     mirrored headers
 */
@Internal
public record MirroredHeaders(@Nullable Function<String, List<String>> values) {

    /** Headers of a request that has no mirrored headers. */
    public static final MirroredHeaders NONE = new MirroredHeaders(null);

    private static final String PREFIX = "=?base64?";

    private static final String SUFFIX = "?=";

    private static final Pattern INTEGER = Pattern.compile("-?[0-9]{1,20}(\\.0{1,20})?");

    /** The largest whole number that every JSON library can hold. */
    private static final BigDecimal LARGEST = new BigDecimal(9_007_199_254_740_991L);

    /**
     * Compares a header that is never in the Base64 form with the text that it has to repeat.
     *
     * @throws McpProtocolException -32020 if they differ
     */
    public void verifyPlain(String header, String expected) {
        verify(header, expected, String::equals);
    }

    /**
     * Compares a header with the text that it has to repeat.
     *
     * @param expected the value in the body; {@code null} if the body has none, so that the header must be absent
     * @throws McpProtocolException -32020 if they differ
     */
    public void verify(String header, @Nullable String expected) {
        verify(header, expected, (sent, text) -> decode(header, sent).equals(text));
    }

    /**
     * Compares a header with the whole number that it has to repeat; {@code 42.0} stands for {@code 42}.
     *
     * @throws McpProtocolException -32020 if they differ, or the number is outside -(2^53-1) to 2^53-1
     */
    public void verifyInteger(String header, String expected) {
        verify(header, expected, (sent, number) -> sameInteger(decode(header, sent), number));
    }

    private void verify(String header, @Nullable String expected, BiPredicate<String, String> same) {
        if (values == null) {
            return;
        }
        List<String> sent = values.apply(header);
        if (expected == null) {
            if (!sent.isEmpty()) {
                throw mismatch(header, "must be absent, because the body does not have its value");
            }
            return;
        }
        if (sent.isEmpty()) {
            throw mismatch(header, "is missing");
        }
        for (String value : sent) {
            // Not the white space that is none in HTTP.
            String text = isVisible(value) ? value.strip() : value;
            if (!repeats(text, part -> same.test(part, expected)) && !same.test(text, expected)) {
                throw mismatch(header, "differs from the value in the body");
            }
        }
    }

    // Some clients and proxies repeat a header, which becomes a list of equal values.
    private static boolean repeats(String list, Predicate<String> same) {
        return list.indexOf(',') > 0
                && isVisible(list)
                && Stream.of(list.split(",", -1)).map(String::strip).allMatch(same);
    }

    private static String decode(String header, String value) {
        if (!isVisible(value)) {
            throw mismatch(header, "has characters that are not allowed in a header; use the =?base64?...?= form");
        }
        if (value.length() < PREFIX.length() + SUFFIX.length()
                || !value.startsWith(PREFIX)
                || !value.endsWith(SUFFIX)) {
            return value;
        }
        String encoded = value.substring(PREFIX.length(), value.length() - SUFFIX.length());
        String text = base64(encoded);
        // The decoder of the JDK accepts Base64 without padding.
        if (text == null || encoded.length() % 4 != 0) {
            throw mismatch(header, "is not valid Base64 of a text in UTF-8");
        }
        return text;
    }

    private static @Nullable String base64(String encoded) {
        try {
            return Utf8.decoded(Base64.getDecoder().decode(encoded));
        } catch (IllegalArgumentException ex) {
            return null;
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

    private static boolean sameInteger(String sent, String expected) {
        if (!INTEGER.matcher(sent).matches()) {
            return false;
        }
        BigDecimal number = new BigDecimal(sent);
        return number.abs().compareTo(LARGEST) <= 0 && number.compareTo(new BigDecimal(expected)) == 0;
    }

    private static McpProtocolException mismatch(String header, String problem) {
        return McpProtocolException.headerMismatch("Header " + header + " " + problem);
    }
}
