package io.mcpspring.security;

import io.mcpspring.entry.McpAccessDecision;
import io.mcpspring.entry.McpAccessRule;
import io.mcpspring.entry.McpEntry;
import io.mcpspring.exchange.McpRequestContext;
import io.mcpspring.method.BeanMethod;
import io.mcpspring.method.UserTask;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.springframework.aop.framework.ReflectiveMethodInvocation;
import org.springframework.core.KotlinDetector;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.core.ReactiveAdapter;
import org.springframework.core.ReactiveAdapterRegistry;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.authorization.method.AuthorizationAdvisor;
import org.springframework.security.concurrent.DelegatingSecurityContextCallable;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.core.context.SecurityContext;
import org.springframework.security.core.context.SecurityContextHolderStrategy;
import reactor.core.publisher.Mono;

/**
 * Asks the advisors of a method whether they would let the caller pass, by a call without arguments that ends where the
 * method would begin.
 *
 * @param advisors the advisors that decide before the method is called, and without its arguments
 * @param mayBlock whether their decision may block
 * @param holder holds the security context that they read
 */
record AskedMethod(
        BeanMethod method,
        List<AuthorizationAdvisor> advisors,
        boolean mayBlock,
        Supplier<SecurityContextHolderStrategy> holder)
        implements McpAccessRule {

    private static final RuntimeException PASSED = new RuntimeException(null, null, false, false) {};

    @Override
    public Mono<McpAccessDecision> decide(McpEntry entry, McpRequestContext request) {
        SecurityContextHolderStrategy strategy = holder.get();
        DelegatingSecurityContextCallable<Mono<?>> question = new DelegatingSecurityContextCallable<>(
                this::ask, request.attribute(SecurityContext.class).orElseGet(strategy::createEmptyContext));
        question.setSecurityContextHolderStrategy(strategy);
        // Advisors that return a value have replaced the result of the method.
        return (mayBlock ? UserTask.blocking(question) : Mono.fromCallable(question))
                .flatMap(Function.identity())
                .then(Mono.just(McpAccessDecision.hidden()))
                .onErrorResume(AskedMethod::decision);
    }

    private Mono<?> ask() {
        try {
            Object returned = new Question(method, advisors).proceed();
            ReactiveAdapter adapter =
                    ReactiveAdapterRegistry.getSharedInstance().getAdapter(null, returned);
            return adapter == null || returned == null ? Mono.empty() : Mono.from(adapter.toPublisher(returned));
        } catch (Throwable failure) {
            return Mono.error(failure);
        }
    }

    private static Mono<McpAccessDecision> decision(Throwable failure) {
        if (failure == PASSED) {
            return Mono.just(McpAccessDecision.granted());
        }
        return isDenial(failure) ? Mono.just(McpAccessDecision.hidden()) : Mono.error(failure);
    }

    /** Whether method security has refused the caller. */
    static boolean isDenial(Throwable failure) {
        // The evaluation of an expression fails with another exception if there is no authentication.
        Throwable reason = failure instanceof IllegalArgumentException
                ? NestedExceptionUtils.getMostSpecificCause(failure)
                : failure;
        return reason instanceof AccessDeniedException || reason instanceof AuthenticationException;
    }

    private static final class Question extends ReflectiveMethodInvocation {

        Question(BeanMethod method, List<AuthorizationAdvisor> advisors) {
            super(
                    method,
                    null,
                    method.method(),
                    // Expressions leave the last argument of a suspending function out.
                    new Object[KotlinDetector.isSuspendingFunction(method.method()) ? 1 : 0],
                    method.beanClass(),
                    List.copyOf(advisors));
        }

        @Override
        protected Object invokeJoinpoint() {
            throw PASSED;
        }
    }
}
