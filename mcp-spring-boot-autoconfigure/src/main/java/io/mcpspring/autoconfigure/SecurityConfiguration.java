package io.mcpspring.autoconfigure;

import io.mcpspring.entry.McpCallerScopes;
import io.mcpspring.security.AuthorityScopes;
import io.mcpspring.security.MethodAdvisors;
import io.mcpspring.security.MethodSecurity;
import io.mcpspring.security.SecurityContextInterceptor;
import io.mcpspring.security.SecurityContextLookup;
import io.mcpspring.security.SecurityParameters;
import io.mcpspring.security.Substitutes;
import java.util.function.Supplier;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.security.access.hierarchicalroles.NullRoleHierarchy;
import org.springframework.security.access.hierarchicalroles.RoleHierarchy;
import org.springframework.security.authorization.method.AuthorizationAdvisor;
import org.springframework.security.config.annotation.method.configuration.EnableReactiveMethodSecurity;
import org.springframework.security.core.annotation.AnnotationTemplateExpressionDefaults;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.core.context.SecurityContextHolderStrategy;
import org.springframework.security.web.method.annotation.AuthenticationPrincipalArgumentResolver;
import org.springframework.util.ClassUtils;

/** The beans that make the authenticated caller available to methods, with Spring Security. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnClass(SecurityContextHolder.class)
class SecurityConfiguration {

    private static final String CALLER_CONTEXT = "io.mcpspring.securityContextInterceptor";

    private static final String REACTIVE_SWITCH =
            "org.springframework.security.config.annotation.method.configuration.EnableReactiveMethodSecurity";

    @Bean(CALLER_CONTEXT)
    @ConditionalOnMissingBean(name = CALLER_CONTEXT)
    SecurityContextInterceptor mcpSecurityContextInterceptor(ObjectProvider<SecurityContextHolderStrategy> holders) {
        return new SecurityContextInterceptor(holder(holders));
    }

    @Bean("io.mcpspring.securityContextLookup")
    SecurityContextLookup mcpSecurityContextLookup(ObjectProvider<SecurityContextHolderStrategy> holders) {
        return new SecurityContextLookup(holder(holders));
    }

    @Bean("io.mcpspring.callerScopes")
    @ConditionalOnMissingBean(McpCallerScopes.class)
    AuthorityScopes mcpCallerScopes(ObjectProvider<RoleHierarchy> hierarchy) {
        return new AuthorityScopes(hierarchy.getIfAvailable(NullRoleHierarchy::new));
    }

    @Bean("io.mcpspring.methodSecurity")
    MethodSecurity mcpMethodSecurity(
            McpServerProperties properties,
            ObjectProvider<AuthorizationAdvisor> advisors,
            ObjectProvider<Substitutes> substitutes,
            ObjectProvider<SecurityContextHolderStrategy> holders,
            ListableBeanFactory beans) {
        MethodAdvisors methods = new MethodAdvisors(
                advisors, isReactiveMethodSecurity(beans), substitutes.getIfAvailable(() -> bean -> false));
        return new MethodSecurity(methods, properties.security().listUndecided(), holder(holders));
    }

    private static boolean isReactiveMethodSecurity(ListableBeanFactory beans) {
        return ClassUtils.isPresent(REACTIVE_SWITCH, SecurityConfiguration.class.getClassLoader())
                && beans.getBeanNamesForAnnotation(EnableReactiveMethodSecurity.class).length > 0;
    }

    /** Returns the bean of the application; without one, what is set in the {@link SecurityContextHolder}. */
    private static Supplier<SecurityContextHolderStrategy> holder(ObjectProvider<SecurityContextHolderStrategy> beans) {
        SecurityContextHolderStrategy bean = beans.getIfUnique();
        return bean == null ? SecurityContextHolder::getContextHolderStrategy : () -> bean;
    }

    /** Configuration for applications with Spring Security for the web. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(AuthenticationPrincipalArgumentResolver.class)
    @Import(FilterChainReport.class)
    static class WebConfiguration {

        @Bean("io.mcpspring.securityParameters")
        SecurityParameters mcpSecurityParameters(
                BeanFactory beans,
                ObjectProvider<AnnotationTemplateExpressionDefaults> templates,
                ObjectProvider<SecurityContextHolderStrategy> holders) {
            return new SecurityParameters(
                    beans, templates.getIfAvailable(), holder(holders).get());
        }
    }
}
