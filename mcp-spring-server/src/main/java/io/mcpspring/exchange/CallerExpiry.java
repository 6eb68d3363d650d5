package io.mcpspring.exchange;

import io.mcpspring.Internal;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * The time at which the authentication of a caller expires, as an attribute of a request. Running calls are finished;
 * streams on which the caller listens to events end.
 */
@Internal
public record CallerExpiry(Instant at) {

    private static final Duration LONGEST = Duration.ofDays(365);

    /** Returns a signal at the expiry; none if the authentication does not expire. */
    public static Mono<Long> signal(@Nullable CallerExpiry expiry) {
        return expiry == null ? Mono.never() : Mono.defer(expiry::reached);
    }

    private Mono<Long> reached() {
        Duration left = Duration.between(Instant.now(), at);
        return Mono.delay(left.compareTo(LONGEST) > 0 ? LONGEST : left);
    }
}
