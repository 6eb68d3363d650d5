package io.mcpspring.security;

import io.mcpspring.Internal;
import io.mcpspring.exchange.McpExchange;
import io.mcpspring.method.McpMethodException;
import io.mcpspring.method.McpParameterResolver;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.context.expression.BeanFactoryResolver;
import org.springframework.core.MethodParameter;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.security.core.annotation.AnnotationTemplateExpressionDefaults;
import org.springframework.security.core.context.SecurityContextHolderStrategy;
import org.springframework.security.web.method.annotation.AuthenticationPrincipalArgumentResolver;
import org.springframework.security.web.method.annotation.CurrentSecurityContextArgumentResolver;
import org.springframework.util.StringUtils;

/** Supplies parameters with {@code @AuthenticationPrincipal} and {@code @CurrentSecurityContext}. */
@Internal
public final class SecurityParameters implements McpParameterResolver {

    private final AuthenticationPrincipalArgumentResolver principal = new AuthenticationPrincipalArgumentResolver();

    private final CurrentSecurityContextArgumentResolver context = new CurrentSecurityContextArgumentResolver();

    /**
     * @param beans the beans to which expressions of the annotations may refer
     * @param templates fills the placeholders of annotations that have these annotations; {@code null} for none
     * @param holder holds the security context on the threads of methods
     */
    public SecurityParameters(
            BeanFactory beans,
            @Nullable AnnotationTemplateExpressionDefaults templates,
            SecurityContextHolderStrategy holder) {
        principal.setBeanResolver(new BeanFactoryResolver(beans));
        principal.setSecurityContextHolderStrategy(holder);
        context.setBeanResolver(new BeanFactoryResolver(beans));
        context.setSecurityContextHolderStrategy(holder);
        if (templates != null) {
            principal.setTemplateDefaults(templates);
            context.setTemplateDefaults(templates);
        }
    }

    @Override
    public boolean supports(MethodParameter parameter) {
        if (!principal.supportsParameter(parameter) && !context.supportsParameter(parameter)) {
            return false;
        }
        Class<?> type = parameter.getParameterType();
        boolean expression = MergedAnnotations.from(parameter.getParameterAnnotations()).stream()
                .anyMatch(annotation -> StringUtils.hasText(
                        annotation.getValue("expression", String.class).orElse("")));
        // Only the value of an expression may be one of them; otherwise the resolvers return null.
        if (!expression && (type == Optional.class || Publisher.class.isAssignableFrom(type))) {
            throw new McpMethodException(
                    parameter.getContainingClass(),
                    Objects.requireNonNull(parameter.getMethod()),
                    "What Spring Security supplies is not wrapped in a type such as " + type.getSimpleName() + ".",
                    "Declare the type itself; the parameter is null for a caller who is not authenticated.");
        }
        return true;
    }

    // Both resolvers use the holder alone, and ignore the request.
    @SuppressWarnings("NullAway")
    @Override
    public @Nullable Object resolve(MethodParameter parameter, McpExchange exchange) {
        if (principal.supportsParameter(parameter)) {
            return principal.resolveArgument(parameter, null, null, null);
        }
        return context.resolveArgument(parameter, null, null, null);
    }
}
