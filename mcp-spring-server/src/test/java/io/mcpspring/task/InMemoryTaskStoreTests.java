package io.mcpspring.task;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.protocol.JsonValue;
import io.mcpspring.protocol.TaskStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Tasks are kept until they expire, within limits of memory. */
class InMemoryTaskStoreTests {

    private static final Duration TTL = Duration.ofHours(1);

    private static final long MAX_BYTES = 20_000_000;

    private final Instant begin = Instant.EPOCH;

    private Instant now = begin;

    private final InMemoryTaskStore store = new InMemoryTaskStore(MAX_BYTES, () -> now);

    @Test
    void aTaskIsForgottenWhenItExpires() {
        store.save(begun("a"));
        now = now.plus(TTL.dividedBy(2)).minusNanos(1);
        store.save(completed("a", 1));
        now = now.plus(TTL.dividedBy(2)).minusNanos(1);
        assertThat(store.find("a")).map(McpTask::status).hasValue(TaskStatus.COMPLETED);

        now = begin.plus(TTL);
        assertThat(store.find("a")).isEmpty();
        assertThat(store.bytes).isZero();
    }

    /** The timer that ends an expired task may come after another request for the store. */
    @Test
    void aTaskThatWasForgottenBeforeItEndedIsNotKeptAgain() {
        store.save(begun("a"));
        store.save(begun("b"));
        now = begin.plus(TTL);
        assertThat(store.find("b")).isEmpty();

        store.save(completed("a", 1, begin.plus(TTL)));
        assertThat(store.find("a")).isEmpty();
    }

    @Test
    void theOldestEndedTaskIsEvictedForANewOne() {
        store.save(begun("running"));
        IntStream.range(0, 10_000).forEach(i -> store.save(completed("ended " + i, 1)));

        assertThat(store.find("running")).isPresent();
        assertThat(store.find("ended 0")).isEmpty();
        assertThat(store.find("ended 1")).isPresent();
        assertThat(store.find("ended 9999")).isPresent();
    }

    @Test
    void aChangedTaskDoesNotTakeASecondPlace() {
        for (int i = 0; i < 20_000; i++) {
            store.save(completed("same", 1));
        }
        store.save(completed("other", 1));
        assertThat(store.find("same")).isPresent();
    }

    @Test
    void theOldestResultsAreEvictedWhenAllTogetherAreTooLarge() {
        int size = 1_900_000;
        store.save(begun("running"));
        IntStream.range(0, 30).forEach(i -> {
            store.save(begun("task " + i));
            store.save(completed("task " + i, size));
            assertThat(store.bytes).isLessThanOrEqualTo(MAX_BYTES);
        });

        assertThat(store.find("running")).isPresent();
        assertThat(store.find("task 19")).isEmpty();
        assertThat(store.find("task 20")).isPresent();
        assertThat(store.find("task 29").orElseThrow().result().utf8()).hasSize(size);

        now = begin.plus(TTL);
        assertThat(store.find("running")).isEmpty();
        assertThat(store.bytes).isZero();
    }

    private McpTask begun(String id) {
        return McpTask.begun(id, null, "tool", TTL, begin);
    }

    private McpTask completed(String id, int size) {
        return completed(id, size, begin);
    }

    private McpTask completed(String id, int size, Instant time) {
        return begun(id).completed(JsonValue.ofUtf8(new byte[size]), time);
    }
}
