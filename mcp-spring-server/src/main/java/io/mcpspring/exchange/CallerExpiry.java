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

    /** As long as Spring Security accepts tokens that have expired, because clocks differ. */
    private static final Duration AFTERWARDS = Duration.ofMinutes(1);

    /** Returns a signal at the expiry; none if the authentication does not expire. */
    public static Mono<Long> signal(@Nullable CallerExpiry expiry) {
        return expiry == null ? Mono.never() : Mono.defer(expiry::reached);
    }

    private Mono<Long> reached() {
        Duration left = Duration.between(Instant.now(), at);
        // A token is accepted for some time after its expiry: the stream that a client opens with it must not end at
        // once.
        Duration rest = left.isNegative() ? AFTERWARDS : left;
        return Mono.delay(rest.compareTo(LONGEST) > 0 ? LONGEST : rest);
    }
}
