package io.mcpspring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import io.mcpspring.annotation.McpTool;
import io.mcpspring.exchange.McpExchange;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.support.ModernRequest;
import io.mcpspring.support.OnServletContainers;
import io.mcpspring.support.RawHttp;
import io.mcpspring.support.RecordedLog;
import io.mcpspring.support.TestServer;
import jakarta.servlet.Filter;
import jakarta.servlet.http.HttpServlet;
import java.util.List;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.boot.web.servlet.ServletRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Servlet filters of the application in front of the endpoint. */
@OnServletContainers("The application is a Spring MVC application")
class ServletFilterTests {

    private static final String SERVLET = "spring.main.web-application-type=servlet";

    @RestController
    static class WithBlockingFilter {

        @McpTool(description = "Ends when it is cancelled")
        String later(McpExchange exchange) throws InterruptedException {
            new Semaphore(0).acquire();
            return "Hello!";
        }

        @McpTool(description = "Greets")
        String greet() {
            return "Hello!";
        }

        @GetMapping("/page")
        String page() {
            return "controller";
        }

        @Bean
        static FilterRegistrationBean<Filter> blocking() {
            FilterRegistrationBean<Filter> filter =
                    new FilterRegistrationBean<>((request, response, chain) -> chain.doFilter(request, response));
            filter.setAsyncSupported(false);
            return filter;
        }
    }

    @Configuration
    @Import(WithBlockingFilter.class)
    static class WithOtherServlet {

        @Bean
        static ServletRegistrationBean<HttpServlet> other() {
            ServletRegistrationBean<HttpServlet> servlet = new ServletRegistrationBean<>(new HttpServlet() {}, "/*");
            servlet.setName("resources");
            return servlet;
        }

        @Bean
        static ServletRegistrationBean<HttpServlet> harmless() {
            ServletRegistrationBean<HttpServlet> servlet =
                    new ServletRegistrationBean<>(new HttpServlet() {}, "/other/*", "/mcpx/*", "*.mcp");
            servlet.setName("harmless");
            return servlet;
        }
    }

    @ParameterizedTest
    @CsvSource({"/, true", "/api, false"})
    void aServletThatGetsTheRequestsOfTheEndpointIsNamedInAWarning(String ofSpringMvc, boolean warned) {
        try (RecordedLog log = new RecordedLog();
                TestServer started =
                        TestServer.start(WithOtherServlet.class, SERVLET, "spring.mvc.servlet.path=" + ofSpringMvc)) {
            assertThat(started.port()).isPositive();
            assertThat(log.worries().stream().filter(line -> line.contains("is not reached")))
                    .containsExactlyElementsOf(
                            warned
                                    ? List.of("The MCP endpoint /mcp is not reached: the servlet 'resources' at '/*'"
                                            + " gets its requests. Map the servlet to another path")
                                    : List.of());
        }
    }

    static class AtTheRoot {

        @McpTool
        String hello() {
            return "Hello";
        }
    }

    @ParameterizedTest
    @CsvSource({"/", "/api"})
    void theServletOfSpringMvcIsNotInTheWayOfAnEndpointAtTheRoot(String ofSpringMvc) {
        try (RecordedLog log = new RecordedLog();
                TestServer started = TestServer.start(
                        AtTheRoot.class, SERVLET, "spring.mvc.servlet.path=" + ofSpringMvc, "mcp.server.http.path=/")) {
            String path = ofSpringMvc.equals("/") ? "/" : ofSpringMvc + "/";
            assertThat(started.client(ProtocolVersion.newest(), path)
                            .call("hello")
                            .contentText())
                    .isEqualTo("Hello");
            assertThat(log.worries()).noneMatch(line -> line.contains("is not reached"));
        }
    }

    private final TestServer server = TestServer.shared(WithBlockingFilter.class, SERVLET);

    @Test
    @ExtendWith(OutputCaptureExtension.class)
    void aFilterWithoutAsyncSupportIsReportedWithItsCure(CapturedOutput output) {
        try (RecordedLog log = new RecordedLog()) {
            RawHttp.Response response = ModernRequest.call("later", "{}").send(server.port());
            assertThat(response.status()).isEqualTo(500);
            assertThat(response.errorCode()).isEqualTo(-32603);
            assertThat(response.json().at("/error/message").stringValue()).startsWith("Internal error, reported as ");
            assertThat(log.lines(Level.ERROR)).hasSize(1);
            assertThat(output)
                    .contains("A servlet filter in front of the MCP endpoint does not support asynchronous"
                            + " requests. Set asyncSupported = true in its @WebFilter annotation, or register it with a"
                            + " FilterRegistrationBean");
        }
    }

    @Test
    void callsThatDoNotOutlastTheirThreadWork() {
        assertThat(ModernRequest.call("greet", "{}").send(server.port()).json().has("result"))
                .isTrue();
    }

    @Test
    void otherPathsWorkWithSuchAFilter() {
        assertThat(RawHttp.send(server.port(), "GET /page").text()).isEqualTo("controller");
    }
}
