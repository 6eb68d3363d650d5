package io.mcpspring.contract.security;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.annotation.McpTool;
import io.mcpspring.exchange.McpExchange;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.support.EveryRevision;
import io.mcpspring.support.LegacyRevisions;
import io.mcpspring.support.McpTestClient;
import io.mcpspring.support.TestServer;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import java.io.IOException;
import java.security.Principal;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.config.annotation.method.configuration.EnableMethodSecurity;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.authority.AuthorityUtils;
import org.springframework.security.core.context.ReactiveSecurityContextHolder;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;

/** A filter outside of a filter chain of Spring Security sets the security context, and no principal. */
class ContextAloneTests {

    private final TestServer server = TestServer.shared(Application.class);

    @EveryRevision
    void theCallerIsTheAuthenticatedUser(ProtocolVersion version) {
        McpTestClient ada = server.client(version, Users.path("ada"));
        assertThat(ada.call("name").contentText()).isEqualTo("ada");
        assertThat(ada.call("own", "{\"owner\": \"ada\"}").contentText()).isEqualTo("ada");
        assertThat(ada.call("own", "{\"owner\": \"ben\"}").errorCode()).isEqualTo(-32602);
        assertThat(server.client(version).call("name").contentText()).isEqualTo("anonymous");
    }

    @LegacyRevisions
    void aSessionBelongsToItsUser(ProtocolVersion version) {
        McpTestClient ada = server.client(version, Users.path("ada"));
        McpTestClient ben = server.client(version, Users.path("ben"));
        String ping = "{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"ping\"}";
        assertThat(ada.post(ping, ada.headers()).status()).isEqualTo(200);
        assertThat(ben.post(ping, ada.headers()).status()).isEqualTo(404);
        assertThat(server.client(version).post(ping, ada.headers()).status()).isEqualTo(404);
    }

    @Configuration(proxyBeanMethods = false)
    @EnableMethodSecurity
    static class Application {

        @Bean
        static ContextFilter filter() {
            return new ContextFilter();
        }

        @McpTool
        String name(McpExchange exchange) {
            return exchange.principal().map(Principal::getName).orElse("anonymous");
        }

        @McpTool
        @PreAuthorize("#owner == authentication.name")
        String own(String owner) {
            return owner;
        }
    }

    /** Authenticates the user that the query names. */
    static class ContextFilter implements WebFilter, Filter {

        private static Authentication authentication(String user) {
            return UsernamePasswordAuthenticationToken.authenticated(user, null, AuthorityUtils.NO_AUTHORITIES);
        }

        @Override
        public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
            String user = exchange.getRequest().getQueryParams().getFirst("user");
            return user == null
                    ? chain.filter(exchange)
                    : chain.filter(exchange)
                            .contextWrite(ReactiveSecurityContextHolder.withAuthentication(authentication(user)));
        }

        @Override
        public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
                throws IOException, ServletException {
            String user = request.getParameter("user");
            if (user != null) {
                SecurityContextHolder.getContext().setAuthentication(authentication(user));
            }
            try {
                chain.doFilter(request, response);
            } finally {
                SecurityContextHolder.clearContext();
            }
        }
    }
}
