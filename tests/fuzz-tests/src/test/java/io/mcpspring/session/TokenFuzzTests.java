package io.mcpspring.session;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.mcpspring.seal.Sealer;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/** What a client stores for the server: session ids, states of requests and ids of events. */
class TokenFuzzTests {

    private static final Sealer SEALER = new Sealer(List.of("a secret", "an earlier secret"));

    private static final String DATA = "the data of a session";

    private static final String ISSUED = SEALER.seal("session", DATA.getBytes(StandardCharsets.UTF_8));

    private static final byte[] ISSUED_BYTES = Base64.getUrlDecoder().decode(ISSUED);

    @FuzzTest
    void onlyAnIssuedTokenIsAccepted(byte[] input) {
        String text = new String(input, StandardCharsets.UTF_8);
        assertOpenedIfIssued(text);
        assertOpenedIfIssued(ISSUED + text);
        assertOpenedIfIssued(text + ISSUED);
        assertOpenedIfIssued(Base64.getUrlEncoder().encodeToString(input));
        assertOpenedIfIssued(Base64.getUrlEncoder().withoutPadding().encodeToString(changed(input)));
        assertThat(SEALER.open(text, ISSUED).isPresent()).isEqualTo(text.equals("session"));
        EventId.of(text).ifPresent(id -> assertThat(id).hasToString(text.replaceFirst("-0+(?=\\d)([^-]*)$", "-$1")));
    }

    private static void assertOpenedIfIssued(String token) {
        Optional<String> data = SEALER.open("session", token).map(opened -> new String(opened, StandardCharsets.UTF_8));
        assertThat(data).isEqualTo(token.equals(ISSUED) ? Optional.of(DATA) : Optional.empty());
    }

    /** Applies the input to the issued token: each byte, which may be zero, to the byte of the same index. */
    private static byte[] changed(byte[] input) {
        byte[] token = ISSUED_BYTES.clone();
        for (int i = 0; i < Math.min(input.length, token.length); i++) {
            token[i] ^= input[i];
        }
        return token;
    }
}
