package io.mcpspring.task;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.memory.ByteBudget;
import io.mcpspring.protocol.InputRequest;
import io.mcpspring.protocol.JsonValue;
import io.mcpspring.protocol.TaskStatus;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.JsonNodeFactory;

/** Tasks are kept until they expire, within limits of memory. */
class InMemoryTaskStoreTests {

    private static final Duration TTL = Duration.ofHours(1);

    private static final long MAX_BYTES = 20_000_000;

    private final Instant begin = Instant.EPOCH;

    private Instant now = begin;

    private final InMemoryTaskStore store = new InMemoryTaskStore(new ByteBudget(MAX_BYTES), () -> now);

    @Test
    void aTaskIsForgottenWhenItExpires() {
        store.save(begun("a"));
        now = now.plus(TTL.dividedBy(2)).minusNanos(1);
        store.save(completed("a", 1));
        now = now.plus(TTL.dividedBy(2)).minusNanos(1);
        assertThat(store.find("a")).map(McpTask::status).hasValue(TaskStatus.COMPLETED);

        now = begin.plus(TTL);
        assertThat(store.find("a")).isEmpty();
        assertUnused();
    }

    /** The clock of the system, by which tasks have their times, may be set. */
    @Test
    void aTaskIsKeptForItsTimeToLiveWhateverTheClockOfItsTimesShows() {
        Instant wrong = begin.minus(Duration.ofDays(365));
        store.save(McpTask.begun("a", null, 1, "tool", TTL, wrong));
        now = begin.plus(TTL).minusNanos(1);
        store.save(McpTask.begun("a", null, 1, "tool", TTL, wrong).completed(json(1), wrong));
        assertThat(store.find("a")).map(McpTask::status).hasValue(TaskStatus.COMPLETED);
        now = begin.plus(TTL);
        assertThat(store.find("a")).isEmpty();
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
    void beyondTheShareOfACallerItsOldestEndedTasksAreForgotten() {
        store.save(begun("running"));
        store.save(completed(begun("other", 2), 1, begin));
        int fitting = (int) (MAX_BYTES / 4 / (completed("ended", 0).toUtf8().length + 500 + 5));
        IntStream.rangeClosed(0, fitting + 50).forEach(i -> store.save(completed("ended " + i, 0)));

        assertThat(store.find("running")).isPresent();
        assertThat(store.find("other")).isPresent();
        assertThat(store.find("ended 0")).isEmpty();
        assertThat(store.find("ended 100")).isPresent();
        assertThat(store.find("ended " + (fitting + 50))).isPresent();
    }

    @Test
    void whenAllIsFullTheOldestEndedTaskOfTheCallerThatHoldsMostIsForgotten() {
        for (int caller = 1; caller <= 3; caller++) {
            store.save(completed(begun("large " + caller, caller), 4_500_000, begin));
        }
        store.save(completed(begun("first", 4), 1_000_000, begin));
        store.save(completed(begun("second", 4), 3_900_000, begin));
        store.save(completed(begun("last", 5), 1_900_000, begin));

        assertThat(store.find("first")).isEmpty();
        assertThat(List.of("large 1", "large 2", "large 3", "second", "last"))
                .allSatisfy(id -> assertThat(store.find(id)).isPresent());
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
    void theOldestResultsAreForgottenWhenTheirCallerHasTooMany() {
        int size = 1_200_000;
        store.save(begun("running"));
        IntStream.range(0, 30).forEach(i -> {
            store.save(begun("task " + i));
            store.save(completed("task " + i, size));
        });

        assertThat(store.find("running")).isPresent();
        assertThat(store.find("task 25")).isEmpty();
        assertThat(store.find("task 26")).isPresent();
        assertThat(store.find("task 29").orElseThrow().result().utf8()).hasSize(size);

        now = begin.plus(TTL);
        assertThat(store.find("running")).isEmpty();
        assertUnused();
    }

    @Test
    void aTaskIsKeptAsStoresOfApplicationsKeepIt() {
        InputRequest question = new InputRequest("roots/list", JsonNodeFactory.instance.objectNode());
        McpTask waiting = McpTask.begun("a", "ada", 1, "tool", TTL, begin).waiting(Map.of("q1", question), begin);
        store.save(waiting);
        assertThat(store.find("a").orElseThrow())
                .isNotSameAs(waiting)
                .satisfies(found -> assertThat(found.toJson()).isEqualTo(waiting.toJson()));
    }

    private void assertUnused() {
        assertThat(store.budget.left()).isEqualTo(MAX_BYTES);
    }

    private McpTask begun(String id) {
        return begun(id, 1);
    }

    private McpTask begun(String id, int caller) {
        return McpTask.begun(id, null, caller, "tool", TTL, begin);
    }

    private McpTask completed(String id, int size) {
        return completed(id, size, begin);
    }

    private McpTask completed(String id, int size, Instant time) {
        return completed(begun(id), size, time);
    }

    private static McpTask completed(McpTask task, int size, Instant time) {
        return size == 0 ? task.cancelled(time) : task.completed(json(size), time);
    }

    private static JsonValue json(int size) {
        String json = size < 2 ? "1" : "\"" + "a".repeat(size - 2) + "\"";
        return JsonValue.ofUtf8(json.getBytes(StandardCharsets.UTF_8));
    }
}
