package io.mcpspring.limit;

import io.mcpspring.Internal;
import io.mcpspring.exchange.CallContext;
import io.mcpspring.limit.McpRateLimiter.Rate;
import io.mcpspring.memory.CallerKeys;
import io.mcpspring.method.BuiltInInterceptor;
import io.mcpspring.method.CallLimits;
import io.mcpspring.method.InterceptorStage;
import io.mcpspring.method.Invocation;
import io.mcpspring.method.McpInvocation;
import io.mcpspring.protocol.McpResult;
import io.mcpspring.server.Refusals;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.springframework.core.annotation.Order;
import reactor.core.publisher.Mono;

/**
 * Refuses calls beyond the rates of their caller, and while too many others are running: of their entry, of their
 * caller, or of the server.
 */
@Internal
@Order(InterceptorStage.LIMITS)
public final class CallLimiter implements BuiltInInterceptor {

    /** The name of the bean; one of the application takes its place. */
    public static final String BEAN = "io.mcpspring.callLimiter";

    private final LimitSettings settings;

    private final Refusals refusals;

    private final Rates rates;

    /** The number of running calls, by what a limit applies to. */
    private final Map<Object, Integer> running = new ConcurrentHashMap<>();

    public CallLimiter(LimitSettings settings, Refusals refusals, Rates rates) {
        this.settings = settings;
        this.refusals = refusals;
        this.rates = rates;
    }

    private record EntryKey(McpInvocation.Kind kind, String name) {}

    /**
     * A limit of running calls.
     *
     * @param key what it applies to; the settings stand for all calls
     * @param text the answer to a call beyond it
     */
    private record Concurrency(Object key, int calls, String text) {}

    @Override
    public Mono<McpResult> intercept(Invocation<?, ?> invocation, Chain chain) {
        CallLimits own = settings.of(invocation);
        return own.equals(CallLimits.NONE) && settings.isUnlimited()
                ? chain.proceed(invocation)
                : Mono.defer(() -> limited(invocation, own, chain));
    }

    private Mono<McpResult> limited(Invocation<?, ?> invocation, CallLimits own, Chain chain) {
        String caller = caller(invocation.exchange().context(), own);
        EntryKey entry = new EntryKey(invocation.kind(), LimitSettings.entry(invocation));
        List<Concurrency> limits = limits(entry, caller, own.maxConcurrency());
        List<Rate> applied = rates(entry, own.rate());
        return applied.isEmpty()
                ? entered(invocation, limits, chain)
                : rates.take(caller, applied)
                        .flatMap(wait -> wait.isZero()
                                ? entered(invocation, limits, chain)
                                : refused(invocation, "Too many calls. Try again in " + Rates.seconds(wait) + " s."));
    }

    private Mono<McpResult> entered(Invocation<?, ?> invocation, List<Concurrency> limits, Chain chain) {
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
    private String caller(CallContext request, CallLimits own) {
        boolean counted = own.rate() != null || settings.rate() != null || settings.maxConcurrencyPerCaller() != null;
        return counted ? CallerKeys.text(request.userId(), request.attribute(InetSocketAddress.class)) : "";
    }

    private List<Rate> rates(EntryKey entry, CallLimits.@Nullable Rate ofEntry) {
        List<Rate> all = new ArrayList<>(0);
        if (settings.rate() != null) {
            all.add(Rates.named("calls", settings.rate()));
        }
        if (ofEntry != null) {
            all.add(Rates.named(entry.kind() + " " + entry.name(), ofEntry));
        }
        return all;
    }

    private List<Concurrency> limits(EntryKey entry, String caller, @Nullable Integer ofEntry) {
        List<Concurrency> limits = new ArrayList<>(0);
        if (ofEntry != null) {
            limits.add(new Concurrency(
                    entry, ofEntry, "Too many calls of '" + entry.name() + "' are running. Try again in a moment."));
        }
        if (settings.maxConcurrencyPerCaller() != null) {
            limits.add(new Concurrency(
                    caller,
                    settings.maxConcurrencyPerCaller(),
                    "Too many of your calls are running. Wait until one of them has ended."));
        }
        if (settings.maxConcurrency() != null) {
            limits.add(
                    new Concurrency(settings, settings.maxConcurrency(), "The server is busy. Try again in a moment."));
        }
        return limits;
    }

    private boolean enter(Concurrency limit) {
        AtomicBoolean entered = new AtomicBoolean();
        running.compute(limit.key(), (key, number) -> {
            int before = number == null ? 0 : number;
            entered.set(before < limit.calls());
            return entered.get() ? Integer.valueOf(before + 1) : number;
        });
        return entered.get();
    }

    // What is idle has no entry, so that the map stays as small as the number of running calls.
    private void leave(Concurrency limit) {
        running.computeIfPresent(limit.key(), (key, number) -> number == 1 ? null : number - 1);
    }

    private Mono<McpResult> refused(Invocation<?, ?> invocation, String text) {
        refusals.report(Refusals.Reason.LIMIT, invocation.exchange().context(), text);
        return invocation.refused(text);
    }
}
