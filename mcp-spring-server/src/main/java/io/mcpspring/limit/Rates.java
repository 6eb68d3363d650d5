package io.mcpspring.limit;

import io.mcpspring.Internal;
import io.mcpspring.UserCode;
import io.mcpspring.exchange.CallerThread;
import io.mcpspring.limit.McpRateLimiter.Rate;
import io.mcpspring.memory.CallerKeys;
import io.mcpspring.method.CallLimits;
import io.mcpspring.method.UserTask;
import io.mcpspring.server.InitializeLimit;
import io.mcpspring.server.OncePerMinute;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.util.function.SingletonSupplier;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** Takes calls of rates from the limiter of the application, or from this process if there is none or if it fails. */
@Internal
public final class Rates {

    private static final Log logger = LogFactory.getLog(Rates.class);

    private static final Duration LIMITER_TIMEOUT = Duration.ofSeconds(2);

    private final SingletonSupplier<McpRateLimiter> shared;

    // Not Buckets::new, which would load an optional library even if there are no rates.
    private final SingletonSupplier<McpRateLimiter> local = SingletonSupplier.of(() -> new Buckets());

    private final OncePerMinute failures = new OncePerMinute();

    public Rates(ObjectProvider<McpRateLimiter> shared) {
        this.shared = SingletonSupplier.ofNullable(shared::getIfAvailable);
    }

    /** Returns a limit of how often a caller initializes a session. */
    public InitializeLimit ofInitialize(CallLimits.Rate rate) {
        List<Rate> rates = List.of(named("initialize", rate));
        return (user, address) -> take(CallerKeys.text(user, address), rates).map(Rates::seconds);
    }

    static Rate named(String name, CallLimits.Rate rate) {
        return new Rate(name, rate.calls(), rate.period());
    }

    /** Returns the time in seconds, rounded up. */
    static long seconds(Duration wait) {
        return wait.plusSeconds(1).minusNanos(1).toSeconds();
    }

    Mono<Duration> take(String caller, List<Rate> rates) {
        McpRateLimiter limiter = shared.get();
        return limiter == null ? local.obtain().take(caller, rates) : take(limiter, caller, rates);
    }

    private Mono<Duration> take(McpRateLimiter limiter, String caller, List<Rate> rates) {
        Mono<Duration> taken = UserCode.<Duration>mono(() -> limiter.take(caller, rates))
                .timeout(LIMITER_TIMEOUT)
                .switchIfEmpty(Mono.error(() -> new IllegalStateException("The limiter has returned nothing")))
                .onErrorResume(failure -> {
                    if (failures.isFirst()) {
                        logger.warn("The rate limiter failed, so this instance counts calls for itself: " + failure);
                    }
                    return local.obtain().take(caller, rates);
                });
        // A method stays on the thread of the servlet container, whose thread-locals it may need. Others may block, and
        // must not do so on a thread of the limiter.
        return Mono.deferContextual(context -> CallerThread.isCurrent(context)
                ? UserTask.blocking(
                        () -> Objects.requireNonNull(taken.contextWrite(context).block()))
                : taken.publishOn(Schedulers.parallel()));
    }
}
