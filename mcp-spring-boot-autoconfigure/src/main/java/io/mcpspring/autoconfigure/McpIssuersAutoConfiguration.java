package io.mcpspring.autoconfigure;

import io.mcpspring.security.SeveralIssuersJwtDecoder;
import io.mcpspring.security.SeveralIssuersReactiveJwtDecoder;
import io.mcpspring.security.TokenValidators;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigureOrder;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.security.oauth2.server.resource.autoconfigure.JwkSetUriJwtDecoderBuilderCustomizer;
import org.springframework.boot.security.oauth2.server.resource.autoconfigure.reactive.*;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.core.env.Environment;
import org.springframework.security.oauth2.core.OAuth2TokenValidator;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.jwt.ReactiveJwtDecoder;
import org.springframework.security.oauth2.server.resource.introspection.OpaqueTokenIntrospector;
import org.springframework.security.oauth2.server.resource.introspection.ReactiveOpaqueTokenIntrospector;

/**
 * Auto-configuration of a decoder for the tokens of several issuers. It is a bean, so that Spring Boot protects the
 * rest of the application by the same tokens, as it does for a single issuer.
 */
@AutoConfigureOrder(Ordered.LOWEST_PRECEDENCE)
@AutoConfiguration(
        after = McpServerAutoConfiguration.class,
        beforeName = {
            "org.springframework.boot.security.oauth2.server.resource.autoconfigure."
                    + "OAuth2ResourceServerAutoConfiguration",
            "org.springframework.boot.security.oauth2.server.resource.autoconfigure.reactive."
                    + "ReactiveOAuth2ResourceServerAutoConfiguration"
        })
@ConditionalOnClass({JwtDecoder.class, OpaqueTokenIntrospector.class, JwkSetUriJwtDecoderBuilderCustomizer.class})
@ConditionalOnBean(McpServerProperties.class)
@Conditional(OnProperties.Issuers.class)
public final class McpIssuersAutoConfiguration {

    // Only Spring creates it.
    McpIssuersAutoConfiguration() {}

    private static TokenValidators validators(
            Environment environment, ObjectProvider<OAuth2TokenValidator<Jwt>> additional) {
        return new TokenValidators(
                SecurityProperties.decoderAudiences(environment),
                additional.orderedStream().toList());
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.REACTIVE)
    static class OfWebFlux {

        @Bean("io.mcpspring.jwtDecoder")
        @ConditionalOnMissingBean({ReactiveJwtDecoder.class, ReactiveOpaqueTokenIntrospector.class})
        SeveralIssuersReactiveJwtDecoder mcpJwtDecoder(
                McpServerProperties properties,
                Environment environment,
                ObjectProvider<OAuth2TokenValidator<Jwt>> validators,
                ObjectProvider<JwkSetUriReactiveJwtDecoderBuilderCustomizer> customizers) {
            return new SeveralIssuersReactiveJwtDecoder(
                    properties.security().issuers(),
                    validators(environment, validators),
                    builder -> customizers.orderedStream().forEach(customizer -> customizer.customize(builder)));
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
    static class OfSpringMvc {

        @Bean("io.mcpspring.jwtDecoder")
        @ConditionalOnMissingBean({JwtDecoder.class, OpaqueTokenIntrospector.class})
        SeveralIssuersJwtDecoder mcpJwtDecoder(
                McpServerProperties properties,
                Environment environment,
                ObjectProvider<OAuth2TokenValidator<Jwt>> validators,
                ObjectProvider<JwkSetUriJwtDecoderBuilderCustomizer> customizers) {
            return new SeveralIssuersJwtDecoder(
                    properties.security().issuers(),
                    validators(environment, validators),
                    builder -> customizers.orderedStream().forEach(customizer -> customizer.customize(builder)));
        }
    }
}
