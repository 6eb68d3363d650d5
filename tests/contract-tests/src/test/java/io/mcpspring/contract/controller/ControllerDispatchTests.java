package io.mcpspring.contract.controller;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.annotation.McpTool;
import io.mcpspring.contract.security.Users;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.support.Answer;
import io.mcpspring.support.EveryRevision;
import io.mcpspring.support.Extent;
import io.mcpspring.support.McpTestClient;
import io.mcpspring.support.OnNetty;
import io.mcpspring.support.OnServletContainers;
import io.mcpspring.support.RawHttp;
import io.mcpspring.support.TestServer;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.security.config.annotation.method.configuration.EnableMethodSecurity;
import org.springframework.security.config.core.GrantedAuthorityDefaults;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** What surrounds a handler method that a tool calls: threads, callers, time, proxies. */
class ControllerDispatchTests {

    private static final int CALLS = Extent.CURRENT == Extent.FULL ? 20_000 : 400;

    private final TestServer server = TestServer.shared(Application.class, "mcp.server.controllers.url-rules=ignore");

    @EveryRevision
    void handlersOfEveryStyleSeeTheCaller(ProtocolVersion version) {
        McpTestClient ada = server.client(version, Users.path("ada"));
        for (String tool : List.of("blocking", "reactive", "later")) {
            assertThat(ada.call(tool, "{}").contentText()).as(tool).isEqualTo("ada ada");
        }
    }

    @Test
    void manyConcurrentCallsSeeTheirOwnCallers() throws Exception {
        List<McpTestClient> clients = IntStream.range(0, 50)
                .mapToObj(user -> server.client(ProtocolVersion.V2026_07_28, Users.path("user" + user)))
                .toList();
        List<String> tools = List.of("blocking", "reactive", "later");
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try {
            List<Future<String>> answers = IntStream.range(0, CALLS)
                    .mapToObj(call -> threads.submit(() -> clients.get(call % 50)
                            .call(tools.get(call % 3), "{}")
                            .contentText()))
                    .toList();
            for (int call = 0; call < answers.size(); call++) {
                String user = "user" + call % 50;
                assertThat(answers.get(call).get()).isEqualTo(user + " " + user);
            }
        } finally {
            threads.shutdown();
        }
    }

    @Test
    @OnNetty("Tomcat refuses such a host")
    void theHostMayHaveAnUnderscore() {
        McpTestClient client = server.client(ProtocolVersion.V2026_07_28);
        ObjectNode params = JsonMapper.shared().createObjectNode().put("name", "thread");
        List<String> headers = new ArrayList<>(List.of("Host: order_service:8080"));
        client.headers("tools/call", params).forEach((name, value) -> headers.add(name + ": " + value));
        assertThat(RawHttp.post(server.port(), client.body("tools/call", params), headers.toArray(String[]::new))
                        .json()
                        .at("/result/isError")
                        .asBoolean())
                .isFalse();
    }

    @EveryRevision
    void methodSecurityDecides(ProtocolVersion version) {
        McpTestClient ben = server.client(version, Users.path("ben", "USER"));
        assertThat(server.client(version, Users.path("ada", "ADMIN"))
                        .call("guarded", "{}")
                        .contentText())
                .isEqualTo("guarded");
        assertThat(ben.call("guarded", "{}").errorCode()).isEqualTo(-32602);
        assertThat(ben.call("own", "{\"user\": \"ben\"}").contentText()).isEqualTo("own ben");
        assertThat(ben.call("own", "{\"user\": \"ada\"}").errorCode()).isEqualTo(-32602);
    }

    @Test
    void annotationsOfAnInterfaceAreThoseOfItsController() {
        assertThat(server.client(ProtocolVersion.V2026_07_28)
                        .call("generated", "{\"orderId\": 7, \"limit\": 3}")
                        .contentText())
                .isEqualTo("7 3");
    }

    @Test
    void aSlowHandlerIsCancelledByTheTimeLimit() throws Exception {
        Answer answer = server.client(ProtocolVersion.V2026_07_28).call("slow", "{}");
        assertThat(answer.isToolError()).isTrue();
        assertThat(answer.contentText()).startsWith("Tool 'slow' may still take effect");
        assertThat(Controller.CANCELLED.await(10, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void theWorkBehindAFutureMayTakeEffectAlthoughItsRequestIsCancelled() {
        Answer answer = server.client(ProtocolVersion.V2026_07_28).call("never", "{}");
        assertThat(answer.isToolError()).isTrue();
        assertThat(answer.contentText()).startsWith("Tool 'never' may still take effect");
    }

    @Test
    void aBlockingHandlerIsInterruptedByTheTimeLimit() throws Exception {
        Answer answer = server.client(ProtocolVersion.V2026_07_28).call("sleeping", "{}");
        assertThat(answer.isToolError()).isTrue();
        assertThat(answer.contentText()).startsWith("Tool 'sleeping' was stopped");
        assertThat(Controller.INTERRUPTED.await(10, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    @OnServletContainers("WebFlux runs blocking methods on workers")
    void aHandlerRunsOnTheThreadOfTheRequest() {
        assertThat(server.client(ProtocolVersion.V2026_07_28)
                        .call("thread", "{}")
                        .contentText())
                .doesNotContain("mcp");
    }

    @Test
    @OnServletContainers("WebFlux has no servlet requests")
    void rolesAndCallablesHaveTheUserOfTheCall() {
        McpTestClient ada = server.client(ProtocolVersion.V2026_07_28, Users.path("ada", "ADMIN"));
        assertThat(ada.call("roles", "{}").contentText()).isEqualTo("true false ada");
    }

    @Test
    @OnServletContainers("WebFlux has no servlet requests")
    void rolesHaveThePrefixOfTheApplication() {
        McpTestClient ada = TestServer.shared(WithoutPrefix.class, "mcp.server.controllers.url-rules=ignore")
                .client(ProtocolVersion.V2026_07_28, Users.path("ada", "ADMIN"));
        assertThat(ada.call("roles", "{}").contentText()).isEqualTo("false false ada");
    }

    interface Generated {

        @GetMapping("/generated/{orderId}")
        String generated(@PathVariable("orderId") long id, @RequestParam(required = false) Integer limit);
    }

    @RestController
    static class Implementation implements Generated {

        @Override
        @McpTool
        public String generated(long id, Integer limit) {
            return id + " " + limit;
        }
    }

    @RestController
    @RequestMapping("/dispatch")
    static class Controller {

        static final CountDownLatch CANCELLED = new CountDownLatch(1);

        static final CountDownLatch INTERRUPTED = new CountDownLatch(1);

        private static String current() {
            return SecurityContextHolder.getContext().getAuthentication().getName();
        }

        @McpTool
        @GetMapping("/blocking")
        public String blocking(Authentication user) {
            return user.getName() + " " + current();
        }

        @McpTool
        @GetMapping("/reactive")
        public Mono<String> reactive(Authentication user) {
            String now = current();
            return Mono.delay(Duration.ofMillis(1)).map(tick -> user.getName() + " " + now);
        }

        @McpTool
        @GetMapping("/later")
        public CompletableFuture<String> later(Authentication user) {
            String now = current();
            return CompletableFuture.supplyAsync(() -> user.getName() + " " + now);
        }

        @McpTool
        @PreAuthorize("hasRole('ADMIN')")
        @GetMapping("/guarded")
        public String guarded() {
            return "guarded";
        }

        @McpTool
        @PreAuthorize("#user == authentication.name")
        @GetMapping("/own/{user}")
        public String own(@PathVariable String user) {
            return "own " + user;
        }

        @McpTool
        @GetMapping("/roles")
        public Callable<String> roles(HttpServletRequest request) {
            String roles = request.isUserInRole("ADMIN") + " " + request.isUserInRole("ROLE_OTHER");
            return () -> roles + " "
                    + SecurityContextHolder.getContext().getAuthentication().getName();
        }

        @McpTool(timeout = "100ms")
        @GetMapping("/slow")
        public Mono<String> slow() {
            return Mono.<String>never().doOnCancel(CANCELLED::countDown);
        }

        @McpTool(timeout = "100ms")
        @GetMapping("/sleeping")
        public String sleeping() throws InterruptedException {
            try {
                new CountDownLatch(1).await(20, TimeUnit.SECONDS);
            } catch (InterruptedException expected) {
                INTERRUPTED.countDown();
                throw expected;
            }
            return "";
        }

        @McpTool(timeout = "100ms")
        @GetMapping("/never")
        public CompletableFuture<String> never() {
            return new CompletableFuture<>();
        }

        @McpTool
        @GetMapping("/thread")
        public String thread() {
            return Thread.currentThread().getName();
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableMethodSecurity
    @Import({Users.class, Controller.class, Implementation.class})
    static class Application {}

    @Configuration(proxyBeanMethods = false)
    @Import(Application.class)
    static class WithoutPrefix {

        @Bean
        static GrantedAuthorityDefaults noPrefix() {
            return new GrantedAuthorityDefaults("");
        }
    }
}
