package io.mcpspring.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class OncePerMinuteTests {

    @Test
    void theFirstOfEachMinuteIsSelected() {
        AtomicLong time = new AtomicLong(Long.MAX_VALUE);
        OncePerMinute minute = new OncePerMinute(time::get);
        assertThat(IntStream.range(0, 150).filter(second -> {
                    boolean first = minute.isFirst();
                    time.addAndGet(Duration.ofSeconds(1).toNanos());
                    return first;
                }))
                .containsExactly(0, 60, 120);
    }
}
