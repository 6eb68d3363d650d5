package io.mcpspring.redis;

import io.lettuce.core.RedisException;
import io.mcpspring.limit.McpRateLimiter;
import io.mcpspring.seal.CanonicalJson;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import reactor.core.publisher.Mono;

/** Counts calls by the clock of Redis. After a failure, fails at once for a second, so that not every call waits. */
final class RedisRateLimiter implements McpRateLimiter {

    private static final Script TAKE = new Script("rate.lua");

    private static final int HASH_BYTES = 16;

    private static final long PAUSE = TimeUnit.SECONDS.toNanos(1);

    private final RedisLink link;

    private final Keys keys;

    private volatile long pausedUntil = System.nanoTime();

    RedisRateLimiter(RedisLink link, Keys keys) {
        this.link = link;
        this.keys = keys;
    }

    @Override
    public Mono<Duration> take(String caller, List<Rate> rates) {
        if (System.nanoTime() - pausedUntil < 0) {
            return Mono.error(new RedisException("Redis did not answer a moment ago"));
        }
        List<String> names = new ArrayList<>();
        List<Object> values = new ArrayList<>();
        String hash = hash(caller);
        for (Rate rate : rates) {
            long period =
                    Math.max(1, TimeUnit.NANOSECONDS.toMicros(rate.period().toNanos()));
            names.add(keys.rate(hash, rate.name() + ":" + rate.calls() + "/" + period));
            values.add(Math.max(1, period / rate.calls()));
            values.add(period);
        }
        CompletionStage<Long> wait = TAKE.run(link, names, values.toArray());
        // Not on the Mono, which may be cancelled before.
        wait.whenComplete((micros, failure) -> {
            if (failure != null) {
                pausedUntil = System.nanoTime() + PAUSE;
            }
        });
        return Mono.fromCompletionStage(wait).map(micros -> Duration.ofNanos(TimeUnit.MICROSECONDS.toNanos(micros)));
    }

    private static String hash(String caller) {
        byte[] digest = CanonicalJson.sha256().digest(caller.getBytes(StandardCharsets.UTF_8));
        return Base64.getUrlEncoder().withoutPadding().encodeToString(Arrays.copyOf(digest, HASH_BYTES));
    }
}
