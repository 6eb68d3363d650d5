package io.mcpspring.security;

import io.mcpspring.Internal;
import io.mcpspring.exchange.McpExchange;
import io.mcpspring.method.McpParameterResolver;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.context.expression.BeanFactoryResolver;
import org.springframework.core.MethodParameter;
import org.springframework.security.core.annotation.AnnotationTemplateExpressionDefaults;
import org.springframework.security.core.context.SecurityContextHolderStrategy;
import org.springframework.security.web.method.annotation.AuthenticationPrincipalArgumentResolver;
import org.springframework.security.web.method.annotation.CurrentSecurityContextArgumentResolver;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.method.support.HandlerMethodArgumentResolverComposite;

/** Supplies parameters with {@code @AuthenticationPrincipal} and {@code @CurrentSecurityContext}. */
@Internal
public final class SecurityParameters implements McpParameterResolver {

    private final HandlerMethodArgumentResolver resolvers;

    /**
     * @param beans the beans to which expressions of the annotations may refer
     * @param templates fills the placeholders of annotations that have these annotations; {@code null} for none
     * @param holder holds the security context on the threads of methods
     */
    public SecurityParameters(
            BeanFactory beans,
            @Nullable AnnotationTemplateExpressionDefaults templates,
            SecurityContextHolderStrategy holder) {
        AuthenticationPrincipalArgumentResolver principal = new AuthenticationPrincipalArgumentResolver();
        principal.setBeanResolver(new BeanFactoryResolver(beans));
        CurrentSecurityContextArgumentResolver context = new CurrentSecurityContextArgumentResolver();
        context.setBeanResolver(new BeanFactoryResolver(beans));
        principal.setSecurityContextHolderStrategy(holder);
        context.setSecurityContextHolderStrategy(holder);
        if (templates != null) {
            principal.setTemplateDefaults(templates);
            context.setTemplateDefaults(templates);
        }
        this.resolvers = new HandlerMethodArgumentResolverComposite().addResolvers(principal, context);
    }

    @Override
    public boolean supports(MethodParameter parameter) {
        return resolvers.supportsParameter(parameter);
    }

    // Both resolvers use the holder alone, and ignore the request.
    @SuppressWarnings("NullAway")
    @Override
    public @Nullable Object resolve(MethodParameter parameter, McpExchange exchange) {
        try {
            return resolvers.resolveArgument(parameter, null, null, null);
        } catch (RuntimeException failure) {
            throw failure;
        } catch (Exception failure) {
            throw new IllegalStateException(failure);
        }
    }
}
