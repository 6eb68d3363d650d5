package io.mcpspring.contract.controller;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;

import io.mcpspring.annotation.McpTool;
import io.mcpspring.contract.security.Users;
import io.mcpspring.entry.McpAccessDecision;
import io.mcpspring.entry.McpAccessRule;
import io.mcpspring.method.McpMethodException;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.support.Answer;
import io.mcpspring.support.Dialogue;
import io.mcpspring.support.EveryRevision;
import io.mcpspring.support.McpTestClient;
import io.mcpspring.support.TestServer;
import io.mcpspring.test.McpTestRequest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication.Type;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpMethod;
import org.springframework.security.authorization.AuthorizationDecision;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.web.server.SecurityWebFiltersOrder;
import org.springframework.security.config.web.server.ServerHttpSecurity;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.access.intercept.AuthorizationFilter;
import org.springframework.security.web.server.SecurityWebFilterChain;
import org.springframework.security.web.server.util.matcher.PathPatternParserServerWebExchangeMatcher;
import org.springframework.security.web.server.util.matcher.ServerWebExchangeMatcher;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * The URL rules of Spring Security apply to tools that handle HTTP requests: {@code ada} is an admin, {@code ben} not.
 */
class UrlRulesTests {

    private static final String ADA = Users.path("ada", "ADMIN", "USER");

    private static final String BEN = Users.path("ben", "USER");

    private final TestServer server = TestServer.shared(Application.class);

    private final Http http = new Http(server);

    @EveryRevision
    void aToolIsListedForTheUsersOfItsPath(ProtocolVersion version) {
        assertThat(tools(server.client(version, ADA)))
                .containsExactlyInAnyOrder("admin", "read", "delete", "document", "open", "local");
        assertThat(tools(server.client(version, BEN))).containsExactlyInAnyOrder("read", "document", "open", "local");
        assertThat(tools(server.client(version))).containsExactlyInAnyOrder("open", "local");
    }

    private static List<String> tools(McpTestClient client) {
        List<String> names = new ArrayList<>();
        for (JsonNode tool : client.request("tools/list", "{}").result().get("tools")) {
            names.add(tool.get("name").stringValue());
        }
        return names;
    }

    @EveryRevision
    void aHiddenToolIsUnknown(ProtocolVersion version) {
        assertThat(server.client(version, ADA).call("admin", "{}").contentText())
                .isEqualTo("admin for ada")
                .isEqualTo(http.get("/api/admin?user=ada&roles=ADMIN,USER").body());
        assertThat(http.get("/api/admin?user=ben&roles=USER").statusCode()).isEqualTo(403);
        Answer unknown = server.client(version, BEN).call("admin", "{}");
        assertThat(unknown.errorCode()).isEqualTo(-32602);
        assertThat(unknown.error().get("message").stringValue()).isEqualTo("No tool named 'admin'");
    }

    @EveryRevision
    void rulesMayDependOnTheHttpMethod(ProtocolVersion version) {
        McpTestClient ben = server.client(version, BEN);
        assertThat(ben.call("read", "{\"id\": \"7\"}").contentText()).isEqualTo("read 7");
        assertThat(ben.call("delete", "{\"id\": \"7\"}").errorCode()).isEqualTo(-32602);
        assertThat(server.client(version, ADA).call("delete", "{\"id\": \"7\"}").contentText())
                .isEqualTo("delete 7");
    }

    @EveryRevision
    void rulesDecideBeforeTheUserIsAskedToConfirm(ProtocolVersion version) {
        assertThat(server.clientWith(version, Dialogue.EVERYTHING, BEN)
                        .call("delete", "{\"id\": \"7\"}")
                        .errorCode())
                .isEqualTo(-32602);
        server.tester(version, ADA)
                .call("delete")
                .argument("id", "7")
                .onElicitation(McpTestRequest.Elicitation::decline)
                .execute()
                .error()
                .isEqualTo("The user declined the call.");
    }

    @EveryRevision
    void rulesDecideAgainWhenThePathIsKnown(ProtocolVersion version) {
        McpTestClient ben = server.client(version, BEN);
        String secret = "{\"folder\": \"secret\", \"name\": \"plan\"}";
        assertThat(ben.call("document", "{\"folder\": \"open\", \"name\": \"plan\"}")
                        .contentText())
                .isEqualTo("open/plan");
        assertThat(http.get("/api/documents/secret/plan?user=ben&roles=USER").statusCode())
                .isEqualTo(403);
        assertThat(ben.call("document", secret).errorCode()).isEqualTo(-32602);
        assertThat(server.client(version, ADA).call("document", secret).contentText())
                .isEqualTo("secret/plan");
    }

    @Test
    void rulesMayDependOnHeadersOfTheClient() {
        McpTestClient ada = server.client(ProtocolVersion.V2026_07_28, ADA);
        ObjectNode params = JsonMapper.shared().createObjectNode().put("name", "machine");
        Map<String, String> headers = new HashMap<>(ada.headers("tools/call", params));
        assertThat(ada.post(ada.body("tools/call", params), headers).errorCode())
                .isEqualTo(-32602);
        headers.put("X-Machine", "7");
        assertThat(ada.post(ada.body("tools/call", params), headers).contentText())
                .isEqualTo("not passed on");
    }

    @Test
    void headersOfTheClientMaySelectAFilterChain() {
        McpTestClient client = server.client(ProtocolVersion.V2026_07_28);
        for (String method : List.of("tools/list", "tools/call")) {
            ObjectNode params = JsonMapper.shared().createObjectNode();
            if (method.equals("tools/call")) {
                params.put("name", "open");
            }
            Map<String, String> headers = new HashMap<>(client.headers(method, params));
            assertThat(client.post(client.body(method, params), headers).text()).contains("open");
            headers.put("X-Closed", "yes");
            Answer closed = client.post(client.body(method, params), headers);
            assertThat(closed.text()).contains(method.equals("tools/list") ? "local" : "No tool named");
            assertThat(closed.text()).doesNotContain("\"name\":\"open\"");
        }
    }

    @Test
    void pathsMayBePermittedOneByOne() {
        McpTestClient ben = server.client(ProtocolVersion.V2026_07_28, BEN);
        assertThat(ben.call("listed", "{\"name\": \"one\"}").contentText()).isEqualTo("one");
        assertThat(ben.call("listed", "{\"name\": \"two\"}").errorCode()).isEqualTo(-32602);
    }

    @ParameterizedTest
    @CsvSource({"../secret/plan", "..", "secret%2Fplan", "a;b", "a\\\\b", "''", ".", "a/b"})
    void valuesThatCouldLeadElsewhereAreRefused(String folder) {
        McpTestClient ada = server.client(ProtocolVersion.V2026_07_28, ADA);
        Answer answer = ada.call("document", "{\"folder\": \"" + folder + "\", \"name\": \"plan\"}");
        assertThat(answer.isToolError()).isTrue();
        assertThat(answer.contentText()).contains("folder: is part of a path");
    }

    @Test
    void aValueThatNamesAnotherHandlerIsRefused() {
        McpTestClient ada = server.client(ProtocolVersion.V2026_07_28, ADA);
        assertThat(http.get("/api/orders/export?user=ada&roles=ADMIN").body()).isEqualTo("all orders");
        Answer answer = ada.call("read", "{\"id\": \"export\"}");
        assertThat(answer.isToolError()).isTrue();
        assertThat(answer.contentText()).contains("do not fit the path /api/orders/{id}");
    }

    @Test
    void aChainWithoutRulesStopsTheStart() {
        assertThatException()
                .isThrownBy(() -> TestServer.start(Undecided.class).close())
                .extracting(NestedExceptionUtils::getMostSpecificCause)
                .isInstanceOfSatisfying(McpMethodException.class, refused -> {
                    assertThat(refused.reason()).contains("/api/admin").contains("no rules");
                    assertThat(refused.cure()).contains("mcp.server.controllers.url-rules");
                });
    }

    @Test
    void anotherRuleOrTheUsersConsentReplacesThem() {
        try (TestServer ruled = TestServer.start(Ruled.class)) {
            assertThat(tools(ruled.client(ProtocolVersion.V2026_07_28, BEN))).contains("admin");
        }
        try (TestServer ignoring = TestServer.start(Undecided.class, "mcp.server.controllers.url-rules=ignore")) {
            assertThat(tools(ignoring.client(ProtocolVersion.V2026_07_28, BEN))).contains("admin");
        }
    }

    @RestController
    static class Controller {

        @McpTool
        @GetMapping("/api/admin")
        String admin(java.security.Principal user) {
            return "admin for " + user.getName();
        }

        @McpTool
        @GetMapping("/api/orders/{id}")
        String read(@PathVariable String id) {
            return "read " + id;
        }

        @GetMapping("/api/orders/export")
        String export() {
            return "all orders";
        }

        @McpTool(confirm = "Delete {id}?", confirmUnsupported = McpTool.ConfirmUnsupported.CALL)
        @DeleteMapping("/api/orders/{id}")
        String delete(@PathVariable String id) {
            return "delete " + id;
        }

        @McpTool
        @GetMapping("/api/documents/{folder}/{name}")
        String document(@PathVariable String folder, @PathVariable String name) {
            return folder + "/" + name;
        }

        @McpTool
        @GetMapping("/api/machine")
        String machine(@org.springframework.web.bind.annotation.RequestHeader Map<String, String> headers) {
            return headers.containsKey("X-Machine") ? "passed on" : "not passed on";
        }

        @McpTool
        @GetMapping("/api/listed/{name}")
        String listed(@PathVariable String name) {
            return name;
        }

        @McpTool
        @GetMapping("/open")
        String open() {
            return "open";
        }

        @McpTool
        @GetMapping("/api/local")
        String local() {
            return "local";
        }
    }

    @Configuration(proxyBeanMethods = false)
    @Import({Controller.class, Users.class})
    static class Undecided {}

    @Configuration(proxyBeanMethods = false)
    @Import(Undecided.class)
    static class Ruled {

        @Bean
        McpAccessRule everybody() {
            return (entry, request) -> reactor.core.publisher.Mono.just(McpAccessDecision.granted());
        }
    }

    @Configuration(proxyBeanMethods = false)
    @Import({Controller.class, OfWebFlux.class, OfSpringMvc.class, Users.class})
    static class Application {}

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnWebApplication(type = Type.REACTIVE)
    static class OfWebFlux {

        @Bean
        @Order(1)
        SecurityWebFilterChain api(ServerHttpSecurity http) {
            return http.securityMatcher(new PathPatternParserServerWebExchangeMatcher("/api/**"))
                    .csrf(ServerHttpSecurity.CsrfSpec::disable)
                    .addFilterAt(Users.webFilter(), SecurityWebFiltersOrder.AUTHENTICATION)
                    .authorizeExchange(exchanges -> exchanges
                            .pathMatchers("/api/admin/**", "/api/documents/secret/**")
                            .hasRole("ADMIN")
                            .pathMatchers(HttpMethod.DELETE, "/api/orders/**")
                            .hasRole("ADMIN")
                            .pathMatchers("/api/machine")
                            .access((user, context) -> Mono.just(new AuthorizationDecision(context.getExchange()
                                    .getRequest()
                                    .getHeaders()
                                    .containsHeader("X-Machine"))))
                            .pathMatchers("/api/listed/one")
                            .authenticated()
                            .pathMatchers("/api/listed/**")
                            .denyAll()
                            .pathMatchers("/api/local")
                            .hasIpAddress("127.0.0.0/8")
                            .anyExchange()
                            .authenticated())
                    .build();
        }

        @Bean
        @Order(0)
        SecurityWebFilterChain closed(ServerHttpSecurity http) {
            return http.securityMatcher(
                            exchange -> exchange.getRequest().getPath().value().equals("/open")
                                            && exchange.getRequest()
                                                    .getHeaders()
                                                    .containsHeader("X-Closed")
                                    ? ServerWebExchangeMatcher.MatchResult.match()
                                    : ServerWebExchangeMatcher.MatchResult.notMatch())
                    .authorizeExchange(exchanges -> exchanges.anyExchange().denyAll())
                    .build();
        }

        @Bean
        @Order(2)
        SecurityWebFilterChain open(ServerHttpSecurity http) {
            return http.securityMatcher(new PathPatternParserServerWebExchangeMatcher("/open"))
                    .authorizeExchange(exchanges -> exchanges.anyExchange().permitAll())
                    .build();
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnWebApplication(type = Type.SERVLET)
    static class OfSpringMvc {

        @Bean
        @Order(1)
        SecurityFilterChain api(HttpSecurity http) {
            return http.securityMatcher("/api/**")
                    .csrf(csrf -> csrf.disable())
                    .addFilterBefore(Users.filter(), AuthorizationFilter.class)
                    .authorizeHttpRequests(requests -> requests.requestMatchers(
                                    "/api/admin/**", "/api/documents/secret/**")
                            .hasRole("ADMIN")
                            .requestMatchers(HttpMethod.DELETE, "/api/orders/**")
                            .hasRole("ADMIN")
                            .requestMatchers("/api/machine")
                            .access((user, context) -> new AuthorizationDecision(
                                    context.getRequest().getHeader("X-Machine") != null))
                            .requestMatchers("/api/listed/one")
                            .authenticated()
                            .requestMatchers("/api/listed/**")
                            .denyAll()
                            .requestMatchers("/api/local")
                            .access(org.springframework.security.web.access.IpAddressAuthorizationManager.hasIpAddress(
                                    "127.0.0.0/8"))
                            .anyRequest()
                            .authenticated())
                    .build();
        }

        @Bean
        @Order(0)
        SecurityFilterChain closed(HttpSecurity http) {
            return http.securityMatcher(
                            request -> request.getRequestURI().equals("/open") && request.getHeader("X-Closed") != null)
                    .authorizeHttpRequests(requests -> requests.anyRequest().denyAll())
                    .build();
        }

        @Bean
        @Order(2)
        SecurityFilterChain open(HttpSecurity http) {
            return http.securityMatcher("/open")
                    .authorizeHttpRequests(requests -> requests.anyRequest().permitAll())
                    .build();
        }
    }
}
