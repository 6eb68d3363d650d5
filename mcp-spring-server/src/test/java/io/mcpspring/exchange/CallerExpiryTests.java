package io.mcpspring.exchange;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;

/** When the streams of a caller end. */
class CallerExpiryTests {

    /** Seconds are rounded, because the time in which a token expires is not virtual. */
    @ParameterizedTest
    @CsvSource({"10, 10", "3600, 3600", "-1, 60", "-59, 60"})
    void aStreamEndsWithItsTokenOrAMinuteAfterItHasBegunWithAnExpiredOne(long left, long lasts) {
        StepVerifier.withVirtualTime(() -> signal(Duration.ofSeconds(left)))
                .expectSubscription()
                .expectNoEvent(Duration.ofSeconds(lasts - 5))
                .thenAwait(Duration.ofSeconds(5))
                .expectNext(0L)
                .verifyComplete();
    }

    @Test
    void aStreamWithoutAnExpiryDoesNotEnd() {
        StepVerifier.withVirtualTime(() -> CallerExpiry.signal(null))
                .expectSubscription()
                .expectNoEvent(Duration.ofDays(1000))
                .thenCancel()
                .verify();
    }

    private static Mono<Long> signal(Duration left) {
        return CallerExpiry.signal(new CallerExpiry(Instant.now().plus(left)));
    }
}
