package io.mcpspring.security;

import io.mcpspring.Internal;
import io.mcpspring.method.BeanMethod;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.springframework.expression.ParseException;
import org.springframework.expression.spel.SpelNode;
import org.springframework.expression.spel.ast.BeanReference;
import org.springframework.expression.spel.ast.ConstructorReference;
import org.springframework.expression.spel.ast.MethodReference;
import org.springframework.expression.spel.ast.TypeReference;
import org.springframework.expression.spel.ast.VariableReference;
import org.springframework.expression.spel.standard.SpelExpressionParser;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.security.core.annotation.AnnotationTemplateExpressionDefaults;
import org.springframework.security.core.annotation.SecurityAnnotationScanner;
import org.springframework.security.core.annotation.SecurityAnnotationScanners;

/** What the expressions of {@code @PreAuthorize} need for their evaluation. */
@Internal
public final class AuthorizationExpressions {

    /** The functions of Spring Security that only look at the authentication. */
    private static final Set<String> WITHOUT_WAITING = Set.of(
            "hasAuthority",
            "hasAnyAuthority",
            "hasAllAuthorities",
            "hasRole",
            "hasAnyRole",
            "hasAllRoles",
            "permitAll",
            "denyAll",
            "isAnonymous",
            "isAuthenticated",
            "isFullyAuthenticated",
            "isRememberMe");

    private final SpelExpressionParser parser = new SpelExpressionParser();

    private final SecurityAnnotationScanner<PreAuthorize> annotations;

    /** @param templates how the application fills templates in annotations; {@code null} if it does not */
    public AuthorizationExpressions(@Nullable AnnotationTemplateExpressionDefaults templates) {
        this.annotations = templates == null
                ? SecurityAnnotationScanners.requireUnique(PreAuthorize.class)
                : SecurityAnnotationScanners.requireUnique(PreAuthorize.class, templates);
    }

    /** Returns the expression of a method, if it needs the arguments of a call; {@code null} otherwise. */
    @Nullable
    String dependentOnArguments(BeanMethod method) {
        String expression = expression(method);
        return contains(expression, VariableReference.class::isInstance) ? expression : null;
    }

    /** Whether the expression of a method calls code that may block, such as a bean that asks a database. */
    boolean mayBlock(BeanMethod method) {
        return contains(expression(method), AuthorizationExpressions::mayBlock);
    }

    private @Nullable String expression(BeanMethod method) {
        PreAuthorize annotation = annotations.scan(method.method(), method.beanClass());
        return annotation == null ? null : annotation.value();
    }

    private static boolean mayBlock(SpelNode node) {
        return node instanceof BeanReference
                || node instanceof TypeReference
                || node instanceof ConstructorReference
                || node instanceof MethodReference function && !WITHOUT_WAITING.contains(function.getName());
    }

    private boolean contains(@Nullable String expression, Predicate<SpelNode> part) {
        try {
            return expression != null && contains(parser.parseRaw(expression).getAST(), part);
        } catch (ParseException invalid) {
            // Its evaluation fails, too, which hides the entry.
            return false;
        }
    }

    private static boolean contains(SpelNode node, Predicate<SpelNode> part) {
        if (part.test(node)) {
            return true;
        }
        for (int i = 0; i < node.getChildCount(); i++) {
            if (contains(node.getChild(i), part)) {
                return true;
            }
        }
        return false;
    }
}
