package io.mcpspring.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The time of concurrent questions is counted once. */
class TimeAskingTests {

    private final TimeAsking time = new TimeAsking();

    @Test
    void noTimePassesWithoutAQuestion() {
        assertThat(time.total()).isZero();
        time.begin();
        time.end();
        assertThat(time.total()).isEqualTo(time.total()).isLessThan(Duration.ofSeconds(5));
    }

    @Test
    void timePassesUntilTheLastAnswer() {
        time.begin();
        time.begin();
        time.end();
        assertPasses();
        time.end();
        Duration first = time.total();
        assertThat(time.total()).isEqualTo(first);
        time.begin();
        assertPasses();
        time.end();
        assertThat(time.total()).isGreaterThan(first);
    }

    private void assertPasses() {
        long before = System.nanoTime();
        Duration start = time.total();
        while (System.nanoTime() == before) {
            Thread.onSpinWait();
        }
        assertThat(time.total()).isGreaterThan(start);
    }
}
