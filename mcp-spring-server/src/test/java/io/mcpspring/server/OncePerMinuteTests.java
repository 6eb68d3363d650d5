package io.mcpspring.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class OncePerMinuteTests {

    @Test
    void theFirstOfEachMinuteIsSelected() {
        OncePerMinute minute = new OncePerMinute();
        long begin = System.nanoTime();
        assertThat(IntStream.range(0, 150)
                        .filter(second -> minute.isFirst(
                                begin + Duration.ofSeconds(second).toNanos())))
                .containsExactly(0, 60, 120);
    }
}
