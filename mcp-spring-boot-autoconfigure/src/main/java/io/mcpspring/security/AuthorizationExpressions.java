package io.mcpspring.security;

import io.mcpspring.Internal;
import io.mcpspring.method.BeanMethod;
import org.jspecify.annotations.Nullable;
import org.springframework.expression.ParseException;
import org.springframework.expression.spel.SpelNode;
import org.springframework.expression.spel.ast.VariableReference;
import org.springframework.expression.spel.standard.SpelExpressionParser;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.security.core.annotation.AnnotationTemplateExpressionDefaults;
import org.springframework.security.core.annotation.SecurityAnnotationScanner;
import org.springframework.security.core.annotation.SecurityAnnotationScanners;

/** Finds the expressions of {@code @PreAuthorize} that cannot be evaluated without the arguments of a call. */
@Internal
public final class AuthorizationExpressions {

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
        PreAuthorize annotation = annotations.scan(method.method(), method.beanClass());
        return annotation != null && hasVariable(annotation.value()) ? annotation.value() : null;
    }

    private boolean hasVariable(String expression) {
        try {
            return hasVariable(parser.parseRaw(expression).getAST());
        } catch (ParseException invalid) {
            // Its evaluation fails, too, which hides the entry.
            return false;
        }
    }

    private static boolean hasVariable(SpelNode node) {
        if (node instanceof VariableReference) {
            return true;
        }
        for (int i = 0; i < node.getChildCount(); i++) {
            if (hasVariable(node.getChild(i))) {
                return true;
            }
        }
        return false;
    }
}
