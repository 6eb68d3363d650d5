package io.mcpspring.exchange;

import io.mcpspring.Internal;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import reactor.core.publisher.Mono;

/**
 * The time at which the authentication of a caller expires, as an attribute of a request. Running calls are finished;
 * streams on which the caller listens to events end.
 */
@Internal
public record CallerExpiry(Instant at) {

    private static final Duration LONGEST = Duration.ofDays(365);

    /** Returns a signal at the expiry; none if the authentication does not expire. */
    public static Mono<Long> of(Optional<CallerExpiry> expiry) {
        return expiry.map(CallerExpiry::reached).orElse(Mono.never());
    }

    private Mono<Long> reached() {
        return Mono.defer(() -> {
            Duration left = Duration.between(Instant.now(), at);
            return Mono.delay(left.compareTo(LONGEST) > 0 ? LONGEST : left);
        });
    }
}
