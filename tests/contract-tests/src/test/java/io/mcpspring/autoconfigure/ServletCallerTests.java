package io.mcpspring.autoconfigure;

import static io.mcpspring.support.InjectionChecks.callWith;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.mcpspring.annotation.McpTool;
import io.mcpspring.exchange.McpExchange;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.support.Answer;
import io.mcpspring.support.EventStream;
import io.mcpspring.support.EveryRevision;
import io.mcpspring.support.LegacyRevisions;
import io.mcpspring.support.McpTestClient;
import io.mcpspring.support.ModernRequest;
import io.mcpspring.support.OnServletContainers;
import io.mcpspring.support.RawHttp;
import io.mcpspring.support.TestServer;
import io.mcpspring.support.WebStack;
import jakarta.servlet.http.HttpServletRequest;
import java.nio.charset.StandardCharsets;
import java.security.Principal;
import java.time.Duration;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.http.HttpHeaders;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.method.configuration.EnableMethodSecurity;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configuration.EnableWebSecurity;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.security.core.context.ReactiveSecurityContextHolder;
import org.springframework.security.core.context.SecurityContext;
import org.springframework.security.core.context.SecurityContextHolderStrategy;
import org.springframework.security.core.context.SecurityContextImpl;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.core.userdetails.UsernameNotFoundException;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.servlet.LocaleResolver;
import org.springframework.web.servlet.i18n.FixedLocaleResolver;
import reactor.core.publisher.Mono;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The caller of a method in a Spring MVC application with Spring Security. */
@OnServletContainers("The application is a Spring MVC application")
class ServletCallerTests {

    private static final String SERVLET = "spring.main.web-application-type=servlet";

    private static final String READS_ALL_HEADERS =
            "Jetty's filter for WebSocket reads all headers before the endpoint";

    private static final String ADA = basic("ada", "a");

    private static final String BOB = basic("bob", "b");

    private static final Semaphore CONTINUE = new Semaphore(0);

    private static final BlockingQueue<List<String>> SEEN_LATER = new LinkedBlockingQueue<>();

    static class Tools {

        @McpTool(description = "Returns the user")
        String user(Principal principal, Authentication authentication) {
            return principal.getName() + " " + authentication.getAuthorities();
        }

        @McpTool(description = "Returns the user, if there is one")
        String userIfAny(@Nullable Principal principal, Optional<Authentication> authentication) {
            return (principal == null ? "anonymous" : principal.getName()) + " " + authentication.isPresent();
        }

        @McpTool(description = "Returns the user of the security context")
        Mono<String> userOfContext() {
            return ReactiveSecurityContextHolder.getContext()
                    .map(context -> context.getAuthentication().getName())
                    .defaultIfEmpty("none");
        }

        @McpTool(description = "Returns the language")
        String language(Locale locale) {
            return locale.toLanguageTag();
        }

        @McpTool(description = "Returns parts of the request")
        String request(HttpServletRequest request, HttpHeaders headers, @RequestHeader("X-Tenant") String tenant) {
            return String.join(
                    " ", request.getRequestURI(), headers.getFirst("X-Tenant"), tenant, request.getRemoteAddr());
        }

        @McpTool(description = "Has the exchange")
        String asking(McpExchange exchange) {
            return "asking";
        }

        @McpTool(description = "Has its result later")
        Mono<String> later() {
            return Mono.just("later").delayElement(Duration.ofMillis(1));
        }

        @McpTool(description = "Reads the request again when the client has disconnected")
        String readLater(
                McpExchange client,
                HttpHeaders headers,
                @RequestHeader("X-Tenant") String tenant,
                Locale locale,
                Principal user)
                throws InterruptedException {
            client.progress(1, null, null);
            assertThat(CONTINUE.tryAcquire(30, TimeUnit.SECONDS)).isTrue();
            SEEN_LATER.add(List.of(
                    user.getName(), locale.toLanguageTag(), String.valueOf(headers.getFirst("X-Tenant")), tenant));
            return "done";
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableWebSecurity
    @Import(Tools.class)
    static class Application {

        @Bean
        SecurityFilterChain chain(HttpSecurity http) {
            return http.authorizeHttpRequests(requests -> requests.requestMatchers("/mcp")
                            .permitAll()
                            .anyRequest()
                            .denyAll())
                    .httpBasic(Customizer.withDefaults())
                    .csrf(csrf -> csrf.ignoringRequestMatchers("/mcp"))
                    .build();
        }

        @Bean
        UserDetailsService users() {
            // Unlike a UserDetailsManager, it does not replace the passwords by hashes that take long to compute.
            return name -> switch (name) {
                case "ada" ->
                    User.withUsername(name).password("{noop}a").roles("BUYER").build();
                case "bob" ->
                    User.withUsername(name).password("{noop}b").roles("CLERK").build();
                default -> throw new UsernameNotFoundException(name);
            };
        }
    }

    private final TestServer server = TestServer.shared(Application.class, SERVLET);

    private final TestServer otherLocale = TestServer.shared(FixedLocale.class, SERVLET);

    @Import(Application.class)
    static class FixedLocale {

        @Bean
        LocaleResolver localeResolver() {
            return new FixedLocaleResolver(Locale.forLanguageTag("pt-BR"));
        }
    }

    @EveryRevision
    void theUserIsInjected(ProtocolVersion version) {
        assertThat(call(server, version, "user", ADA).contentText())
                .startsWith("ada [")
                .contains("ROLE_BUYER");
        assertThat(call(server, version, "user", BOB).contentText())
                .startsWith("bob [")
                .contains("ROLE_CLERK");
        assertThat(call(server, version, "userIfAny", BOB).contentText()).isEqualTo("bob true");
    }

    @EveryRevision
    void anAnonymousCallerHasNoPrincipal(ProtocolVersion version) {
        McpTestClient client = server.client(version);
        assertThat(client.call("userIfAny").contentText()).isEqualTo("anonymous false");
        assertThat(client.call("user").error().get("message").stringValue())
                .isEqualTo("The request has no authenticated user");
    }

    @EveryRevision
    void reactiveMethodsHaveTheSecurityContext(ProtocolVersion version) {
        assertThat(call(server, version, "userOfContext", ADA).contentText()).isEqualTo("ada");
        assertThat(call(server, version, "userOfContext", BOB).contentText()).isEqualTo("bob");
        assertThat(server.client(version).call("userOfContext").contentText()).isEqualTo("anonymousUser");
    }

    @EveryRevision
    void theSecurityContextIsHeldByTheStrategyOfTheApplication(ProtocolVersion version) {
        TestServer ownStrategy = TestServer.shared(OwnStrategy.class, SERVLET);
        assertThat(call(ownStrategy, version, "buyer", ADA).contentText()).isEqualTo("ada ada");
        assertThat(call(ownStrategy, version, "buyer", BOB).errorCode()).isEqualTo(-32602);
    }

    /** Those of Spring Security share one thread-local. */
    private static final class ThreadLocalOfTheApplication implements SecurityContextHolderStrategy {

        private final ThreadLocal<SecurityContext> contexts = ThreadLocal.withInitial(SecurityContextImpl::new);

        @Override
        public void clearContext() {
            contexts.remove();
        }

        @Override
        public SecurityContext getContext() {
            return contexts.get();
        }

        @Override
        public void setContext(SecurityContext context) {
            contexts.set(context);
        }

        @Override
        public SecurityContext createEmptyContext() {
            return new SecurityContextImpl();
        }
    }

    static class Buyers {

        private final SecurityContextHolderStrategy strategy;

        Buyers(SecurityContextHolderStrategy strategy) {
            this.strategy = strategy;
        }

        @McpTool(description = "Returns the buyer")
        @PreAuthorize("hasRole('BUYER')")
        String buyer(@AuthenticationPrincipal(expression = "username") String user) {
            return user + " " + strategy.getContext().getAuthentication().getName();
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableMethodSecurity
    @Import({Application.class, Buyers.class})
    static class OwnStrategy {

        @Bean
        static SecurityContextHolderStrategy strategy() {
            return new ThreadLocalOfTheApplication();
        }
    }

    @EveryRevision
    void theLocaleIsThatOfTheLocaleResolver(ProtocolVersion version) {
        assertThat(callWith(server.client(version), "language", "Accept-Language", "de-CH")
                        .contentText())
                .isEqualTo("de-CH");
        assertThat(callWith(otherLocale.client(version), "language", "Accept-Language", "de-CH")
                        .contentText())
                .isEqualTo("pt-BR");
    }

    @EveryRevision
    void headersAndRequestAreInjected(ProtocolVersion version) {
        assertThat(callWith(server.client(version), "request", "X-Tenant", "7").contentText())
                .isEqualTo("/mcp 7 7 127.0.0.1");
    }

    /** The firewall of Spring Security refuses control characters, of which UTF-8 has bytes. */
    @ParameterizedTest
    @ValueSource(strings = {"X-Note: a\u0085b", "Remote-User: Preu\u00c3\u009f"})
    void aHeaderThatTheFirewallRefusesDoesNotPreventACall(String header) {
        assumeFalse(WebStack.isJetty(), READS_ALL_HEADERS);
        for (String tool : List.of("asking", "later")) {
            RawHttp.Response response =
                    ModernRequest.call(tool, "{}").with(header).send(server.port());
            assertThat(response.status()).as(response.toString()).isEqualTo(200);
            assertThat(response.json().at("/result/content/0/text").stringValue())
                    .isEqualTo(tool);
        }
    }

    @Test
    void aHeaderThatTheFirewallRefusesIsEmpty() {
        assumeFalse(WebStack.isJetty(), READS_ALL_HEADERS);
        RawHttp.Response response = ModernRequest.call("later", "{}")
                .instead("Mcp-Name: late\u0085r")
                .send(server.port());
        assertThat(response.status()).as(response.toString()).isEqualTo(400);
        assertThat(response.errorCode()).isEqualTo(-32020);
        assertThat(response.json().at("/error/message").stringValue()).contains("Mcp-Name differs");
        RawHttp.Response ofPage = ModernRequest.call("later", "{}")
                .with("Origin: https://evil\u0085.example")
                .send(server.port());
        assertThat(ofPage.status()).as("an origin does not become absent").isEqualTo(403);
    }

    @LegacyRevisions
    void aSessionIsNotUsableByAnotherUser(ProtocolVersion version) {
        McpTestClient client = server.client(version);
        Map<String, String> ofAda = client.headers();
        ofAda.put("Authorization", ADA);
        ofAda.put("Mcp-Session-Id", session(client, ADA));
        Map<String, String> ofBob = new LinkedHashMap<>(ofAda);
        ofBob.put("Authorization", BOB);
        Map<String, String> ofAnonymous = new LinkedHashMap<>(ofAda);
        ofAnonymous.remove("Authorization");
        String ping = "{\"jsonrpc\": \"2.0\", \"id\": 7, \"method\": \"ping\"}";
        assertThat(client.post(ping, ofAda).status()).isEqualTo(200);
        for (Map<String, String> other : List.of(ofBob, ofAnonymous)) {
            assertThat(client.post(ping, other).status()).isEqualTo(404);
            assertThat(client.send("GET", other).status()).isEqualTo(404);
            assertThat(client.send("DELETE", other).status()).isEqualTo(404);
        }
        assertThat(client.post(ping, ofAda).status()).isEqualTo(200);
    }

    @Test
    void theCallerCanBeReadAfterTheClientHasDisconnectedAndTheContainerServesOthers() throws InterruptedException {
        McpTestClient client = server.client(ProtocolVersion.V2025_11_25);
        ObjectNode params = JsonMapper.shared().createObjectNode().put("name", "readLater");
        params.putObject("_meta").put("progressToken", 1);
        Map<String, String> headers = client.headers("tools/call", params);
        headers.putAll(Map.of(
                "Authorization", ADA,
                "X-Tenant", "7",
                "Accept-Language", "de",
                "Cookie", "city=Rome",
                "Mcp-Session-Id", session(client, ADA)));
        EventStream stream = client.stream(client.body("tools/call", params), headers);
        assertThat(stream.nextMessage().get("method").stringValue()).isEqualTo("notifications/progress");
        stream.close();
        for (int i = 0; i < 20; i++) {
            callWith(client, "request", "X-Tenant", "8", "Accept-Language", "fr", "Cookie", "city=Oslo");
        }
        CONTINUE.release();
        assertThat(SEEN_LATER.poll(30, TimeUnit.SECONDS)).containsExactly("ada", "de", "7", "7");
    }

    private static Answer call(TestServer server, ProtocolVersion version, String tool, String authorization) {
        McpTestClient client = server.client(version);
        return version.isModern()
                ? callWith(client, tool, "Authorization", authorization)
                : callWith(
                        client, tool, "Authorization", authorization, "Mcp-Session-Id", session(client, authorization));
    }

    private static String session(McpTestClient client, String authorization) {
        String initialize =
                client.body("initialize", (ObjectNode) JsonMapper.shared().readTree("""
                {"protocolVersion": "%s", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}
                """.formatted(client.version())));
        Map<String, String> headers = client.headers();
        headers.remove("Mcp-Session-Id");
        headers.put("Authorization", authorization);
        return Objects.requireNonNull(client.post(initialize, headers).header("Mcp-Session-Id"));
    }

    private static String basic(String user, String password) {
        return "Basic " + Base64.getEncoder().encodeToString((user + ":" + password).getBytes(StandardCharsets.UTF_8));
    }
}
