package io.mcpspring.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.protocol.ClientCapabilities;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.seal.Sealer;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The ids whose contents are remembered. */
class SessionTokensTests {

    private static final LegacyClient CLIENT =
            new LegacyClient(ProtocolVersion.V2025_11_25, null, ClientCapabilities.NONE);

    private final Sealer sealer = new Sealer(List.of("a secret"));

    private final SessionTokens tokens = new SessionTokens(sealer);

    @Test
    void anIdIsDecryptedOnce() {
        String id = create();
        LegacySession data = read(id);
        assertThat(read(new String(id.toCharArray()))).isSameAs(data);
    }

    @Test
    void anInvalidIdDoesNotDisplaceOthers() {
        String id = create();
        LegacySession data = read(id);
        for (int i = 0; i <= SessionTokens.MAX_REMEMBERED; i++) {
            assertThat(tokens.read(id + i)).isEmpty();
            assertThat(tokens.read("x" + i)).isEmpty();
            assertThat(tokens.read(sealer.seal("session", new byte[] {1, (byte) i})))
                    .isEmpty();
        }
        assertThat(read(id)).isSameAs(data);
    }

    @Test
    void theIdsThatWereUsedLastAreRemembered() {
        String unused = create();
        String used = create();
        LegacySession ofUnused = read(unused);
        LegacySession ofUsed = read(used);
        List<String> others = IntStream.range(1, SessionTokens.MAX_REMEMBERED)
                .mapToObj(i -> create())
                .toList();
        for (String other : others) {
            read(used);
            read(other);
        }
        assertThat(read(used)).isSameAs(ofUsed);
        assertThat(read(unused)).isNotSameAs(ofUnused);
        assertThat(read(unused)).isEqualTo(ofUnused);
    }

    private String create() {
        return tokens.id(tokens.begin(CLIENT, null, Instant.EPOCH));
    }

    private LegacySession read(String id) {
        return tokens.read(id).orElseThrow();
    }
}
