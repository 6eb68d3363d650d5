package io.mcpspring.autoconfigure;

import io.mcpspring.McpServer;
import io.mcpspring.security.Audiences;
import io.mcpspring.security.ServletResourceServer;
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
import org.springframework.boot.security.oauth2.server.resource.autoconfigure.JwkSetUriJwtDecoderBuilderCustomizer;
import org.springframework.boot.webmvc.autoconfigure.DispatcherServletPath;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.Environment;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.oauth2.core.OAuth2TokenValidator;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.server.resource.authentication.BearerTokenAuthenticationToken;
import org.springframework.security.oauth2.server.resource.authentication.JwtAuthenticationConverter;
import org.springframework.security.oauth2.server.resource.introspection.OpaqueTokenAuthenticationConverter;
import org.springframework.security.oauth2.server.resource.introspection.OpaqueTokenIntrospector;
import org.springframework.security.web.SecurityFilterChain;

/**
 * Auto-configuration of a filter chain for the endpoint of a Spring MVC application that is an OAuth 2.0 resource
 * server. It comes after all that adds the application's own chains, because those back off from any chain that they
 * see.
 */
@AutoConfigureOrder(Ordered.LOWEST_PRECEDENCE)
@AutoConfiguration(after = McpServletAutoConfiguration.class)
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@ConditionalOnClass({
    HttpSecurity.class,
    JwtDecoder.class,
    BearerTokenAuthenticationToken.class,
    DispatcherServletPath.class
})
@ConditionalOnBean({McpServer.class, HttpSecurity.class, DispatcherServletPath.class})
@ConditionalOnBooleanProperty(name = "mcp.server.security.enabled", matchIfMissing = true)
public final class McpServletSecurityAutoConfiguration {

    private final ServletResourceServer endpoint;

    McpServletSecurityAutoConfiguration(
            McpServerProperties properties,
            DispatcherServletPath servlet,
            @Qualifier(ServerConfiguration.SERVER) McpServer server,
            Environment environment) {
        Audiences audiences = properties.security().acceptedAudiences(server, environment);
        this.endpoint = new ServletResourceServer(servlet.getPrefix(), server.httpHandler(), audiences);
    }

    /** The filter chain for the tokens of several issuers. It precedes that for the application's decoder. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(JwkSetUriJwtDecoderBuilderCustomizer.class)
    @Conditional(OnIssuers.class)
    static class IssuersConfiguration {

        @Bean(SecurityProperties.CHAIN)
        @Order(SecurityProperties.CHAIN_ORDER)
        @ConditionalOnMissingBean(name = SecurityProperties.CHAIN)
        SecurityFilterChain mcpIssuersFilterChain(
                McpServletSecurityAutoConfiguration configuration,
                HttpSecurity http,
                McpServerProperties properties,
                Environment environment,
                ObjectProvider<OAuth2TokenValidator<Jwt>> validators,
                ObjectProvider<JwkSetUriJwtDecoderBuilderCustomizer> customizers,
                ObjectProvider<JwtAuthenticationConverter> converter) {
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
    @ConditionalOnSingleCandidate(JwtDecoder.class)
    @ConditionalOnMissingBean(name = SecurityProperties.CHAIN)
    SecurityFilterChain mcpJwtFilterChain(
            HttpSecurity http, JwtDecoder decoder, ObjectProvider<JwtAuthenticationConverter> converter) {
        return endpoint.endpointChain(http, endpoint.jwts(decoder, converter));
    }

    @Bean(SecurityProperties.CHAIN)
    @Order(SecurityProperties.CHAIN_ORDER)
    @ConditionalOnSingleCandidate(OpaqueTokenIntrospector.class)
    @ConditionalOnMissingBean(name = SecurityProperties.CHAIN)
    SecurityFilterChain mcpOpaqueTokenFilterChain(
            HttpSecurity http,
            OpaqueTokenIntrospector introspector,
            ObjectProvider<OpaqueTokenAuthenticationConverter> converter) {
        return endpoint.endpointChain(http, endpoint.opaqueTokens(introspector, converter));
    }

    @Bean("io.mcpspring.metadataFilterChain")
    @Order(SecurityProperties.CHAIN_ORDER)
    @ConditionalOnBean(name = SecurityProperties.CHAIN)
    SecurityFilterChain mcpMetadataFilterChain(HttpSecurity http) {
        return endpoint.metadataChain(http);
    }
}
