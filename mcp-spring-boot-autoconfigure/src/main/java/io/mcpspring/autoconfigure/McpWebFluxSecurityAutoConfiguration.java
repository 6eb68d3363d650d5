package io.mcpspring.autoconfigure;

import io.mcpspring.McpServer;
import io.mcpspring.security.Audiences;
import io.mcpspring.security.ReactiveResourceServer;
import io.mcpspring.security.TokenValidators;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigureOrder;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.security.oauth2.server.resource.autoconfigure.reactive.*;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.Environment;
import org.springframework.security.config.web.server.ServerHttpSecurity;
import org.springframework.security.oauth2.core.OAuth2TokenValidator;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.jwt.ReactiveJwtDecoder;
import org.springframework.security.oauth2.server.resource.authentication.BearerTokenAuthenticationToken;
import org.springframework.security.oauth2.server.resource.authentication.ReactiveJwtAuthenticationConverter;
import org.springframework.security.oauth2.server.resource.introspection.ReactiveOpaqueTokenAuthenticationConverter;
import org.springframework.security.oauth2.server.resource.introspection.ReactiveOpaqueTokenIntrospector;
import org.springframework.security.web.server.SecurityWebFilterChain;

/**
 * Auto-configuration of a filter chain for the endpoint of a WebFlux application that is an OAuth 2.0 resource server.
 *
 * <p>It comes after all that adds the application's own chains, because those back off from any chain that they see.
 * With a decoder or introspector, Spring Boot adds its own chain for the rest of the application then; without it,
 * Spring Security protects the application only as long as there is no chain at all.
 */
@AutoConfigureOrder(Ordered.LOWEST_PRECEDENCE)
@AutoConfiguration(after = McpWebFluxAutoConfiguration.class)
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.REACTIVE)
@ConditionalOnClass({ServerHttpSecurity.class, ReactiveJwtDecoder.class, BearerTokenAuthenticationToken.class})
@ConditionalOnBean({McpServer.class, ServerHttpSecurity.class})
@ConditionalOnBooleanProperty(name = "mcp.server.security.enabled", matchIfMissing = true)
public final class McpWebFluxSecurityAutoConfiguration {

    private final ReactiveResourceServer endpoint;

    McpWebFluxSecurityAutoConfiguration(
            McpServerProperties properties,
            @Qualifier(ServerConfiguration.SERVER) McpServer server,
            Environment environment) {
        Audiences audiences = properties.security().acceptedAudiences(server, environment);
        this.endpoint = new ReactiveResourceServer(server.httpHandler(), audiences);
    }

    /** The filter chain for the tokens of several issuers. It precedes that for the application's decoder. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(JwkSetUriReactiveJwtDecoderBuilderCustomizer.class)
    @Conditional(OnIssuers.class)
    static class IssuersConfiguration {

        // Otherwise the chain of the endpoint would open all other paths of an application without chains.
        @Bean("io.mcpspring.otherPathsFilterChain")
        @ConditionalOnMissingBean(SecurityWebFilterChain.class)
        SecurityWebFilterChain mcpOtherPathsFilterChain(ServerHttpSecurity http) {
            return http.authorizeExchange(exchanges -> exchanges.anyExchange().authenticated())
                    .build();
        }

        @Bean(SecurityProperties.CHAIN)
        @Order(SecurityProperties.CHAIN_ORDER)
        @ConditionalOnMissingBean(name = SecurityProperties.CHAIN)
        SecurityWebFilterChain mcpIssuersFilterChain(
                McpWebFluxSecurityAutoConfiguration configuration,
                ServerHttpSecurity http,
                McpServerProperties properties,
                Environment environment,
                ObjectProvider<OAuth2TokenValidator<Jwt>> validators,
                ObjectProvider<JwkSetUriReactiveJwtDecoderBuilderCustomizer> customizers,
                ObjectProvider<ReactiveJwtAuthenticationConverter> converter) {
            return configuration.endpoint.endpointChain(
                    http,
                    configuration.endpoint.jwts(
                            properties.security().issuers(),
                            new TokenValidators(
                                    SecurityProperties.decoderAudiences(environment),
                                    validators.orderedStream().toList()),
                            builder -> customizers.orderedStream().forEach(each -> each.customize(builder)),
                            converter));
        }
    }

    @Bean(SecurityProperties.CHAIN)
    @Order(SecurityProperties.CHAIN_ORDER)
    @ConditionalOnSingleCandidate(ReactiveJwtDecoder.class)
    @ConditionalOnMissingBean(name = SecurityProperties.CHAIN)
    SecurityWebFilterChain mcpJwtFilterChain(
            ServerHttpSecurity http,
            ReactiveJwtDecoder decoder,
            ObjectProvider<ReactiveJwtAuthenticationConverter> converter) {
        return endpoint.endpointChain(http, endpoint.jwts(decoder, converter));
    }

    @Bean(SecurityProperties.CHAIN)
    @Order(SecurityProperties.CHAIN_ORDER)
    @ConditionalOnSingleCandidate(ReactiveOpaqueTokenIntrospector.class)
    @ConditionalOnMissingBean(name = SecurityProperties.CHAIN)
    SecurityWebFilterChain mcpOpaqueTokenFilterChain(
            ServerHttpSecurity http,
            ReactiveOpaqueTokenIntrospector introspector,
            ObjectProvider<ReactiveOpaqueTokenAuthenticationConverter> converter) {
        return endpoint.endpointChain(http, endpoint.opaqueTokens(introspector, converter));
    }

    @Bean("io.mcpspring.metadataFilterChain")
    @Order(SecurityProperties.CHAIN_ORDER)
    @ConditionalOnBean(name = SecurityProperties.CHAIN)
    SecurityWebFilterChain mcpMetadataFilterChain(ServerHttpSecurity http) {
        return endpoint.metadataChain(http);
    }
}
