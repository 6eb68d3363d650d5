package io.mcpspring.contract.security;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.annotation.McpPrompt;
import io.mcpspring.annotation.McpResource;
import io.mcpspring.annotation.McpTool;
import io.mcpspring.method.McpBlockingInterceptor;
import io.mcpspring.method.McpInterceptor;
import io.mcpspring.method.McpInvocation;
import io.mcpspring.protocol.McpResult;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.support.Answer;
import io.mcpspring.support.EveryRevision;
import io.mcpspring.support.Extent;
import io.mcpspring.support.McpTestClient;
import io.mcpspring.support.TestServer;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.security.authentication.AnonymousAuthenticationToken;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.config.annotation.method.configuration.EnableMethodSecurity;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.GrantedAuthority;
import org.springframework.security.core.annotation.AnnotationTemplateExpressionDefaults;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.security.core.annotation.CurrentSecurityContext;
import org.springframework.security.core.context.ReactiveSecurityContextHolder;
import org.springframework.security.core.context.SecurityContext;
import org.springframework.security.core.context.SecurityContextHolder;
import reactor.core.publisher.Mono;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Methods of every style see the authenticated caller of their request, and no other one. */
class IdentityTests {

    static final List<String> TOOLS = List.of("blocking", "reactive", "subscribed", "stage", "context");

    private static final int CALLS = switch (Extent.CURRENT) {
        case QUICK -> 300;
        case CHANGE -> 2_000;
        case FULL -> 20_000;
    };

    private static final Queue SEEN = new Queue();

    private final TestServer server = TestServer.shared(Application.class, "mcp.server.execution.pool.max-size=4");

    @BeforeEach
    void forget() {
        SEEN.names.clear();
    }

    @EveryRevision
    void toolsOfEveryStyleSeeTheCaller(ProtocolVersion version) {
        McpTestClient ada = server.client(version, Users.path("ada"));
        assertThat(TOOLS)
                .allSatisfy(tool -> assertThat(ada.call(tool).contentText()).isEqualTo("ada"));
    }

    @EveryRevision
    @EnabledForJreRange(min = JRE.JAVA_21)
    void toolsOnVirtualThreadsSeeTheCaller(ProtocolVersion version) {
        TestServer virtual = TestServer.shared(Application.class, "spring.threads.virtual.enabled=true");
        McpTestClient ada = virtual.client(version, Users.path("ada"));
        McpTestClient anonymous = virtual.client(version);
        assertThat(TOOLS).allSatisfy(tool -> {
            assertThat(ada.call(tool).contentText()).isEqualTo("ada");
            assertThat(anonymous.call(tool).contentText()).isEqualTo("anonymous");
        });
    }

    @EveryRevision
    void anonymousCallersHaveNoAuthentication(ProtocolVersion version) {
        McpTestClient anonymous = server.client(version);
        server.client(version, Users.path("ada")).call("blocking");
        assertThat(TOOLS)
                .allSatisfy(
                        tool -> assertThat(anonymous.call(tool).contentText()).isEqualTo("anonymous"));
    }

    @EveryRevision
    void promptsAndResourcesSeeTheCaller(ProtocolVersion version) {
        McpTestClient ada = server.client(version, Users.path("ada"));
        assertThat(ada.request("prompts/get", "{\"name\": \"greeting\"}").text())
                .contains("Greet ada");
        assertThat(ada.request("resources/read", "{\"uri\": \"me://name\"}").text())
                .contains("\"text\":\"ada\"");
    }

    @EveryRevision
    void parametersOfSpringSecurityAreInjected(ProtocolVersion version) {
        McpTestClient ada = server.client(version, Users.path("ada", "READER"));
        assertThat(ada.call("principal").contentText()).isEqualTo("ada ADA [ROLE_READER]");
        Answer list = ada.request("tools/list", "{}");
        assertThat(list.result().get("tools"))
                .filteredOn(tool -> tool.get("name").stringValue().equals("principal"))
                .singleElement()
                .satisfies(
                        tool -> assertThat(tool.at("/inputSchema/properties")).isEmpty());
    }

    @EveryRevision
    void placeholdersOfOwnAnnotationsForParametersAreFilled(ProtocolVersion version) {
        McpTestClient ada = server.client(version, Users.path("ada", "READER"));
        assertThat(ada.call("templates").contentText()).isEqualTo("3 [ROLE_READER]");
    }

    @EveryRevision
    void methodSecurityProtectsEveryStyle(ProtocolVersion version) {
        McpTestClient admin = server.client(version, Users.path("ada", "ADMIN"));
        McpTestClient reader = server.client(version, Users.path("ben", "READER"));
        McpTestClient anonymous = server.client(version);
        assertThat(Stream.of("blockingAdmin", "reactiveAdmin")).allSatisfy(tool -> {
            assertThat(admin.call(tool).contentText()).isEqualTo("allowed");
            assertThat(reader.call(tool).errorCode()).isEqualTo(-32602);
            assertThat(anonymous.call(tool).errorCode()).isEqualTo(-32602);
        });
    }

    @EveryRevision
    void blockingInterceptorsSeeTheCaller(ProtocolVersion version) {
        server.client(version, Users.path("ada")).call("reactive");
        assertThat(SEEN.names).containsExactly("ada");
    }

    @EveryRevision
    void methodsOfEveryStyleSeeTheCallerThatAnInterceptorHasSet(ProtocolVersion version) {
        TestServer replacing = TestServer.shared(ReplacingApplication.class);
        McpTestClient ada = replacing.client(version, Users.path("ada"));
        assertThat(TOOLS)
                .allSatisfy(tool -> assertThat(ada.call(tool).contentText()).isEqualTo("deputy of ada"));
    }

    @Test
    void everyOneOfManyConcurrentCallsSeesItsOwnCaller() throws Exception {
        List<HttpRequest> requests = IntStream.range(0, 50 * TOOLS.size())
                .mapToObj(index -> call("user" + index / TOOLS.size(), TOOLS.get(index % TOOLS.size())))
                .toList();
        HttpClient http = HttpClient.newHttpClient();
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try {
            List<Future<String>> answers = IntStream.range(0, CALLS)
                    .mapToObj(call -> threads.submit(
                            () -> http.send(requests.get(call % requests.size()), HttpResponse.BodyHandlers.ofString())
                                    .body()))
                    .toList();
            for (int call = 0; call < answers.size(); call++) {
                String user = "user" + call % requests.size() / TOOLS.size();
                assertThat(answers.get(call).get()).contains("\"text\":\"" + user + "\"");
            }
        } finally {
            threads.shutdown();
        }
    }

    private HttpRequest call(String user, String tool) {
        McpTestClient client = server.client(ProtocolVersion.V2026_07_28);
        ObjectNode params = JsonMapper.shared().createObjectNode().put("name", tool);
        HttpRequest.Builder request = HttpRequest.newBuilder(
                        URI.create("http://localhost:" + server.port() + Users.path(user)))
                .POST(HttpRequest.BodyPublishers.ofString(client.body("tools/call", params)));
        client.headers("tools/call", params).forEach(request::header);
        return request.build();
    }

    private static String name(@Nullable Authentication authentication) {
        // Spring MVC has a token for anonymous callers, and WebFlux has none.
        return authentication == null || authentication instanceof AnonymousAuthenticationToken
                ? "anonymous"
                : authentication.getName();
    }

    private static String current() {
        return name(SecurityContextHolder.getContext().getAuthentication());
    }

    static class Entries {

        @McpTool
        String blocking() {
            return current();
        }

        @McpTool
        Mono<String> reactive() {
            return Mono.just(current());
        }

        @McpTool
        Mono<String> subscribed() {
            return Mono.fromSupplier(IdentityTests::current);
        }

        @McpTool
        CompletionStage<String> stage() {
            return CompletableFuture.completedFuture(current());
        }

        @McpTool
        Mono<String> context() {
            return ReactiveSecurityContextHolder.getContext()
                    .map(context -> name(context.getAuthentication()))
                    .defaultIfEmpty("anonymous");
        }

        @McpTool
        String principal(
                @AuthenticationPrincipal String user,
                @AuthenticationPrincipal(expression = "toUpperCase()") String upper,
                @CurrentSecurityContext SecurityContext context) {
            return "%s %s %s".formatted(user, upper, context.getAuthentication().getAuthorities());
        }

        @McpPrompt
        String greeting() {
            return "Greet " + current();
        }

        @McpResource(uri = "me://name")
        Mono<String> me() {
            return Mono.fromSupplier(IdentityTests::current);
        }

        @McpTool
        @PreAuthorize("hasRole('ADMIN')")
        String blockingAdmin() {
            return "allowed";
        }

        @McpTool
        @PreAuthorize("hasRole('ADMIN')")
        Mono<String> reactiveAdmin() {
            return Mono.just("allowed");
        }
    }

    @Target(ElementType.PARAMETER)
    @Retention(RetentionPolicy.RUNTIME)
    @AuthenticationPrincipal(expression = "{member}()")
    @interface OfPrincipal {

        String member();
    }

    @Target(ElementType.PARAMETER)
    @Retention(RetentionPolicy.RUNTIME)
    @CurrentSecurityContext(expression = "authentication.{member}")
    @interface OfAuthentication {

        String member();
    }

    static class TemplateEntries {

        @McpTool
        String templates(
                @OfPrincipal(member = "length") int length,
                @OfAuthentication(member = "authorities") Collection<GrantedAuthority> authorities) {
            return length + " " + authorities;
        }
    }

    static class Queue implements McpBlockingInterceptor {

        final ConcurrentLinkedQueue<String> names = new ConcurrentLinkedQueue<>();

        @Override
        public McpInvocation before(McpInvocation invocation) {
            names.add(current());
            return invocation;
        }
    }

    static class Deputies implements McpInterceptor {

        @Override
        public Mono<McpResult> intercept(McpInvocation invocation, Chain chain) {
            return ReactiveSecurityContextHolder.getContext()
                    .map(context -> "deputy of " + name(context.getAuthentication()))
                    .flatMap(deputy -> chain.proceed(invocation)
                            .contextWrite(ReactiveSecurityContextHolder.withAuthentication(
                                    UsernamePasswordAuthenticationToken.authenticated(deputy, null, List.of()))));
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableMethodSecurity
    @Import({Users.class, Entries.class, Deputies.class})
    static class ReplacingApplication {}

    @Configuration(proxyBeanMethods = false)
    @EnableMethodSecurity
    @Import({Users.class, Entries.class, TemplateEntries.class})
    static class Application {

        @Bean
        static AnnotationTemplateExpressionDefaults templateDefaults() {
            return new AnnotationTemplateExpressionDefaults();
        }

        @Bean
        Queue seen() {
            return SEEN;
        }
    }
}
