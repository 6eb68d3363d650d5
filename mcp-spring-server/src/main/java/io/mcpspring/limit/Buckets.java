package io.mcpspring.limit;

import io.github.bucket4j.Bucket;
import io.github.bucket4j.ConsumptionProbe;
import io.mcpspring.Internal;
import io.mcpspring.memory.CallerKeys;
import io.mcpspring.method.CallLimits;
import io.mcpspring.server.InitializeLimit;
import java.time.Duration;
import org.springframework.util.ConcurrentLruCache;

/** What callers have left of their rates. Of too many callers, the one who was idle for longest is forgotten. */
@Internal
public final class Buckets {

    private static final int MAX_BUCKETS = 100_000;

    private final ConcurrentLruCache<Key, Bucket> buckets =
            new ConcurrentLruCache<>(MAX_BUCKETS, key -> full(key.rate()));

    /** With the rate, so that an entry that is replaced by one with another rate has that rate at once. */
    private record Key(Object subject, CallLimits.Rate rate) {}

    /** Limits how often a caller initializes a session. */
    public static InitializeLimit ofInitialize(CallLimits.Rate rate) {
        Buckets buckets = new Buckets();
        return (user, address) -> seconds(buckets.take(CallerKeys.of(user, address), rate));
    }

    /**
     * Takes one call of a rate.
     *
     * @param subject identifies what the rate applies to
     * @return zero, or the time to wait for the next call
     */
    Duration take(Object subject, CallLimits.Rate rate) {
        ConsumptionProbe probe = bucket(subject, rate).tryConsumeAndReturnRemaining(1);
        return probe.isConsumed() ? Duration.ZERO : Duration.ofNanos(probe.getNanosToWaitForRefill());
    }

    /** Returns the time to wait for the next call of a rate, or zero, without taking it. */
    Duration estimate(Object subject, CallLimits.Rate rate) {
        return Duration.ofNanos(
                bucket(subject, rate).estimateAbilityToConsume(1).getNanosToWaitForRefill());
    }

    /** Gives back one call of a rate, because it was not performed. */
    void giveBack(Object subject, CallLimits.Rate rate) {
        bucket(subject, rate).addTokens(1);
    }

    /** Returns the time in seconds, rounded up. */
    static long seconds(Duration wait) {
        return wait.plusSeconds(1).minusNanos(1).toSeconds();
    }

    // The cache gives each of several threads that miss a key a value of its own.
    private synchronized Bucket bucket(Object subject, CallLimits.Rate rate) {
        return buckets.get(new Key(subject, rate));
    }

    private static Bucket full(CallLimits.Rate rate) {
        // By a clock that is never set back, as that of the system may be: no call would be permitted until it is again
        // as late as before.
        return Bucket.builder()
                .withNanosecondPrecision()
                .addLimit(limit -> limit.capacity(rate.calls()).refillGreedy(rate.calls(), rate.period()))
                .build();
    }
}
