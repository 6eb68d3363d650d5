package io.mcpspring.validation;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class CheckingTimeTests {

    private final CheckingTime time = new CheckingTime();

    @Test
    void workHasASecondTogether() {
        assertThatExceptionOfType(TooSlowException.class).isThrownBy(() -> repeat(() -> time.limit(this::work)));
    }

    @Test
    void workInsideOtherWorkSharesItsTime() {
        assertThatExceptionOfType(TooSlowException.class)
                .isThrownBy(() -> time.limit(() -> repeat(() -> new CheckingTime().limit(this::work))));
    }

    @Test
    void whatHappensBeforeTheFirstStepDoesNotCount() {
        assertThatNoException()
                .isThrownBy(() -> time.limit(() -> {
                    // As the compilation of a schema.
                    long end = System.nanoTime() + Duration.ofMillis(1100).toNanos();
                    while (System.nanoTime() < end) {
                        Thread.onSpinWait();
                    }
                    CheckingTime.check();
                    return true;
                }));
    }

    /** Does work for two seconds. */
    private static boolean repeat(Runnable work) {
        for (int i = 0; i < 20; i++) {
            work.run();
        }
        return true;
    }

    private boolean work() {
        long end = System.nanoTime() + Duration.ofMillis(100).toNanos();
        while (System.nanoTime() < end) {
            CheckingTime.check();
        }
        return true;
    }
}
