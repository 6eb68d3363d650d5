package io.mcpspring.limit;

import io.mcpspring.Internal;
import io.mcpspring.exchange.CallContext;
import io.mcpspring.method.BuiltInInterceptor;
import io.mcpspring.method.InterceptorStage;
import io.mcpspring.method.Invocation;
import io.mcpspring.method.McpInvocation;
import io.mcpspring.protocol.McpResult;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import reactor.core.publisher.Mono;

/** Refuses calls while too many others are running: of the server, of their caller, or of their entry. */
@Internal
public final class ConcurrentCalls implements BuiltInInterceptor {

    private final LimitSettings settings;

    private final CallerKeys callers;

    private final RefusedCalls refused;

    /** The number of running calls, by what a limit applies to. */
    private final Map<Object, Integer> running = new ConcurrentHashMap<>();

    public ConcurrentCalls(LimitSettings settings, CallerKeys callers, RefusedCalls refused) {
        this.settings = settings;
        this.callers = callers;
        this.refused = refused;
    }

    private enum Whole {
        SERVER
    }

    private record Entry(McpInvocation.Kind kind, String name) {}

    /**
     * A limit of a call.
     *
     * @param key what it applies to
     * @param text the answer to a call beyond it
     */
    private record Limit(Object key, int calls, String text) {}

    @Override
    public InterceptorStage stage() {
        return InterceptorStage.LIMITS;
    }

    @Override
    public Mono<McpResult> intercept(McpInvocation invocation, Chain chain) {
        List<Limit> limits = limits((Invocation<?, ?>) invocation);
        return limits.isEmpty()
                ? chain.proceed(invocation)
                : Mono.defer(() -> limited((Invocation<?, ?>) invocation, limits, chain));
    }

    private List<Limit> limits(Invocation<?, ?> invocation) {
        List<Limit> limits = new ArrayList<>(0);
        Integer ofEntry = settings.of(invocation).maxConcurrency();
        if (ofEntry != null) {
            String name = LimitSettings.entry(invocation);
            limits.add(new Limit(
                    new Entry(invocation.kind(), name),
                    ofEntry,
                    "Too many calls of '" + name + "' are running. Try again in a moment."));
        }
        if (settings.maxConcurrencyPerCaller() != null) {
            CallContext request = invocation.exchange().context();
            limits.add(new Limit(
                    callers.of(request.user(), request.attribute(InetSocketAddress.class)),
                    settings.maxConcurrencyPerCaller(),
                    "Too many of your calls are running. Wait until one of them has ended."));
        }
        if (settings.maxConcurrency() != null) {
            limits.add(
                    new Limit(Whole.SERVER, settings.maxConcurrency(), "The server is busy. Try again in a moment."));
        }
        return limits;
    }

    private Mono<McpResult> limited(Invocation<?, ?> invocation, List<Limit> limits, Chain chain) {
        for (int i = 0; i < limits.size(); i++) {
            if (!enter(limits.get(i))) {
                limits.subList(0, i).forEach(this::leave);
                return refused.answer(invocation, limits.get(i).text());
            }
        }
        // Left before the result is emitted: a client that has it may make its next call.
        return Mono.using(() -> limits, entered -> chain.proceed(invocation), entered -> entered.forEach(this::leave));
    }

    private boolean enter(Limit limit) {
        while (true) {
            Integer number = running.get(limit.key());
            if (number == null) {
                if (running.putIfAbsent(limit.key(), 1) == null) {
                    return true;
                }
            } else if (number >= limit.calls()) {
                return false;
            } else if (running.replace(limit.key(), number, number + 1)) {
                return true;
            }
        }
    }

    // What is idle has no entry, so that the map stays as small as the number of running calls.
    private void leave(Limit limit) {
        running.computeIfPresent(limit.key(), (key, number) -> number == 1 ? null : number - 1);
    }
}
