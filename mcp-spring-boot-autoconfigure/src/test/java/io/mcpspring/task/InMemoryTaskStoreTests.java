package io.mcpspring.task;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.JsonNodeFactory;

/** Tasks are found as long as they live, and do not fill the memory. */
class InMemoryTaskStoreTests {

    private static final Duration TTL = Duration.ofHours(1);

    private Instant now = Instant.parse("2026-11-22T10:00:00Z");

    private final InMemoryTaskStore store = new InMemoryTaskStore(() -> now);

    @Test
    void aTaskIsForgottenWhenItsTimeIsOver() {
        store.save(begun("a"));
        now = now.plus(TTL);
        assertThat(store.find("a")).isPresent();
        now = now.plusSeconds(1);
        assertThat(store.find("a")).isEmpty();
    }

    @Test
    void theOldestThatHasEndedGivesWayToTheNewest() {
        store.save(begun("running"));
        for (int i = 0; i < 10_000; i++) {
            store.save(begun("ended " + i).completed(JsonNodeFactory.instance.objectNode(), now));
        }
        assertThat(store.find("running")).isPresent();
        assertThat(store.find("ended 0")).isEmpty();
        assertThat(store.find("ended 1")).isPresent();
        assertThat(store.find("ended 9999")).isPresent();
    }

    @Test
    void aTaskThatChangesTakesNoSecondPlace() {
        for (int i = 0; i < 20_000; i++) {
            store.save(begun("same").completed(JsonNodeFactory.instance.objectNode(), now));
        }
        store.save(begun("other").completed(JsonNodeFactory.instance.objectNode(), now));
        assertThat(store.find("same")).isPresent();
    }

    private McpTask begun(String id) {
        return McpTask.begun(id, null, TTL, now);
    }
}
