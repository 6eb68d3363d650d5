package io.mcpspring.contract.controller;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import io.mcpspring.annotation.McpTool;
import io.mcpspring.entry.McpAccessDecision;
import io.mcpspring.entry.McpAccessRule;
import io.mcpspring.entry.McpEntry;
import io.mcpspring.exchange.McpRequestContext;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.support.Answer;
import io.mcpspring.support.McpTestClient;
import io.mcpspring.support.OnServletContainers;
import io.mcpspring.support.RecordedLog;
import io.mcpspring.support.TestServer;
import io.mcpspring.test.McpTester;
import jakarta.servlet.Filter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.annotation.RequestScope;
import org.springframework.web.context.request.async.DeferredResult;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody;
import org.springframework.web.servlet.support.ServletUriComponentsBuilder;
import reactor.core.publisher.Mono;

/** What Spring MVC does around a handler method, it does for calls of tools, too. */
@OnServletContainers("Only Spring MVC has these interceptors, scopes and results")
class ServletControllerTests {

    private final TestServer server =
            TestServer.shared(Application.class, "server.servlet.context-path=/shop", "spring.mvc.servlet.path=/app");

    private final McpTestClient client = server.client(ProtocolVersion.V2026_07_28, "/shop/app/mcp");

    private final Http http = new Http(server);

    @Test
    void anInterceptorMayAnswerInPlaceOfTheHandler() {
        Answer answer = client.call("forbidden", "{}");
        assertThat(answer.isToolError()).isTrue();
        assertThat(answer.contentText()).isEqualTo("401 Unauthorized");
    }

    @Test
    void whatAnInterceptorOpensIsOpenWhileTheBodyIsWritten() {
        assertThat(client.call("lazy", "{}").contentText())
                .isEqualTo(http.get("/shop/app/lazy").body())
                .isEqualTo("{\"value\":\"open\"}");
        assertThat(OpenInView.OPEN.get()).isNull();
    }

    @Test
    void eachCallHasARequestScopeOfItsOwn() {
        assertThat(client.call("scoped", "{}").contentText())
                .isNotEqualTo(client.call("scoped", "{}").contentText());
    }

    @Test
    void aCallHasNoSession() {
        Answer answer = client.call("session", "{}");
        assertThat(answer.isToolError()).isTrue();
        assertThat(answer.contentText()).startsWith("Tool 'session' failed unexpectedly");
    }

    @Test
    void theUrlOfTheRequestIsThatOfAnHttpClient() {
        assertThat(client.call("url", "{}").contentText())
                .isEqualTo(http.get("/shop/app/url").body())
                .endsWith("/shop/app/url");
    }

    @Test
    void theUrlIsKnownAfterTheRequestHasLeftItsThread() {
        assertThat(client.call("later_url", "{}").contentText())
                .isEqualTo(http.get("/shop/app/later-url").body());
    }

    @Test
    void deferredResultsAreCompleted() throws Exception {
        client.call("deferred", "{}");
        assertThat(Controller.COMPLETED.await(10, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void theWorkForADeferredResultMayTakeEffectAlthoughItsRequestIsCancelled() {
        assertThat(client.call("never", "{}").contentText()).startsWith("Tool 'never' may still take effect");
    }

    @Test
    void aHandlerThatReturnsItsPublisherAfterTheTimeLimitIsCancelled() throws Exception {
        assertThat(client.call("late", "{}").isToolError()).isTrue();
        assertThat(Controller.CANCELLED.await(10, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void writtenTextIsReadInItsCharset() {
        assertThat(client.call("written", "{}").contentText()).isEqualTo("é");
    }

    @Test
    void resultsThatComeLaterAreAwaited() {
        for (String tool : new String[] {"deferred", "callable", "streamed"}) {
            assertThat(client.call(tool, "{}").contentText()).as(tool).isEqualTo(tool);
        }
    }

    @Test
    void aDispatcherWithoutAnHttpRequestIsInitialized() {
        try (TestServer untouched = TestServer.start(Application.class)) {
            McpTester tester =
                    McpTester.bindToApplicationContext(untouched.context()).build();
            tester.call("callable").execute().text().isEqualTo("callable");
        }
    }

    @Test
    void filtersThatCallsDoNotPassAreNamedAtTheStart() {
        try (RecordedLog log = new RecordedLog();
                TestServer filtered = TestServer.start(Filtered.class)) {
            assertThat(filtered.client(ProtocolVersion.V2026_07_28)
                            .call("callable", "{}")
                            .contentText())
                    .isEqualTo("callable");
            assertThat(log.lines(Level.WARN))
                    .filteredOn(line -> line.contains("Servlet filters of controllers"))
                    .singleElement()
                    .asString()
                    .endsWith("[tenants]");
        }
    }

    @Configuration(proxyBeanMethods = false)
    @Import(Application.class)
    static class Filtered {

        @Bean
        FilterRegistrationBean<Filter> tenants() {
            return filter("tenants", "/callable/*");
        }

        @Bean
        FilterRegistrationBean<Filter> everything() {
            return filter("everything", "/*");
        }

        private static FilterRegistrationBean<Filter> filter(String name, String pattern) {
            FilterRegistrationBean<Filter> registration =
                    new FilterRegistrationBean<>((request, response, chain) -> chain.doFilter(request, response));
            registration.setName(name);
            registration.addUrlPatterns(pattern);
            registration.setAsyncSupported(true);
            return registration;
        }
    }

    static class OpenInView implements HandlerInterceptor {

        static final ThreadLocal<@Nullable String> OPEN = new ThreadLocal<>();

        @Override
        public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler)
                throws Exception {
            OPEN.set("open");
            if (request.getRequestURI().endsWith("/forbidden")) {
                response.sendError(401);
                return false;
            }
            return true;
        }

        @Override
        public void afterCompletion(
                HttpServletRequest request, HttpServletResponse response, Object handler, @Nullable Exception ex) {
            OPEN.remove();
        }
    }

    static class Lazy {

        public @Nullable String getValue() {
            return OpenInView.OPEN.get();
        }
    }

    @RestController
    static class Controller {

        static final CountDownLatch COMPLETED = new CountDownLatch(1);

        static final CountDownLatch CANCELLED = new CountDownLatch(1);

        private final Scoped scoped;

        Controller(Scoped scoped) {
            this.scoped = scoped;
        }

        @McpTool
        @GetMapping("/forbidden")
        String forbidden() {
            return "";
        }

        @McpTool
        @GetMapping("/lazy")
        Lazy lazy() {
            return new Lazy();
        }

        @McpTool
        @GetMapping("/scoped")
        String scoped() {
            return scoped.id();
        }

        @McpTool
        @GetMapping("/session")
        String session(HttpServletRequest request) {
            return request.getSession().getId();
        }

        @McpTool
        @GetMapping("/url")
        String url() {
            return ServletUriComponentsBuilder.fromCurrentRequest().toUriString();
        }

        @McpTool(name = "later_url")
        @GetMapping("/later-url")
        String laterUrl() {
            return url();
        }

        @McpTool
        @GetMapping("/written")
        void written(HttpServletResponse response) throws java.io.IOException {
            response.setContentType("text/plain;charset=ISO-8859-1");
            response.getWriter().write("é");
        }

        @McpTool
        @GetMapping("/deferred")
        DeferredResult<String> deferred() {
            DeferredResult<String> result = new DeferredResult<>();
            result.onCompletion(COMPLETED::countDown);
            new Thread(() -> result.setResult("deferred")).start();
            return result;
        }

        @McpTool(timeout = "100ms")
        @GetMapping("/never")
        DeferredResult<String> never() {
            return new DeferredResult<>();
        }

        @McpTool(timeout = "100ms")
        @GetMapping("/late")
        Mono<String> late() {
            while (!Thread.currentThread().isInterrupted()) {
                Thread.onSpinWait();
            }
            return Mono.<String>never().doOnCancel(CANCELLED::countDown);
        }

        @McpTool
        @GetMapping("/callable")
        Callable<String> callable() {
            return () -> "callable";
        }

        @McpTool
        @GetMapping(path = "/streamed", produces = "text/plain")
        StreamingResponseBody streamed() {
            return output -> output.write("streamed".getBytes(java.nio.charset.StandardCharsets.UTF_8));
        }
    }

    public static class Scoped {

        private final String id = java.util.UUID.randomUUID().toString();

        public String id() {
            return id;
        }
    }

    @Configuration(proxyBeanMethods = false)
    @Import(Controller.class)
    static class Application implements WebMvcConfigurer {

        @Override
        public void addInterceptors(InterceptorRegistry registry) {
            registry.addInterceptor(new OpenInView());
        }

        /** Decides later, on another thread. */
        @Bean
        McpAccessRule later() {
            return new McpAccessRule() {

                @Override
                public boolean appliesTo(McpEntry entry) {
                    return entry.name().equals("later_url");
                }

                @Override
                public Mono<McpAccessDecision> decide(McpEntry entry, McpRequestContext request) {
                    return Mono.delay(Duration.ofMillis(1)).map(tick -> McpAccessDecision.granted());
                }
            };
        }

        @Bean
        @RequestScope
        Scoped scopedBean() {
            return new Scoped();
        }
    }
}
