package io.mcpspring.seal;

import io.mcpspring.Internal;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;

/** A digest of JSON that depends neither on the order of members nor on the notation of numbers. */
@Internal
public final class CanonicalJson {

    private CanonicalJson() {}

    public static String digest(JsonNode json) {
        MessageDigest digest = sha256();
        update(digest, json);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(digest.digest());
    }

    // Each value is preceded by its kind and length, so that different values have different digests.
    private static void update(MessageDigest digest, JsonNode json) {
        if (json.isObject()) {
            Map<String, JsonNode> sorted = new TreeMap<>();
            json.forEachEntry(sorted::put);
            mark(digest, '{', sorted.size());
            sorted.forEach((name, value) -> {
                text(digest, '"', name);
                update(digest, value);
            });
        } else if (json.isArray()) {
            mark(digest, '[', json.size());
            json.forEach(element -> update(digest, element));
        } else if (json.isNumber()) {
            BigDecimal number = withoutZeros(json.decimalValue());
            text(digest, '1', number.unscaledValue() + "e" + -(long) number.scale());
        } else if (json.isString()) {
            text(digest, '"', json.stringValue());
        } else {
            text(digest, 'l', json.toString());
        }
    }

    private static BigDecimal withoutZeros(BigDecimal number) {
        try {
            return number.stripTrailingZeros();
        } catch (ArithmeticException exponentOutOfRange) {
            return number;
        }
    }

    private static void text(MessageDigest digest, char kind, String text) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        mark(digest, kind, utf8.length);
        digest.update(utf8);
    }

    private static void mark(MessageDigest digest, char kind, int length) {
        digest.update((kind + Integer.toString(length) + ":").getBytes(StandardCharsets.US_ASCII));
    }

    /** Returns the algorithm SHA-256, which every Java platform has. */
    public static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException ex) {
            throw new IllegalStateException("SHA-256 is not available", ex);
        }
    }
}
