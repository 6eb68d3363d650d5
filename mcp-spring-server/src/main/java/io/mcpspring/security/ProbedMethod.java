package io.mcpspring.security;

import io.mcpspring.entry.McpAccessDecision;
import io.mcpspring.entry.McpAccessRule;
import io.mcpspring.entry.McpEntry;
import io.mcpspring.exchange.McpRequestContext;
import io.mcpspring.method.BeanMethod;
import io.mcpspring.server.BlockingWork;
import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Array;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.core.KotlinDetector;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.core.ReactiveAdapter;
import org.springframework.core.ReactiveAdapterRegistry;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.concurrent.DelegatingSecurityContextCallable;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.core.context.SecurityContext;
import org.springframework.security.core.context.SecurityContextHolderStrategy;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Asks the advisors of a method whether they would let the caller pass, without calling the method. The method is
 * replaced by a marker; only if the very marker comes back, the caller passes.
 */
final class ProbedMethod implements McpAccessRule {

    private static final Object MARKER = new Object();

    private final BeanMethod method;

    private final List<MethodAdvisor> advisors;

    private final @Nullable Object[] arguments;

    private final @Nullable ReactiveAdapter adapter;

    private final boolean mayBlock;

    private final Supplier<SecurityContextHolderStrategy> holder;

    /**
     * @param advisors the advisors that decide before the method is called
     * @param mayBlock whether their decision may block
     * @param holder holds the security context that they read
     */
    ProbedMethod(
            BeanMethod method,
            List<MethodAdvisor> advisors,
            boolean mayBlock,
            Supplier<SecurityContextHolderStrategy> holder) {
        this.method = method;
        this.advisors = advisors;
        this.mayBlock = mayBlock;
        this.holder = holder;
        this.arguments = Arrays.stream(method.method().getParameterTypes())
                .map(type -> type.isPrimitive() ? Array.get(Array.newInstance(type, 1), 0) : null)
                .toArray();
        ReactiveAdapterRegistry adapters = ReactiveAdapterRegistry.getSharedInstance();
        this.adapter = KotlinDetector.isSuspendingFunction(method.method())
                ? adapters.getAdapter(Mono.class)
                : adapters.getAdapter(method.method().getReturnType());
    }

    @Override
    public Mono<McpAccessDecision> decide(McpEntry entry, McpRequestContext request) {
        SecurityContext caller = request.attribute(SecurityContext.class)
                .orElseGet(() -> holder.get().createEmptyContext());
        return mayBlock ? BlockingWork.interruptible(Mono.defer(() -> decide(caller))) : decide(caller);
    }

    // The evaluation of an expression fails with another exception if it needs an authentication and there is none.
    static boolean isDenial(Throwable failure) {
        Throwable reason = failure instanceof IllegalArgumentException
                ? NestedExceptionUtils.getMostSpecificCause(failure)
                : failure;
        return reason instanceof AccessDeniedException || reason instanceof AuthenticationException;
    }

    private Mono<McpAccessDecision> decide(SecurityContext caller) {
        if (advisors.size() == 1) {
            return decide(advisors.get(0), caller);
        }
        return Flux.fromIterable(advisors)
                .concatMap(advisor -> decide(advisor, caller))
                .all(McpAccessDecision.granted()::equals)
                .map(ProbedMethod::decision);
    }

    private Mono<McpAccessDecision> decide(MethodAdvisor advisor, SecurityContext caller) {
        Probe probe = new Probe();
        Object result;
        try {
            result = call(() -> Optional.ofNullable(advisor.invoke(probe)), caller)
                    .orElse(null);
        } catch (Exception failure) {
            return isDenial(failure) ? Mono.just(decision(false)) : Mono.error(failure);
        }
        if (result == probe.outcome || adapter == null || result == null) {
            return Mono.just(decision(result == probe.outcome));
        }
        return Mono.from(adapter.toPublisher(result))
                .map(value -> decision(MARKER.equals(value)))
                .defaultIfEmpty(decision(false))
                .onErrorResume(ProbedMethod::isDenial, denied -> Mono.just(decision(false)));
    }

    private <T> T call(Callable<T> probe, SecurityContext caller) throws Exception {
        DelegatingSecurityContextCallable<T> delegating = new DelegatingSecurityContextCallable<>(probe, caller);
        delegating.setSecurityContextHolderStrategy(holder.get());
        return delegating.call();
    }

    private static McpAccessDecision decision(boolean passes) {
        return passes ? McpAccessDecision.granted() : McpAccessDecision.hidden();
    }

    /** A call without arguments, which ends with the marker. */
    private final class Probe implements MethodInvocation {

        private final Object outcome = adapter == null ? MARKER : adapter.fromPublisher(Mono.just(MARKER));

        @Override
        public Method getMethod() {
            return method.method();
        }

        @Override
        public @Nullable Object[] getArguments() {
            return arguments.clone();
        }

        @Override
        public Object proceed() {
            return outcome;
        }

        @Override
        public @Nullable Object getThis() {
            // A bean of another scope would be created for each question.
            if (!method.isSingleton()) {
                return null;
            }
            Object target = AopProxyUtils.getSingletonTarget(method.bean());
            Object bean = target != null ? target : method.bean();
            // The class of a JDK proxy, such as one of another scope, has no annotations.
            return Proxy.isProxyClass(bean.getClass()) ? null : bean;
        }

        @Override
        public AccessibleObject getStaticPart() {
            return method.method();
        }
    }
}
