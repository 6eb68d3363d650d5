package io.mcpspring.entry;

import io.mcpspring.protocol.McpProtocolException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.zip.CRC32;

/**
 * The place after which the next page of a list begins. A cursor is valid on every instance, also after a change of the
 * list. Its text is Base64url of a version, the name and a checksum.
 *
 * @param after the last name of the page before
 */
record Cursor(String after) {

    private static final byte VERSION = 1;

    private static final int CHECKSUM_BYTES = 4;

    /** @throws McpProtocolException -32602 if this server did not create it */
    static Cursor decode(String text) {
        byte[] bytes = bytes(text);
        if (bytes.length <= 1 + CHECKSUM_BYTES || bytes[0] != VERSION) {
            throw invalid();
        }
        int end = bytes.length - CHECKSUM_BYTES;
        Cursor cursor = new Cursor(new String(bytes, 1, end - 1, StandardCharsets.UTF_8));
        // Compared as text, because several Base64 texts decode to the same bytes.
        if (!cursor.encode().equals(text)) {
            throw invalid();
        }
        return cursor;
    }

    String encode() {
        byte[] name = after.getBytes(StandardCharsets.UTF_8);
        ByteBuffer buffer = ByteBuffer.allocate(1 + name.length + CHECKSUM_BYTES)
                .put(VERSION)
                .put(name);
        CRC32 checksum = new CRC32();
        checksum.update(buffer.array(), 0, 1 + name.length);
        buffer.putInt((int) checksum.getValue());
        return Base64.getUrlEncoder().withoutPadding().encodeToString(buffer.array());
    }

    private static byte[] bytes(String text) {
        try {
            return Base64.getUrlDecoder().decode(text);
        } catch (IllegalArgumentException ex) {
            throw invalid();
        }
    }

    private static McpProtocolException invalid() {
        return McpProtocolException.invalidParams(
                "The cursor was not created by this server; start again without a cursor");
    }
}
