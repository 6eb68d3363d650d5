package io.mcpspring.secured;

import static io.mcpspring.secured.SecuredServer.ISSUER;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication.Type;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.annotation.Order;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.web.server.ServerHttpSecurity;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.server.SecurityWebFilterChain;
import org.springframework.security.web.server.util.matcher.PathPatternParserServerWebExchangeMatcher;

/** An application whose own chains protect the endpoint, as the page about OAuth describes it. */
class OwnChainTests {

    @Test
    void clientsFindTheAuthorizationServerAndUseTheirTokens() {
        SecuredServer server = SecuredServer.of(OwnChains.class, ISSUER, "mcp.server.security.enabled=false");
        assertThat(server.get("/.well-known/oauth-protected-resource/mcp").body())
                .contains("\"authorization_servers\"");
        assertThat(server.callWith(server.token("ada"), "whoAmI").statusCode()).isEqualTo(200);
    }

    @Configuration(proxyBeanMethods = false)
    @Import(OtherChainsTests.HelloIsOpen.class)
    static class OwnChains {

        @Bean
        @Order(-20)
        @ConditionalOnWebApplication(type = Type.SERVLET)
        SecurityFilterChain metadata(HttpSecurity http) {
            return http.securityMatcher("/.well-known/oauth-protected-resource/**")
                    .authorizeHttpRequests(requests -> requests.anyRequest().permitAll())
                    .build();
        }

        @Bean
        @Order(-20)
        @ConditionalOnWebApplication(type = Type.REACTIVE)
        SecurityWebFilterChain reactiveMetadata(ServerHttpSecurity http) {
            return http.securityMatcher(
                            new PathPatternParserServerWebExchangeMatcher("/.well-known/oauth-protected-resource/**"))
                    .authorizeExchange(exchanges -> exchanges.anyExchange().permitAll())
                    .build();
        }
    }
}
