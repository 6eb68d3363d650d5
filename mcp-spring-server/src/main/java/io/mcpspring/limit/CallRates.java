package io.mcpspring.limit;

import io.mcpspring.Internal;
import io.mcpspring.exchange.CallContext;
import io.mcpspring.method.BuiltInInterceptor;
import io.mcpspring.method.CallLimits;
import io.mcpspring.method.InterceptorStage;
import io.mcpspring.method.Invocation;
import io.mcpspring.method.McpInvocation;
import io.mcpspring.protocol.McpResult;
import java.net.InetSocketAddress;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/** Refuses calls beyond the rates of their caller. */
@Internal
public final class CallRates implements BuiltInInterceptor {

    private final LimitSettings settings;

    private final CallerKeys callers;

    private final RefusedCalls refused;

    private final Buckets buckets = new Buckets();

    public CallRates(LimitSettings settings, CallerKeys callers, RefusedCalls refused) {
        this.settings = settings;
        this.callers = callers;
        this.refused = refused;
    }

    /** A rate of a caller for one entry. */
    private record EntryOfCaller(McpInvocation.Kind kind, String entry, String caller) {}

    @Override
    public InterceptorStage stage() {
        return InterceptorStage.LIMITS;
    }

    @Override
    public Mono<McpResult> intercept(McpInvocation invocation, Chain chain) {
        CallLimits.Rate ofEntry = settings.of(invocation).rate();
        return ofEntry == null && settings.rate() == null
                ? chain.proceed(invocation)
                : Mono.defer(() -> limited((Invocation<?, ?>) invocation, ofEntry, chain));
    }

    private Mono<McpResult> limited(Invocation<?, ?> invocation, CallLimits.@Nullable Rate ofEntry, Chain chain) {
        CallContext request = invocation.exchange().context();
        String caller = callers.of(request.user(), request.attribute(InetSocketAddress.class));
        Duration wait =
                take(caller, new EntryOfCaller(invocation.kind(), LimitSettings.entry(invocation), caller), ofEntry);
        return wait.isZero()
                ? chain.proceed(invocation)
                : refused.answer(invocation, "Too many calls. Try again in " + seconds(wait) + " s.");
    }

    /** Takes one call of both rates, or of none; returns zero, or the time until both allow a call. */
    private Duration take(String caller, EntryOfCaller entry, CallLimits.@Nullable Rate ofEntry) {
        CallLimits.Rate ofCaller = settings.rate();
        Duration waitOfCaller = ofCaller == null ? Duration.ZERO : buckets.take(caller, ofCaller);
        if (ofEntry == null) {
            return waitOfCaller;
        }
        if (!waitOfCaller.isZero()) {
            Duration waitOfEntry = buckets.estimate(entry, ofEntry);
            return waitOfEntry.compareTo(waitOfCaller) > 0 ? waitOfEntry : waitOfCaller;
        }
        Duration waitOfEntry = buckets.take(entry, ofEntry);
        if (!waitOfEntry.isZero() && ofCaller != null) {
            buckets.giveBack(caller, ofCaller);
        }
        return waitOfEntry;
    }

    /** Returns the time in seconds, rounded up. */
    static long seconds(Duration wait) {
        return wait.plusSeconds(1).minusNanos(1).toSeconds();
    }
}
