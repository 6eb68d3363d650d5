package io.mcpspring.seal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Clients can neither read nor change sealed data. */
class SealerTests {

    private static final byte[] DATA = "something to keep".getBytes(StandardCharsets.UTF_8);

    private final Sealer sealer = new Sealer(List.of("one secret"));

    private final String token = sealer.seal("purpose", DATA);

    @Test
    void aSealedTextIsOpened() {
        assertThat(sealer.open("purpose", token)).hasValue(DATA);
        assertThat(sealer.open("purpose", sealer.seal("purpose", new byte[1]))).hasValue(new byte[1]);
    }

    @Test
    void aTokenIsVisibleAsciiAndOpaque() {
        assertThat(token).matches("[A-Za-z0-9_-]+");
        assertThat(new String(Base64.getUrlDecoder().decode(token), StandardCharsets.ISO_8859_1))
                .doesNotContain("something");
        assertThat(sealer.seal("purpose", DATA)).isNotEqualTo(token);
    }

    @Test
    void aTokenIsValidForItsPurposeOnly() {
        assertThat(sealer.open("other", token)).isEmpty();
        assertThat(sealer.open("", token)).isEmpty();
    }

    @Test
    void aTokenIsValidWithItsSecretOnly() {
        assertThat(new Sealer(List.of("one secret")).open("purpose", token)).hasValue(DATA);
        assertThat(new Sealer(List.of("One secret")).open("purpose", token)).isEmpty();
        assertThat(Sealer.ofProcess().open("purpose", token)).isEmpty();
        assertThat(Sealer.ofProcess().open("purpose", Sealer.ofProcess().seal("purpose", DATA)))
                .hasValue(DATA);
    }

    @Test
    void theFirstSecretSealsAndEverySecretOpens() {
        Sealer renewed = new Sealer(List.of("new secret", "other secret", "one secret"));
        assertThat(renewed.open("purpose", token)).hasValue(DATA);
        assertThat(new Sealer(List.of("new secret")).open("purpose", renewed.seal("purpose", DATA)))
                .hasValue(DATA);
        assertThat(sealer.open("purpose", renewed.seal("purpose", DATA))).isEmpty();
    }

    @Test
    void aTokenWithAChangedBitIsInvalid() {
        byte[] bytes = Base64.getUrlDecoder().decode(token);
        for (int bit = 0; bit < bytes.length * 8; bit++) {
            bytes[bit / 8] ^= (byte) (1 << bit % 8);
            assertThat(sealer.open("purpose", encode(bytes))).as("bit %s", bit).isEmpty();
            bytes[bit / 8] ^= (byte) (1 << bit % 8);
        }
    }

    @Test
    void aTokenWithAChangedCharacterIsInvalid() {
        String alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
        for (int at = 0; at < token.length(); at++) {
            for (int bit = 1; bit < 64; bit <<= 1) {
                char other = alphabet.charAt(alphabet.indexOf(token.charAt(at)) ^ bit);
                String changed = token.substring(0, at) + other + token.substring(at + 1);
                assertThat(sealer.open("purpose", changed)).as(changed).isEmpty();
            }
        }
        assertThat(sealer.open("purpose", token + "=")).isEmpty();
        assertThat(sealer.open("purpose", token + "==")).isEmpty();
    }

    @Test
    void aTruncatedTokenIsInvalid() {
        byte[] bytes = Base64.getUrlDecoder().decode(token);
        for (int length = 0; length < bytes.length; length++) {
            assertThat(sealer.open("purpose", encode(Arrays.copyOf(bytes, length))))
                    .isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "=", "x", "AQ", "AQEB", "ü", "\u0000", "a b", "a+b/", "😀", "----"})
    void anyOtherTextIsInvalid(String text) {
        assertThat(sealer.open("purpose", text)).isEmpty();
        assertThat(sealer.open("purpose", text.repeat(100))).isEmpty();
    }

    private static String encode(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
