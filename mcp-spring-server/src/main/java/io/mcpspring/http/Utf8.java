package io.mcpspring.http;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** Checks that input is UTF-8. The JSON parser would also accept other encodings and some malformed input. */
final class Utf8 {

    private Utf8() {}

    static boolean isValid(byte[] text) {
        boolean ascii = true;
        for (byte character : text) {
            if (character == 0) {
                return false;
            }
            ascii &= character > 0;
        }
        return ascii || isDecodable(text);
    }

    private static boolean isDecodable(byte[] text) {
        try {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(text));
            return true;
        } catch (CharacterCodingException ex) {
            return false;
        }
    }
}
