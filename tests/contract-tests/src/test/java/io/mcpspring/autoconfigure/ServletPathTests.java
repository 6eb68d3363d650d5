package io.mcpspring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import io.mcpspring.annotation.McpTool;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.support.Answer;
import io.mcpspring.support.EveryRevision;
import io.mcpspring.support.McpTestClient;
import io.mcpspring.support.OnServletContainers;
import io.mcpspring.support.RawHttp;
import io.mcpspring.support.RecordedLog;
import io.mcpspring.support.TestServer;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.core.annotation.Order;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.DispatcherServlet;
import org.springframework.web.servlet.function.RequestPredicates;
import org.springframework.web.servlet.function.RouterFunction;
import org.springframework.web.servlet.function.RouterFunctions;
import org.springframework.web.servlet.function.ServerResponse;
import tools.jackson.databind.json.JsonMapper;

/** The path of the endpoint in a Spring MVC application. */
@OnServletContainers("The application is a Spring MVC application")
class ServletPathTests {

    private static final String SERVLET = "spring.main.web-application-type=servlet";

    private static final String SERVLET_PATH = "spring.mvc.servlet.path=/api";

    private static final String CONTEXT_PATH = "server.servlet.context-path=/shop";

    @RestController
    static class Greeter {

        @McpTool(description = "Greets")
        String greet() {
            return "Hello!";
        }

        @GetMapping({"/mcp", "/mcp/more", "/page"})
        String page() {
            return "controller";
        }
    }

    @Import(Greeter.class)
    static class WithRoutes {

        @Bean
        @Order(-100)
        RouterFunction<ServerResponse> routes() {
            return RouterFunctions.route(
                    RequestPredicates.path("/**")
                            .and(RequestPredicates.path("/page").negate()),
                    request -> ServerResponse.ok().body("router"));
        }
    }

    @EveryRevision
    void theEndpointIsBelowThePathOfTheServlet(ProtocolVersion version) {
        assertServes(TestServer.shared(Greeter.class, SERVLET), version, "/mcp");
        assertServes(TestServer.shared(Greeter.class, SERVLET, SERVLET_PATH), version, "/api/mcp");
        assertServes(TestServer.shared(Greeter.class, SERVLET, CONTEXT_PATH), version, "/shop/mcp");
        assertServes(TestServer.shared(Greeter.class, SERVLET, CONTEXT_PATH, SERVLET_PATH), version, "/shop/api/mcp");
    }

    private static void assertServes(TestServer server, ProtocolVersion version, String path) {
        assertThat(server.client(version, path).call("greet").contentText()).isEqualTo("Hello!");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            mcp.server.http.path=/tools/mcp/                  | /tools/mcp
            mcp.server.http.path=/werkzeug und m\u00f6bel     | /werkzeug%20und%20m%C3%B6bel
            mcp.server.http.path=/                            | /
            """)
    void thePathIsConfigurable(String property, String path) {
        assertServes(TestServer.shared(Greeter.class, SERVLET, property), ProtocolVersion.V2026_07_28, path);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            mcp.server.name=test                | /mcp/         | /mcp
            mcp.server.name=test                | /m%63p        | /mcp
            mcp.server.http.path=/a/b           | /a/b/         | /a/b
            spring.mvc.servlet.path=/api        | /api/mcp/     | /api/mcp
            spring.mvc.servlet.path=/api        | /api/mcp;x    | /api/mcp
            server.servlet.context-path=/shop   | /shop/mcp/    | /shop/mcp
            """)
    void anotherSpellingIsAnsweredByTheCorrectPath(String property, String path, String correct) {
        McpTestClient client =
                TestServer.shared(Greeter.class, SERVLET, property).client(ProtocolVersion.V2026_07_28, path);
        Answer answer = client.call("greet");
        assertThat(answer.status()).isEqualTo(404);
        assertThat(answer.error().get("message").stringValue()).isEqualTo("The path must be exactly " + correct);
        assertThat(client.send("GET", client.headers()).status()).isEqualTo(404);
        assertThat(client.send("DELETE", client.headers()).status()).isEqualTo(404);
    }

    @Test
    void bothPrefixesAreInTheCorrectPath() {
        Answer answer = TestServer.shared(Greeter.class, SERVLET, CONTEXT_PATH, SERVLET_PATH)
                .client(ProtocolVersion.V2026_07_28, "/shop/api/mcp/")
                .call("greet");
        assertThat(answer.error().get("message").stringValue()).isEqualTo("The path must be exactly /shop/api/mcp");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/api/mcp/",
                "//api/mcp",
                "/api//mcp",
                "/api;x/mcp",
                "/api/mcp;x",
                "/ap%69/mcp",
                "/api%2Fmcp",
                "/API/mcp",
                "/api/MCP",
                "/x/../api/mcp",
                "/api/api/mcp"
            })
    void noOtherSpellingIsServed(String target) {
        TestServer server = TestServer.shared(Greeter.class, SERVLET, SERVLET_PATH);
        try (RawHttp connection = RawHttp.connect(server.port())) {
            connection.send(RawHttp.request(
                    "POST " + target,
                    server.client(ProtocolVersion.V2026_07_28, "/api/mcp")
                            .body("tools/list", JsonMapper.shared().createObjectNode())
                            .getBytes(StandardCharsets.UTF_8),
                    "Content-Type: application/json",
                    "Accept: application/json, text/event-stream",
                    "MCP-Protocol-Version: 2026-07-28",
                    "Mcp-Method: tools/list"));
            // Spring MVC itself answers some of them by 400 or 500.
            assertThat(connection.receive().status()).isGreaterThanOrEqualTo(400);
        }
    }

    @Test
    void forwardedHeadersContributeThePrefixOfTheProxy() {
        TestServer server =
                TestServer.shared(Greeter.class, SERVLET, SERVLET_PATH, "server.forward-headers-strategy=framework");
        String forwarded = "X-Forwarded-Prefix: /tenant";
        assertThat(RawHttp.send(server.port(), "PUT /api/mcp", forwarded).status())
                .isEqualTo(405);
        RawHttp.Response response = RawHttp.send(server.port(), "PUT /api/mcp/", forwarded);
        assertThat(response.status()).isEqualTo(404);
        assertThat(response.json().at("/error/message").stringValue())
                .isEqualTo("The path must be exactly /tenant/api/mcp");
    }

    @Test
    void tomcatItselfIgnoresThePrefixOfTheProxy() {
        TestServer server =
                TestServer.shared(Greeter.class, SERVLET, SERVLET_PATH, "server.forward-headers-strategy=native");
        String forwarded = "X-Forwarded-Prefix: /tenant";
        assertThat(RawHttp.send(server.port(), "PUT /api/mcp", forwarded).status())
                .isEqualTo(405);
        RawHttp.Response response = RawHttp.send(server.port(), "PUT /api/mcp/", forwarded);
        assertThat(response.json().at("/error/message").stringValue()).isEqualTo("The path must be exactly /api/mcp");
    }

    @Test
    void otherPathsBelongToTheApplication() {
        TestServer server = TestServer.shared(Greeter.class, SERVLET);
        assertThat(RawHttp.send(server.port(), "GET /mcp/more").text()).isEqualTo("controller");
        assertThat(RawHttp.send(server.port(), "GET /page").text()).isEqualTo("controller");
        assertThat(RawHttp.send(server.port(), "GET /mcp/none")
                        .json()
                        .get("path")
                        .stringValue())
                .isEqualTo("/mcp/none");
    }

    @Test
    void theEndpointComesBeforeControllersAndRoutesOfTheApplication() {
        assertThat(RawHttp.send(TestServer.shared(Greeter.class, SERVLET).port(), "PUT /mcp")
                        .status())
                .isEqualTo(405);
        TestServer server = TestServer.shared(WithRoutes.class, SERVLET);
        assertServes(server, ProtocolVersion.V2026_07_28, "/mcp");
        assertThat(RawHttp.send(server.port(), "GET /mcp/x").text()).isEqualTo("router");
        assertThat(RawHttp.send(server.port(), "GET /page").text()).isEqualTo("controller");
    }

    @Test
    void anotherDispatcherServletDoesNotDisturb() {
        try (TestServer server = TestServer.start(TwoServlets.class, SERVLET)) {
            assertServes(server, ProtocolVersion.V2026_07_28, "/mcp");
        }
    }

    @Import(Greeter.class)
    static class TwoServlets {

        @Bean
        DispatcherServlet dispatcherServlet() {
            return new DispatcherServlet();
        }

        @Bean
        DispatcherServlet adminServlet() {
            return new DispatcherServlet();
        }
    }

    @Test
    void theLogNamesTheUrl() {
        try (RecordedLog log = new RecordedLog();
                TestServer server = TestServer.start(Greeter.class, SERVLET, CONTEXT_PATH, SERVLET_PATH)) {
            assertThat(log.lines(Level.INFO))
                    .anyMatch(line -> line.contains(" at http://localhost:" + server.port() + "/shop/api/mcp: 1 tool"));
        }
    }
}
