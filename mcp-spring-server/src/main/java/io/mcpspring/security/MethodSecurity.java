package io.mcpspring.security;

import io.mcpspring.Internal;
import io.mcpspring.entry.EntryRule;
import io.mcpspring.entry.EntryRules;
import io.mcpspring.entry.McpAccessRule;
import io.mcpspring.entry.McpEntry;
import io.mcpspring.method.BeanMethod;
import io.mcpspring.method.BoundMethod;
import io.mcpspring.method.McpInvocation;
import java.util.List;
import java.util.function.Supplier;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.security.core.context.SecurityContextHolderStrategy;

/** Method security on the methods of entries, which also decides who sees the entries. */
@Internal
public final class MethodSecurity implements EntryRules, BoundMethod.Security {

    private static final Log logger = LogFactory.getLog(MethodSecurity.class);

    private final MethodAdvisors advisors;

    private final AuthorizationExpressions expressions;

    private final boolean listsUndecided;

    private final Supplier<SecurityContextHolderStrategy> holder;

    /**
     * @param listsUndecided whether entries are listed about which a decision is possible only at their use
     * @param holder holds the security context that the advisors read
     */
    public MethodSecurity(
            MethodAdvisors advisors,
            AuthorizationExpressions expressions,
            boolean listsUndecided,
            Supplier<SecurityContextHolderStrategy> holder) {
        this.advisors = advisors;
        this.expressions = expressions;
        this.listsUndecided = listsUndecided;
        this.holder = holder;
    }

    @Override
    public @Nullable EntryRule of(McpEntry entry) {
        BeanMethod method = entry.method();
        List<MethodAdvisor> deciding = advisors.matching(method).stream()
                .filter(MethodAdvisor::decides)
                .toList();
        if (deciding.isEmpty()) {
            return null;
        }
        List<MethodAdvisor> before =
                deciding.stream().filter(MethodAdvisor::decidesBefore).toList();
        String dependent = before.isEmpty() ? null : expressions.dependentOnArguments(method);
        McpAccessRule decided = dependent == null
                ? new ProbedMethod(method, before, !before.isEmpty() && expressions.mayBlock(method), holder)
                : undecided(entry, dependent, before);
        if (entry.kind() == McpInvocation.Kind.RESOURCE && (dependent != null || before.size() < deciding.size())) {
            return new EntryRule(DecidingAnnotations.of(method, deciding), new UnsubscribableResource(decided));
        }
        return before.isEmpty() ? null : new EntryRule(DecidingAnnotations.of(method, before), decided);
    }

    private UndecidedMethod undecided(McpEntry entry, String expression, List<MethodAdvisor> before) {
        if (!listsUndecided) {
            logger.warn(entry + " is not listed, because its expression '" + expression
                    + "' needs the arguments of a call: set mcp.server.security.list-undecided to true to list it");
        }
        List<MethodAdvisor> independent = before.stream()
                .filter(advisor -> !advisor.enforces(PreAuthorize.class))
                .toList();
        return new UndecidedMethod(listsUndecided, new ProbedMethod(entry.method(), independent, false, holder));
    }

    @Override
    public void requireEnforced(BeanMethod method) {
        advisors.requireEnforced(method);
    }

    @Override
    public boolean isDenial(Throwable failure, BeanMethod method) {
        return ProbedMethod.isDenial(failure) && !advisors.matching(method).isEmpty();
    }
}
