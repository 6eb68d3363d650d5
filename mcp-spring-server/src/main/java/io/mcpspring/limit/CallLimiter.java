package io.mcpspring.limit;

import io.mcpspring.Internal;
import io.mcpspring.exchange.CallContext;
import io.mcpspring.memory.CallerKeys;
import io.mcpspring.method.BuiltInInterceptor;
import io.mcpspring.method.CallLimits;
import io.mcpspring.method.InterceptorStage;
import io.mcpspring.method.Invocation;
import io.mcpspring.method.McpInvocation;
import io.mcpspring.protocol.McpResult;
import io.mcpspring.server.Refusals;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.springframework.util.function.SingletonSupplier;
import reactor.core.publisher.Mono;

/**
 * Refuses calls beyond the rates of their caller, and while too many others are running: of their entry, of their
 * caller, or of the server.
 */
@Internal
public final class CallLimiter implements BuiltInInterceptor {

    /** The name of the bean; one of the application takes its place. */
    public static final String BEAN = "io.mcpspring.callLimiter";

    private final LimitSettings settings;

    private final Refusals refusals;

    // Not Buckets::new, which would load an optional library even if there are no rates.
    private final SingletonSupplier<Buckets> buckets = SingletonSupplier.of(() -> new Buckets());

    /** The number of running calls, by what a limit applies to. */
    private final Map<Object, Integer> running = new ConcurrentHashMap<>();

    public CallLimiter(LimitSettings settings, Refusals refusals) {
        this.settings = settings;
        this.refusals = refusals;
    }

    private record Entry(McpInvocation.Kind kind, String name) {}

    /** A rate of a caller for one entry. */
    private record EntryOfCaller(Entry entry, Object caller) {}

    /**
     * A limit of running calls.
     *
     * @param key what it applies to; the settings stand for all calls
     * @param text the answer to a call beyond it
     */
    private record Limit(Object key, int calls, String text) {}

    @Override
    public InterceptorStage stage() {
        return InterceptorStage.LIMITS;
    }

    @Override
    public Mono<McpResult> intercept(Invocation<?, ?> invocation, Chain chain) {
        CallLimits own = settings.of(invocation);
        return own.equals(CallLimits.NONE) && settings.isUnlimited()
                ? chain.proceed(invocation)
                : Mono.defer(() -> limited(invocation, own, chain));
    }

    private Mono<McpResult> limited(Invocation<?, ?> invocation, CallLimits own, Chain chain) {
        Object caller = caller(invocation.exchange().context(), own);
        Entry entry = new Entry(invocation.kind(), LimitSettings.entry(invocation));
        Duration wait = take(caller, new EntryOfCaller(entry, caller), own.rate());
        if (!wait.isZero()) {
            return refused(invocation, "Too many calls. Try again in " + Buckets.seconds(wait) + " s.");
        }
        List<Limit> limits = limits(entry, caller, own.maxConcurrency());
        for (int i = 0; i < limits.size(); i++) {
            if (!enter(limits.get(i))) {
                limits.subList(0, i).forEach(this::leave);
                return refused(invocation, limits.get(i).text());
            }
        }
        // Left before the result is emitted: a client that has it may make its next call.
        return Mono.using(() -> limits, entered -> chain.proceed(invocation), entered -> entered.forEach(this::leave));
    }

    /** Returns who calls; the same for all if no limit of callers applies. */
    private Object caller(CallContext request, CallLimits own) {
        boolean counted = own.rate() != null || settings.rate() != null || settings.maxConcurrencyPerCaller() != null;
        return counted ? CallerKeys.of(request.user(), request.attribute(InetSocketAddress.class)) : "";
    }

    /** Takes one call of both rates, or of none; returns zero, or the time until both allow a call. */
    private Duration take(Object caller, EntryOfCaller entry, CallLimits.@Nullable Rate ofEntry) {
        CallLimits.Rate ofCaller = settings.rate();
        Duration waitOfCaller =
                ofCaller == null ? Duration.ZERO : buckets.obtain().take(caller, ofCaller);
        if (ofEntry == null) {
            return waitOfCaller;
        }
        if (!waitOfCaller.isZero()) {
            Duration waitOfEntry = buckets.obtain().estimate(entry, ofEntry);
            return waitOfEntry.compareTo(waitOfCaller) > 0 ? waitOfEntry : waitOfCaller;
        }
        Duration waitOfEntry = buckets.obtain().take(entry, ofEntry);
        if (!waitOfEntry.isZero() && ofCaller != null) {
            buckets.obtain().giveBack(caller, ofCaller);
        }
        return waitOfEntry;
    }

    private List<Limit> limits(Entry entry, Object caller, @Nullable Integer ofEntry) {
        List<Limit> limits = new ArrayList<>(0);
        if (ofEntry != null) {
            limits.add(new Limit(
                    entry, ofEntry, "Too many calls of '" + entry.name() + "' are running. Try again in a moment."));
        }
        if (settings.maxConcurrencyPerCaller() != null) {
            limits.add(new Limit(
                    caller,
                    settings.maxConcurrencyPerCaller(),
                    "Too many of your calls are running. Wait until one of them has ended."));
        }
        if (settings.maxConcurrency() != null) {
            limits.add(new Limit(settings, settings.maxConcurrency(), "The server is busy. Try again in a moment."));
        }
        return limits;
    }

    private boolean enter(Limit limit) {
        AtomicBoolean entered = new AtomicBoolean();
        running.compute(limit.key(), (key, number) -> {
            int before = number == null ? 0 : number;
            entered.set(before < limit.calls());
            return entered.get() ? Integer.valueOf(before + 1) : number;
        });
        return entered.get();
    }

    // What is idle has no entry, so that the map stays as small as the number of running calls.
    private void leave(Limit limit) {
        running.computeIfPresent(limit.key(), (key, number) -> number == 1 ? null : number - 1);
    }

    private Mono<McpResult> refused(Invocation<?, ?> invocation, String text) {
        refusals.report(Refusals.Reason.LIMIT, invocation.exchange().context(), text);
        return invocation.refused(text);
    }
}
