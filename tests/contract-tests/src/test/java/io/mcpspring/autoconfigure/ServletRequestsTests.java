package io.mcpspring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.annotation.McpTool;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.support.McpTestClient;
import io.mcpspring.support.ModernRequest;
import io.mcpspring.support.OnServletContainers;
import io.mcpspring.support.RawHttp;
import io.mcpspring.support.TestServer;
import io.micrometer.common.KeyValue;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.filter.ServerHttpObservationFilter;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.servlet.config.annotation.ApiVersionConfigurer;
import org.springframework.web.servlet.config.annotation.CorsRegistry;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import org.springframework.web.servlet.handler.MappedInterceptor;

/** Requests to the endpoint in a Spring MVC application that configures Spring MVC. */
@OnServletContainers("The application is a Spring MVC application")
class ServletRequestsTests {

    private static final String SERVLET = "spring.main.web-application-type=servlet";

    private static final String PAGE = "http://localhost:3000";

    private static final Queue<String> INTERCEPTED = new ConcurrentLinkedQueue<>();

    private static final BlockingQueue<String> OBSERVED = new LinkedBlockingQueue<>();

    @RestController
    static class Application implements WebMvcConfigurer {

        @McpTool(description = "Greets")
        String greet() {
            return "Hello!";
        }

        @GetMapping("/page")
        String page() {
            return "controller";
        }

        @Override
        public void addInterceptors(InterceptorRegistry interceptors) {
            interceptors.addInterceptor(new Recorder("configured"));
        }

        @Override
        public void addCorsMappings(CorsRegistry mappings) {
            mappings.addMapping("/**").allowedOrigins("https://other.example").allowedMethods("PUT");
        }

        @Bean
        static MappedInterceptor mapped() {
            return new MappedInterceptor(new String[] {"/mcp"}, new Recorder("mapped"));
        }

        @Bean
        static FilterRegistrationBean<ServerHttpObservationFilter> observations() {
            ObservationRegistry registry = ObservationRegistry.create();
            registry.observationConfig().observationHandler(new Observed());
            FilterRegistrationBean<ServerHttpObservationFilter> filter =
                    new FilterRegistrationBean<>(new ServerHttpObservationFilter(registry));
            filter.setDispatcherTypes(DispatcherType.REQUEST, DispatcherType.ASYNC);
            return filter;
        }
    }

    private record Recorder(String name) implements HandlerInterceptor {

        @Override
        public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler) {
            INTERCEPTED.add(name + " " + request.getRequestURI());
            return true;
        }
    }

    private static final class Observed implements ObservationHandler<Observation.Context> {

        @Override
        public void onStop(Observation.Context context) {
            OBSERVED.add(context.getName() + " "
                    + context.getLowCardinalityKeyValues().stream()
                            .filter(value -> List.of("uri", "status").contains(value.getKey()))
                            .map(KeyValue::toString)
                            .sorted()
                            .toList());
        }

        @Override
        public boolean supportsContext(Observation.Context context) {
            return true;
        }
    }

    private final TestServer server = TestServer.shared(Application.class, SERVLET);

    @ParameterizedTest
    @ValueSource(strings = {"PUT", "PATCH", "OPTIONS", "PURGE"})
    void otherMethodsAreAnsweredByOneAllowHeader(String method) {
        RawHttp.Response response = RawHttp.send(server.port(), method + " /mcp");
        assertThat(response.status()).isEqualTo(405);
        assertThat(response.headers().get("Allow")).containsExactly("GET, POST, DELETE");
        assertThat(response.errorCode()).isEqualTo(-32600);
    }

    @Test
    void aHeadRequestHasNoBody() {
        try (RawHttp connection = RawHttp.connect(server.port())) {
            connection.send(RawHttp.head("HEAD /mcp"));
            RawHttp.Response head = connection.receive(true);
            assertThat(head.status()).isEqualTo(405);
            assertThat(head.headers().get("Allow")).containsExactly("GET, POST, DELETE");
            connection.send(RawHttp.head("GET /page"));
            assertThat(connection.receive().text()).isEqualTo("controller");
        }
    }

    @Test
    void springMvcAddsNoAllowHeaderToARefusal() {
        RawHttp.Response response = RawHttp.send(server.port(), "OPTIONS /mcp/");
        assertThat(response.status()).isEqualTo(404);
        assertThat(response.header("Allow")).isNull();
    }

    @Test
    void corsMappingsOfTheApplicationApplyToItsOwnPathsOnly() {
        String foreign = "Origin: https://other.example";
        assertThat(preflight("/page", foreign, "PUT").header("Access-Control-Allow-Origin"))
                .isEqualTo("https://other.example");
        assertThat(preflight("/mcp", foreign, "POST").status()).isEqualTo(403);
        RawHttp.Response allowed = preflight("/mcp", "Origin: " + PAGE, "POST");
        assertThat(allowed.status()).isEqualTo(200);
        assertThat(allowed.header("Access-Control-Allow-Methods")).isEqualTo("GET,POST,DELETE");
        assertThat(allowed.headers().get("Access-Control-Allow-Origin")).containsExactly(PAGE);
    }

    private RawHttp.Response preflight(String path, String origin, String method) {
        return RawHttp.send(server.port(), "OPTIONS " + path, origin, "Access-Control-Request-Method: " + method);
    }

    @Test
    void responsesForPagesHaveCorsHeadersOnce() {
        RawHttp.Response response =
                ModernRequest.call("greet", "{}").with("Origin: " + PAGE).send(server.port());
        assertThat(response.status()).isEqualTo(200);
        assertThat(response.headers().get("Access-Control-Allow-Origin")).containsExactly(PAGE);
        assertThat(response.headers().get("Access-Control-Expose-Headers"))
                .containsExactly("Mcp-Session-Id, WWW-Authenticate, Retry-After");
        assertThat(response.headers().get("Vary"))
                .containsExactlyInAnyOrder("Origin", "Access-Control-Request-Method", "Access-Control-Request-Headers");
    }

    @Test
    void aForeignPageIsRefusedWithAReason() {
        RawHttp.Response response = ModernRequest.call("greet", "{}")
                .with("Origin: https://evil.example")
                .send(server.port());
        assertThat(response.status()).isEqualTo(403);
        assertThat(response.header("Access-Control-Allow-Origin")).isNull();
        assertThat(response.json().at("/error/message").stringValue()).startsWith("The Origin is not allowed");
    }

    @Test
    void interceptorsOfControllersDoNotApplyButThoseForThePathDo() {
        INTERCEPTED.clear();
        assertThat(client().call("greet").contentText()).isEqualTo("Hello!");
        assertThat(INTERCEPTED).containsOnly("mapped /mcp");
        assertThat(RawHttp.send(server.port(), "GET /page").text()).isEqualTo("controller");
        assertThat(INTERCEPTED).contains("configured /page");
    }

    @Test
    void theMetricNamesThePath() throws InterruptedException {
        String expected = "http.server.requests [keyValue(status=200), keyValue(uri=/mcp)]";
        client().call("greet");
        // Observations of the requests of other tests may precede it.
        String observed = OBSERVED.poll(20, TimeUnit.SECONDS);
        while (observed != null && !observed.equals(expected)) {
            observed = OBSERVED.poll(20, TimeUnit.SECONDS);
        }
        assertThat(observed).isEqualTo(expected);
    }

    private McpTestClient client() {
        return server.client(ProtocolVersion.V2026_07_28);
    }

    @Test
    void versionsOfTheApplicationsApiDoNotApply() {
        TestServer versioned = TestServer.shared(Versioned.class, SERVLET);
        assertThat(RawHttp.send(versioned.port(), "GET /page").status()).isEqualTo(400);
        assertThat(RawHttp.send(versioned.port(), "GET /page", "X-Version: 1").text())
                .isEqualTo("controller");
        assertThat(versioned.client(ProtocolVersion.V2026_07_28).call("greet").contentText())
                .isEqualTo("Hello!");
    }

    @RestController
    static class Versioned implements WebMvcConfigurer {

        @McpTool(description = "Greets")
        String greet() {
            return "Hello!";
        }

        @GetMapping(path = "/page", version = "1")
        String page() {
            return "controller";
        }

        @Override
        public void configureApiVersioning(ApiVersionConfigurer versions) {
            versions.useRequestHeader("X-Version");
        }
    }
}
