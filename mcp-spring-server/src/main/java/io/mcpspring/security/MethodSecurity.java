package io.mcpspring.security;

import io.mcpspring.Internal;
import io.mcpspring.entry.EntryRule;
import io.mcpspring.entry.EntryRules;
import io.mcpspring.entry.McpAccessDecision;
import io.mcpspring.entry.McpAccessRule;
import io.mcpspring.entry.McpEntry;
import io.mcpspring.method.BeanMethod;
import io.mcpspring.method.BoundMethod;
import io.mcpspring.method.McpInvocation;
import io.mcpspring.protocol.RequestMethod;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.security.authentication.AuthenticationTrustResolver;
import org.springframework.security.authentication.AuthenticationTrustResolverImpl;
import org.springframework.security.authorization.method.AuthorizationAdvisor;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.annotation.AnnotationTemplateExpressionDefaults;
import org.springframework.security.core.annotation.SecurityAnnotationScanner;
import org.springframework.security.core.annotation.SecurityAnnotationScanners;
import org.springframework.security.core.context.SecurityContextHolderStrategy;
import org.springframework.util.ClassUtils;
import reactor.core.publisher.Mono;

/** Method security on the methods of entries, which also decides who sees the entries. */
@Internal
public final class MethodSecurity implements EntryRules, BoundMethod.Security {

    private static final Set<String> SUBSCRIPTIONS =
            Set.of(RequestMethod.SUBSCRIBE.value(), RequestMethod.LISTEN.value());

    private static final AuthenticationTrustResolver TRUST = new AuthenticationTrustResolverImpl();

    private final MethodAdvisors advisors;

    private final SecurityAnnotationScanner<PreAuthorize> expressions;

    private final boolean listsUndecided;

    private final Supplier<SecurityContextHolderStrategy> holder;

    /**
     * @param templates how the application fills templates in annotations
     * @param listsUndecided whether entries are listed about which a decision is possible only at their use
     * @param holder holds the security context that the advisors read
     */
    public MethodSecurity(
            MethodAdvisors advisors,
            AnnotationTemplateExpressionDefaults templates,
            boolean listsUndecided,
            Supplier<SecurityContextHolderStrategy> holder) {
        this.advisors = advisors;
        this.expressions = SecurityAnnotationScanners.requireUnique(PreAuthorize.class, templates);
        this.listsUndecided = listsUndecided;
        this.holder = holder;
    }

    @Override
    public @Nullable EntryRule of(McpEntry entry) {
        BeanMethod method = entry.method();
        List<AuthorizationAdvisor> deciding = advisors.matching(method).stream()
                .filter(SecurityAnnotation::decides)
                .toList();
        List<AuthorizationAdvisor> before =
                deciding.stream().filter(SecurityAnnotation::decidesBefore).toList();
        PreAuthorize annotation = expressions.scan(method.method(), method.beanClass());
        AuthorizationExpression expression = AuthorizationExpression.of(annotation == null ? "" : annotation.value());
        boolean undecided = expression.needsCall() && !before.isEmpty();
        McpAccessRule rule = undecided
                ? undecided(new AskedMethod(method, withoutExpression(before), false, holder))
                : new AskedMethod(method, before, expression.mayBlock(), holder);
        if (entry.kind() == McpInvocation.Kind.RESOURCE && (undecided || before.size() < deciding.size())) {
            return new EntryRule(name(deciding, method), withoutSubscriptions(rule));
        }
        return before.isEmpty() ? null : new EntryRule(name(deciding, method), rule);
    }

    private static List<AuthorizationAdvisor> withoutExpression(List<AuthorizationAdvisor> before) {
        return before.stream()
                .filter(advisor -> SecurityAnnotation.enforcedBy(advisor) != SecurityAnnotation.PRE_AUTHORIZE)
                .toList();
    }

    /**
     * Returns the rule for a method whose expression decides when it is called: the entry exists for callers who are
     * authenticated, if the other annotations permit it.
     */
    private McpAccessRule undecided(McpAccessRule others) {
        return (entry, request) -> request.principal().orElse(null) instanceof Authentication caller
                        && TRUST.isAuthenticated(caller)
                        && (listsUndecided || !isList(request.method()))
                ? others.decide(entry, request)
                : Mono.just(McpAccessDecision.hidden());
    }

    // No call follows the completion of an argument.
    private static boolean isList(String method) {
        return method.endsWith("/list") || method.equals(RequestMethod.COMPLETE.value());
    }

    /** Returns the rule for a resource about which only calls decide: none follows a subscription. */
    private static McpAccessRule withoutSubscriptions(McpAccessRule other) {
        return (entry, request) -> SUBSCRIPTIONS.contains(request.method())
                ? Mono.just(McpAccessDecision.hidden())
                : other.decide(entry, request);
    }

    /** Returns the annotations as they are in the code, and the classes of advisors that decide without one. */
    private static String name(List<AuthorizationAdvisor> deciding, BeanMethod method) {
        return deciding.stream()
                .map(advisor -> {
                    SecurityAnnotation annotation = SecurityAnnotation.enforcedBy(advisor);
                    return annotation == null ? ClassUtils.getUserClass(advisor).getName() : annotation.textOn(method);
                })
                .distinct()
                .collect(Collectors.joining(" "));
    }

    @Override
    public void requireEnforced(BeanMethod method) {
        advisors.requireEnforced(method);
    }

    @Override
    public boolean isDenial(Throwable failure, BeanMethod method) {
        return AskedMethod.isDenial(failure) && !advisors.matching(method).isEmpty();
    }
}
