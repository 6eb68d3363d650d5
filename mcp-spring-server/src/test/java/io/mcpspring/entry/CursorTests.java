package io.mcpspring.entry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.mcpspring.protocol.JsonRpcError;
import io.mcpspring.protocol.McpProtocolException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CursorTests {

    @Test
    void aCursorIsOpaqueAndContainsAName() {
        String cursor = new Cursor("weather").encode();
        assertThat(cursor).matches("[A-Za-z0-9_-]+");
        assertThat(Cursor.decode(cursor)).isEqualTo(new Cursor("weather"));
        assertThat(Cursor.decode(new Cursor("ü".repeat(128)).encode()).after()).isEqualTo("ü".repeat(128));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "a",
                "=",
                "AQ",
                "AQ==",
                "AAAAAAAAAA",
                "MDAwMDAwMDB3ZWF0aGVy",
                "not a cursor",
                "ü",
                "../../x",
                "null",
                "0",
                "\u0000",
                "AXdlYXRoZXI"
            })
    void anyOtherTextIsAnInvalidParameter(String text) {
        unusable(text);
    }

    @Test
    void aChangedCursorIsAnInvalidParameter() {
        String cursor = new Cursor("weather").encode();
        String alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_=+/";
        for (int at = 0; at < cursor.length(); at++) {
            for (char other : alphabet.toCharArray()) {
                if (other != cursor.charAt(at)) {
                    unusable(cursor.substring(0, at) + other + cursor.substring(at + 1));
                }
            }
            unusable(cursor.substring(0, at));
        }
        unusable(cursor + "A");
        unusable(cursor + "=");
        unusable(cursor + "\n");
    }

    @Test
    void aNameThatIsNotUtf8IsAnInvalidParameter() {
        byte[] bytes = "00000000x".getBytes(StandardCharsets.US_ASCII);
        bytes[8] = (byte) 0xff;
        unusable(Base64.getUrlEncoder().withoutPadding().encodeToString(bytes));
    }

    private static void unusable(String text) {
        assertThatExceptionOfType(McpProtocolException.class)
                .as(text)
                .isThrownBy(() -> Cursor.decode(text))
                .satisfies(failure -> assertThat(failure.error().code()).isEqualTo(JsonRpcError.INVALID_PARAMS));
    }
}
