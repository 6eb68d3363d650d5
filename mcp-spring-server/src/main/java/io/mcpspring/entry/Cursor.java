package io.mcpspring.entry;

import io.mcpspring.protocol.McpProtocolException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/**
 * The place after which the next page of a list begins. A cursor is valid on every instance, also after a change of the
 * list. Its text is Base64url of a hash of the name and the name.
 *
 * @param after the last name of the page before
 */
record Cursor(String after) {

    private static final int HASH_LENGTH = 8;

    /** @throws McpProtocolException -32602 if this server did not create it */
    static Cursor decode(String text) {
        try {
            String decoded = new String(Base64.getUrlDecoder().decode(text), StandardCharsets.UTF_8);
            Cursor cursor = new Cursor(decoded.substring(Math.min(HASH_LENGTH, decoded.length())));
            // Compared as text, because several Base64 texts decode to the same bytes.
            if (cursor.encode().equals(text)) {
                return cursor;
            }
        } catch (IllegalArgumentException notBase64) {
            // Refused like any other text.
        }
        throw McpProtocolException.invalidParams(
                "The cursor was not created by this server; start again without a cursor");
    }

    String encode() {
        String text = "%08x%s".formatted(after.hashCode(), after);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }
}
