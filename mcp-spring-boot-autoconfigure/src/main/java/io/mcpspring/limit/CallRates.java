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
        Duration wait = waitOfCaller(caller);
        if (wait.isZero() && ofEntry != null) {
            wait = buckets.take(new EntryOfCaller(invocation.kind(), LimitSettings.entry(invocation), caller), ofEntry);
            if (!wait.isZero() && settings.rate() != null) {
                buckets.giveBack(caller, settings.rate());
            }
        }
        return wait.isZero()
                ? chain.proceed(invocation)
                : refused.answer(invocation, "Too many calls. Try again in " + seconds(wait) + " s.");
    }

    private Duration waitOfCaller(String caller) {
        return settings.rate() == null ? Duration.ZERO : buckets.take(caller, settings.rate());
    }

    /** Returns the time in seconds, rounded up. */
    static long seconds(Duration wait) {
        return wait.plusSeconds(1).minusNanos(1).toSeconds();
    }
}
