package io.mcpspring.validation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class CheckingTimeTests {

    private static final Duration MOST = Duration.ofMillis(900);

    private final CheckingTime time = new CheckingTime();

    @Test
    void workHasASecondTogether() {
        Duration first = work(MOST);
        assertThatExceptionOfType(TooSlowException.class).isThrownBy(() -> work(MOST));
        assertThat(first).isLessThan(Duration.ofSeconds(1));
    }

    @Test
    void workInsideOtherWorkSharesItsTime() {
        assertThatExceptionOfType(TooSlowException.class)
                .isThrownBy(() -> time.limit(() -> {
                    work(MOST);
                    return new CheckingTime().limit(() -> work(MOST));
                }));
    }

    @Test
    void whatHappensBeforeTheFirstStepDoesNotCount() {
        long end = System.nanoTime() + Duration.ofMillis(200).toNanos();
        time.limit(() -> {
            // As the compilation of a schema.
            while (System.nanoTime() < end) {
                Thread.onSpinWait();
            }
            CheckingTime.check();
            return true;
        });
        assertThat(work(MOST)).isGreaterThanOrEqualTo(MOST);
    }

    private Duration work(Duration duration) {
        long beginning = System.nanoTime();
        return time.limit(() -> {
            Duration done = Duration.ZERO;
            while (done.compareTo(duration) < 0) {
                CheckingTime.check();
                done = Duration.ofNanos(System.nanoTime() - beginning);
            }
            return done;
        });
    }
}
