package io.mcpspring.security;

import io.mcpspring.Internal;
import io.mcpspring.annotation.McpComplete;
import io.mcpspring.entry.EntryRule;
import io.mcpspring.entry.EntryRules;
import io.mcpspring.entry.McpAccessDecision;
import io.mcpspring.entry.McpEntry;
import io.mcpspring.exchange.McpRequestContext;
import io.mcpspring.method.BeanMethod;
import io.mcpspring.method.BoundMethod;
import io.mcpspring.method.McpInvocation;
import io.mcpspring.method.UserTask;
import io.mcpspring.protocol.RequestMethod;
import java.lang.annotation.Annotation;
import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.core.KotlinDetector;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.core.ReactiveAdapter;
import org.springframework.core.ReactiveAdapterRegistry;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.security.authentication.AuthenticationTrustResolver;
import org.springframework.security.authentication.AuthenticationTrustResolverImpl;
import org.springframework.security.authorization.method.AuthorizationAdvisor;
import org.springframework.security.concurrent.DelegatingSecurityContextCallable;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.core.context.SecurityContext;
import org.springframework.security.core.context.SecurityContextHolderStrategy;
import org.springframework.security.util.SimpleMethodInvocation;
import org.springframework.util.ClassUtils;
import reactor.core.publisher.Mono;

/**
 * Method security on the methods of entries, which also decides who sees the entries.
 *
 * @param listsUndecided whether entries are listed about which a decision is possible only at their use
 * @param holder holds the security context that the advisors read
 */
@Internal
public record MethodSecurity(
        MethodAdvisors advisors, boolean listsUndecided, Supplier<SecurityContextHolderStrategy> holder)
        implements EntryRules, BoundMethod.Security {

    private static final Set<String> SUBSCRIPTIONS =
            Set.of(RequestMethod.SUBSCRIBE.value(), RequestMethod.LISTEN.value());

    private static final Pattern LITERALS = Pattern.compile("'[^']*'|\"[^\"]*\"");

    /** An argument of the call, or the bean. */
    private static final Pattern ARGUMENTS = Pattern.compile("#|\\bthis\\b");

    /** A bean, and a call that is not one of the functions of Spring Security that only look at the authentication. */
    private static final Pattern BLOCKING = Pattern.compile("@|\\b(?!(has(Any|All)?(Roles?|Authority|Authorities)"
            + "|is(Anonymous|Authenticated|FullyAuthenticated|RememberMe)|permitAll|denyAll|and|or|not)\\b)"
            + "\\w+\\s*\\(");

    private static final Set<SecurityAnnotation> DECIDING_BEFORE =
            EnumSet.of(SecurityAnnotation.PRE_AUTHORIZE, SecurityAnnotation.SECURED, SecurityAnnotation.JSR250);

    /** Ends an evaluation without a call where the method would begin: all advisors before it have granted access. */
    private static final RuntimeException METHOD_REACHED = new RuntimeException(null, null, false, false) {};

    private static final AuthenticationTrustResolver TRUST = new AuthenticationTrustResolverImpl();

    /** Returns a rule for each advisor, with the name of its annotation, or of its class. */
    @Override
    public List<EntryRule> of(McpEntry entry) {
        return advisors.matching(entry.method()).stream()
                .flatMap(advisor -> Stream.ofNullable(rule(advisor, SecurityAnnotation.enforcedBy(advisor), entry)))
                .toList();
    }

    private @Nullable EntryRule rule(AuthorizationAdvisor advisor, @Nullable SecurityAnnotation kind, McpEntry entry) {
        Annotation annotation = kind == null ? null : kind.on(entry.method());
        String name = annotation == null
                ? ClassUtils.getUserClass(advisor).getName()
                : SecurityAnnotation.describe(annotation);
        String expression = expression(annotation);
        if (decidesBefore(kind, expression)) {
            boolean mayBlock = BLOCKING.matcher(expression).find();
            return new EntryRule(
                    name, (same, request) -> ask(advisor, entry.method().method(), mayBlock, request));
        }
        boolean needsCall = needsCall(expression);
        // The advisor decides at each call. A subscription to a resource has no call at which it could decide.
        return needsCall || entry.kind() == McpInvocation.Kind.RESOURCE
                ? new EntryRule(name, (same, request) -> Mono.just(withoutCall(same, request, needsCall)))
                : null;
    }

    /** Whether an advisor can decide about an entry before its method is called. */
    private static boolean decidesBefore(@Nullable SecurityAnnotation kind, String expression) {
        return DECIDING_BEFORE.contains(kind) && !needsCall(expression);
    }

    private static boolean needsCall(String expression) {
        return ARGUMENTS.matcher(expression).find();
    }

    private static String expression(@Nullable Annotation annotation) {
        return annotation instanceof PreAuthorize before
                ? LITERALS.matcher(before.value()).replaceAll("''")
                : "";
    }

    /**
     * Returns the decision about an entry about which only its call can decide.
     *
     * @param byExpression whether its expression mentions an argument of the call, or the bean
     */
    private McpAccessDecision withoutCall(McpEntry entry, McpRequestContext request, boolean byExpression) {
        boolean subscribes = entry.kind() == McpInvocation.Kind.RESOURCE && SUBSCRIPTIONS.contains(request.method());
        // No call follows the completion of an argument.
        boolean lists = request.method().endsWith("/list") || request.method().equals(RequestMethod.COMPLETE.value());
        boolean shown = listsUndecided || !lists;
        return subscribes || byExpression && !(shown && isAuthenticated(request))
                ? McpAccessDecision.hidden()
                : McpAccessDecision.granted();
    }

    private static boolean isAuthenticated(McpRequestContext request) {
        return request.principal().orElse(null) instanceof Authentication caller && TRUST.isAuthenticated(caller);
    }

    /** Asks an advisor by a call without arguments that ends where the method would begin. */
    private Mono<McpAccessDecision> ask(
            AuthorizationAdvisor advisor, Method method, boolean mayBlock, McpRequestContext request) {
        SecurityContextHolderStrategy strategy = holder.get();
        DelegatingSecurityContextCallable<Mono<?>> question = new DelegatingSecurityContextCallable<>(
                () -> ask(advisor, method),
                request.attribute(SecurityContext.class).orElseGet(strategy::createEmptyContext));
        question.setSecurityContextHolderStrategy(strategy);
        // An advisor that returns a value has replaced the result of the method.
        return (mayBlock ? UserTask.blocking(question) : Mono.fromCallable(question))
                .flatMap(Function.identity())
                .then(Mono.just(McpAccessDecision.hidden()))
                .onErrorReturn(METHOD_REACHED::equals, McpAccessDecision.granted())
                .onErrorReturn(MethodSecurity::isDenial, McpAccessDecision.hidden());
    }

    private static Mono<?> ask(AuthorizationAdvisor advisor, Method method) {
        // Expressions leave the last argument of a suspending function out.
        Object[] arguments = new Object[KotlinDetector.isSuspendingFunction(method) ? 1 : 0];
        try {
            Object returned = advisor.invoke(new SimpleMethodInvocation(null, method, arguments) {

                @Override
                public Object proceed() {
                    throw METHOD_REACHED;
                }

                @Override
                public AccessibleObject getStaticPart() {
                    return method;
                }
            });
            ReactiveAdapter adapter =
                    ReactiveAdapterRegistry.getSharedInstance().getAdapter(null, returned);
            return adapter == null ? Mono.empty() : Mono.from(adapter.toPublisher(returned));
        } catch (Throwable failure) {
            return Mono.error(failure);
        }
    }

    @Override
    public void requireEnforced(BeanMethod method) {
        advisors.requireEnforced(method);
    }

    @Override
    public boolean isDenial(Throwable failure, BeanMethod method) {
        return isDenial(failure)
                && Arrays.stream(failure.getStackTrace()).noneMatch(frame -> isOf(method.method(), frame))
                && advisors.matching(method).stream().anyMatch(advisor -> decidesAtCall(advisor, method));
    }

    private static boolean isOf(Method method, StackTraceElement frame) {
        return frame.getMethodName().equals(method.getName())
                && frame.getClassName().equals(method.getDeclaringClass().getName());
    }

    /** Whether an advisor decides when the method is called; the rules of the entry have asked all others before. */
    private static boolean decidesAtCall(AuthorizationAdvisor advisor, BeanMethod method) {
        SecurityAnnotation kind = SecurityAnnotation.enforcedBy(advisor);
        // The rules of an entry do not ask the advisors of a method that completes its arguments.
        return kind == null
                || AnnotatedElementUtils.hasAnnotation(method.method(), McpComplete.class)
                || !decidesBefore(kind, expression(kind.on(method)));
    }

    private static boolean isDenial(Throwable failure) {
        // The evaluation of an expression fails with another exception if there is no authentication.
        Throwable reason = failure instanceof IllegalArgumentException
                ? NestedExceptionUtils.getMostSpecificCause(failure)
                : failure;
        return reason instanceof AccessDeniedException || reason instanceof AuthenticationException;
    }
}
