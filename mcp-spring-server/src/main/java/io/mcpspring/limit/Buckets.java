package io.mcpspring.limit;

import io.github.bucket4j.Bucket;
import java.time.Duration;
import java.util.List;
import org.springframework.util.ConcurrentLruCache;
import reactor.core.publisher.Mono;

/** What callers have left of their rates. Of too many callers, the one who was idle for longest is forgotten. */
final class Buckets implements McpRateLimiter {

    private static final int MAX_BUCKETS = 100_000;

    private final ConcurrentLruCache<Key, Bucket> buckets =
            new ConcurrentLruCache<>(MAX_BUCKETS, key -> full(key.rate()));

    /** With the rate, so that an entry that is replaced by one with another rate has that rate at once. */
    private record Key(String caller, Rate rate) {}

    @Override
    public Mono<Duration> take(String caller, List<Rate> rates) {
        List<Bucket> all = rates.stream().map(rate -> bucket(caller, rate)).toList();
        for (int taken = 0; taken < all.size(); taken++) {
            if (!all.get(taken).tryConsume(1)) {
                all.subList(0, taken).forEach(bucket -> bucket.addTokens(1));
                return Mono.just(wait(all));
            }
        }
        return Mono.just(Duration.ZERO);
    }

    private static Duration wait(List<Bucket> buckets) {
        long nanos = 1;
        for (Bucket bucket : buckets) {
            nanos = Math.max(nanos, bucket.estimateAbilityToConsume(1).getNanosToWaitForRefill());
        }
        return Duration.ofNanos(nanos);
    }

    // The cache gives each of several threads that miss a key a value of its own.
    private synchronized Bucket bucket(String caller, Rate rate) {
        return buckets.get(new Key(caller, rate));
    }

    private static Bucket full(Rate rate) {
        // By a clock that is never set back, as that of the system may be: no call would be permitted until it is again
        // as late as before.
        return Bucket.builder()
                .withNanosecondPrecision()
                .addLimit(limit -> limit.capacity(rate.calls()).refillGreedy(rate.calls(), rate.period()))
                .build();
    }
}
