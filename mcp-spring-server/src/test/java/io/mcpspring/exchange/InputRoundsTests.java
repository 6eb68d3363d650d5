package io.mcpspring.exchange;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.mcpspring.protocol.McpProtocolException;
import io.mcpspring.seal.Sealer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/** The request state that a client returns with the next round of questions. */
class InputRoundsTests {

    private static final JsonNode ANSWER = JsonMapper.shared().readTree("{\"a\": [1.50, null, \"\\u0000é\"]}");

    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-08-01T12:00:00Z"));

    private final Sealer sealer = new Sealer(List.of("secret"));

    private final InputRounds rounds = new InputRounds(sealer, Duration.ofMinutes(5), now::get);

    private final InputRounds.State state = new InputRounds.State(
            "digest",
            0,
            Map.of("q2", "d2"),
            Map.of("q1", new InputRounds.Answer("d1", ANSWER), "raw", new InputRounds.Answer(null, ANSWER)),
            "kept");

    private InputRounds.State open(String sealed, String request) {
        return rounds.open(StringNode.valueOf(sealed), () -> request);
    }

    private String seal(InputRounds.State content) {
        return rounds.seal(content.request(), content.asked(), content.answers(), content.state());
    }

    private void assertRefused(String sealed, String request) {
        assertThatExceptionOfType(McpProtocolException.class)
                .isThrownBy(() -> open(sealed, request))
                .satisfies(refused -> assertThat(refused.error().code()).isEqualTo(-32602));
    }

    @Test
    void aStateIsOpenedWithItsExpiry() {
        InputRounds.State opened = open(seal(state), "digest");
        assertThat(opened.expiresAt()).isEqualTo(now.get().plusSeconds(300).getEpochSecond());
        assertThat(opened)
                .usingRecursiveComparison()
                .ignoringFields("expiresAt")
                .isEqualTo(state);
        InputRounds.State bare = open(rounds.seal("digest", Map.of(), Map.of(), null), "digest");
        assertThat(bare.asked()).isEmpty();
        assertThat(bare.answers()).isEmpty();
        assertThat(bare.state()).isNull();
    }

    @Test
    void aStateExpiresAfterTheTimeToAnswer() {
        String sealed = seal(state);
        now.updateAndGet(instant -> instant.plusSeconds(300));
        assertThat(open(sealed, "digest").state()).isEqualTo("kept");
        now.updateAndGet(instant -> instant.plusSeconds(1));
        assertRefused(sealed, "digest");
        assertThat(open(seal(state), "digest").state()).isEqualTo("kept");
    }

    @Test
    void aStateIsValidForItsRequestAndPurposeOnly() {
        assertRefused(seal(state), "another");
        assertRefused(sealer.seal("session", "{\"request\": \"digest\"}".getBytes(StandardCharsets.UTF_8)), "digest");
        assertRefused(new Sealer(List.of("other")).seal("requestState", new byte[] {'{', '}'}), "digest");
    }

    @Test
    void theLengthOfAStateIsLimited() {
        InputRounds.State large = new InputRounds.State(
                "digest",
                0,
                Map.of(),
                Map.of("q1", new InputRounds.Answer("d", StringNode.valueOf("x".repeat(200_000)))),
                null);
        assertThatExceptionOfType(McpProtocolException.class)
                .isThrownBy(() -> seal(large))
                .withMessage("The state and all answers of a call are too long together");
    }

    @Test
    void theDigestCoversMethodParametersAndUser() {
        String digest = digest("tools/call", "{\"name\": \"a\", \"arguments\": {\"b\": 1, \"c\": 2}}", "ada");
        assertThat(digest(
                        "tools/call",
                        "{\"arguments\": {\"c\": 2.0, \"b\": 1e0}, \"name\": \"a\","
                                + " \"_meta\": {\"x\": 1}, \"requestState\": \"s\", \"inputResponses\": {}}",
                        "ada"))
                .isEqualTo(digest);
        assertThat(List.of(
                        digest("tools/list", "{\"name\": \"a\", \"arguments\": {\"b\": 1, \"c\": 2}}", "ada"),
                        digest("tools/call", "{\"name\": \"b\", \"arguments\": {\"b\": 1, \"c\": 2}}", "ada"),
                        digest("tools/call", "{\"name\": \"a\", \"arguments\": {\"b\": 1, \"c\": 2}}", "bob"),
                        digest("tools/call", "{\"name\": \"a\", \"arguments\": {\"b\": 1, \"c\": 2}}", null),
                        digest("tools/call", "{\"name\": \"a\", \"arguments\": {\"b\": 1, \"c\": 2}}", "null"),
                        digest(
                                "tools/call",
                                "{\"name\": \"a\", \"arguments\": {\"b\": 1, \"c\": 2, \"_meta\": 1}}",
                                "ada")))
                .doesNotHaveDuplicates()
                .doesNotContain(digest);
    }

    private static String digest(String method, String params, String user) {
        return InputRounds.digest(method, (ObjectNode) JsonMapper.shared().readTree(params), user);
    }
}
