package io.mcpspring.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.mcpspring.protocol.InputRequest;
import io.mcpspring.protocol.JsonRpcError;
import io.mcpspring.protocol.JsonValue;
import io.mcpspring.protocol.TaskStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.JsonNodeFactory;

/** Tasks as JSON, which stores keep and other releases read. */
class McpTaskTests {

    private static final Instant BEGIN = Instant.parse("2026-07-28T12:00:00.123456789Z");

    private final McpTask begun = McpTask.begun("id", "ada", 1, "tool", Duration.ofHours(1), BEGIN);

    @Test
    void jsonKeepsTheState() {
        McpTask read = McpTask.fromJson(begun.completed(JsonValue.of(Map.of("a", 1.10)), BEGIN.plusSeconds(1))
                .toJson());

        assertThat(read.id()).isEqualTo("id");
        assertThat(read.user()).isEqualTo("ada");
        assertThat(read.status()).isEqualTo(TaskStatus.COMPLETED);
        assertThat(read.createdAt()).isEqualTo(BEGIN);
        assertThat(read.lastUpdatedAt()).isEqualTo(BEGIN.plusSeconds(1));
        assertThat(read.ttl()).isEqualTo(Duration.ofHours(1));
        assertThat(read.expiresAt()).isEqualTo(BEGIN.plusSeconds(3600));
        assertThat(read.result()).hasToString("{\"a\":1.1}");
    }

    @Tag("change")
    @Test
    void jsonKeepsALargeResult() {
        // More characters than Jackson reads by default.
        JsonValue result = JsonValue.of(Map.of("a", "x".repeat(20_100_000)));

        McpTask read = McpTask.fromJson(begun.completed(result, BEGIN).toJson());

        assertThat(String.valueOf(read.result())).hasSameSizeAs(result.text());
    }

    @Test
    void jsonKeepsOpenQuestions() {
        InputRequest question = new InputRequest("roots/list", JsonNodeFactory.instance.objectNode());
        McpTask read =
                McpTask.fromJson(begun.waiting(Map.of("key", question), BEGIN).toJson());

        assertThat(read.status()).isEqualTo(TaskStatus.INPUT_REQUIRED);
        assertThat(read.forClients().inputRequests()).isEqualTo(Map.of("key", question));
    }

    @Test
    void jsonKeepsTheError() {
        JsonRpcError error = new JsonRpcError(-32603, "It failed");

        assertThat(McpTask.fromJson(begun.failed(error, BEGIN).toJson())
                        .forClients()
                        .error())
                .isEqualTo(error);
    }

    @Test
    void aTaskOfTheFirstFormatCanBeRead() {
        McpTask read = McpTask.fromJson("""
                {"format": 1, "user": null, "tool": "wait", "revision": 1, "task": {"taskId": "a", "status": "working",
                 "createdAt": "2026-07-28T12:00:00Z", "lastUpdatedAt": "2026-07-28T12:00:00Z", "ttlMs": 1000,
                 "pollIntervalMs": 1000, "later": true}, "later": true}
                """);

        assertThat(read.expiresAt()).isEqualTo("2026-07-28T12:00:01Z");
        assertThat(read.user()).isNull();
        assertThat(read.result()).isNull();
    }

    @Test
    void aTaskOfAnUnknownFormatIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> McpTask.fromJson(begun.toJson().replace("\"format\":1", "\"format\":2")))
                .withMessage("The task has the format 2; this release reads the format 1");
    }

    @Test
    void aTextThatIsNotATaskIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> McpTask.fromJson("no JSON"))
                .withMessage("The text must be a task that toJson() wrote");
    }
}
