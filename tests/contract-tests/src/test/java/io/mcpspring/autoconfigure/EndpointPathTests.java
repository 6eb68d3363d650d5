package io.mcpspring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.annotation.McpTool;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.support.Answer;
import io.mcpspring.support.McpTestClient;
import io.mcpspring.support.OnNetty;
import io.mcpspring.support.RawHttp;
import io.mcpspring.support.TestServer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.http.HttpStatus;
import org.springframework.web.reactive.config.ApiVersionConfigurer;
import org.springframework.web.reactive.config.PathMatchConfigurer;
import org.springframework.web.reactive.config.WebFluxConfigurer;
import org.springframework.web.server.WebFilter;
import tools.jackson.databind.json.JsonMapper;

/** The path of the endpoint in a WebFlux application; {@link ServletPathTests} has that of Spring MVC. */
@OnNetty("The application is a WebFlux application")
class EndpointPathTests {

    @Test
    void thePathFollowsTheBasePathOfTheApplication() {
        assertServes(belowBasePath(), "/api/mcp");
    }

    @Test
    void thePathCanBeChosen() {
        assertServes(atChosenPath(), "/tools/mcp");
    }

    @Tag("change")
    @ParameterizedTest
    @CsvSource({"/werkzeug und m\u00f6bel, /werkzeug%20und%20m%C3%B6bel", "/, /"})
    void anUnusualPathCanBeChosen(String chosen, String path) {
        assertServes(TestServer.shared(Greeter.class, "mcp.server.http.path=" + chosen), path);
    }

    @Test
    void versionsOfTheApplicationsApiDoNotApply() {
        assertServes(TestServer.shared(Versioned.class), "/mcp");
    }

    private static TestServer belowBasePath() {
        return TestServer.shared(Greeter.class, "spring.webflux.base-path=/api");
    }

    private static TestServer atChosenPath() {
        return TestServer.shared(Greeter.class, "mcp.server.http.path=/tools/mcp/");
    }

    @ParameterizedTest
    @CsvSource({"/api/mcp/, /api/mcp", "/api/mcp;x, /api/mcp"})
    void anotherSpellingBelowABasePathIsRefusedWithTheExactPath(String path, String right) {
        assertRefusedWith(right, belowBasePath(), path);
    }

    @ParameterizedTest
    @CsvSource({"/tools/mcp/, /tools/mcp", "/tools;x=1/mcp, /tools/mcp"})
    void anotherSpellingOfAChosenPathIsRefusedWithTheExactPath(String path, String right) {
        assertRefusedWith(right, atChosenPath(), path);
    }

    @ParameterizedTest
    @CsvSource({"/mcp/, /mcp", "/m%63p, /mcp"})
    void anotherSpellingOfTheDefaultPathIsRefusedWithTheExactPath(String path, String right) {
        assertRefusedWith(right, TestServer.shared(Versioned.class), path);
    }

    private static void assertRefusedWith(String right, TestServer server, String path) {
        McpTestClient client = server.client(ProtocolVersion.V2026_07_28, path);
        Answer answer = client.call("greet");
        assertThat(answer.status()).isEqualTo(404);
        assertThat(answer.error().get("message").stringValue()).isEqualTo("The path must be exactly " + right);
        assertThat(client.send("GET", client.headers()).status()).isEqualTo(404);
        assertThat(client.send("DELETE", client.headers()).status()).isEqualTo(404);
    }

    static List<String> otherSpellingsOfAProtectedPath() {
        return List.of(
                "/mcp",
                "/mcp/",
                "/mcp//",
                "//mcp",
                "/mcp;x",
                "/mcp;x=1",
                "/;x/mcp",
                "/mcp%2F",
                "/mcp%2f",
                "/%2Fmcp",
                "/m%63p",
                "/%6d%63%70",
                "/mcp%3Bx",
                "/mcp%20",
                "/MCP",
                "/./mcp",
                "/x/../mcp",
                "/mcp/.",
                "/mcp/./",
                "/mcp%00",
                "/mcp\\",
                "/mcp?x",
                "/mcp#x",
                "http://localhost/mcp",
                "http://localhost//mcp",
                "http://localhost/mcp/");
    }

    @ParameterizedTest
    @MethodSource("otherSpellingsOfAProtectedPath")
    void aRuleForTheExactPathCannotBeBypassed(String target) {
        assertDoesNotServe(
                TestServer.shared(Protected.class, "test.protected=/mcp", "test.case-sensitive=false"), target);
    }

    @Tag("change")
    @ParameterizedTest
    @MethodSource("otherSpellingsOfAProtectedPath")
    void aRuleForTheExactPathCannotBeBypassedIfTheCaseMatters(String target) {
        assertDoesNotServe(
                TestServer.shared(Protected.class, "test.protected=/mcp", "test.case-sensitive=true"), target);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/api/mcp",
                "/api/mcp/",
                "//api/mcp",
                "/api//mcp",
                "/api;x/mcp",
                "/api/;x/mcp",
                "/api/mcp;x",
                "/ap%69/mcp",
                "/api%2Fmcp",
                "/API/mcp",
                "/api/MCP",
                "/mcp",
                "/x/../api/mcp",
                "/api/api/mcp"
            })
    void aRuleForTheExactPathBelowABasePathCannotBeBypassed(String target) {
        assertDoesNotServe(
                TestServer.shared(
                        Protected.class,
                        "test.protected=/api/mcp",
                        "test.case-sensitive=false",
                        "spring.webflux.base-path=/api"),
                target);
    }

    private static void assertDoesNotServe(TestServer server, String target) {
        String path = server.context().getEnvironment().getRequiredProperty("test.protected");
        byte[] body = server.client(ProtocolVersion.V2026_07_28, path)
                .body("tools/call", JsonMapper.shared().createObjectNode().put("name", "greet"))
                .getBytes(StandardCharsets.UTF_8);
        try (RawHttp connection = RawHttp.connect(server.port())) {
            connection.send(RawHttp.request(
                    "POST " + target,
                    body,
                    "Content-Type: application/json",
                    "Accept: application/json, text/event-stream",
                    "MCP-Protocol-Version: 2026-07-28",
                    "Mcp-Method: tools/call",
                    "Mcp-Name: greet"));
            RawHttp.Response response = connection.receive();
            assertThat(response.status()).as(response.toString()).isGreaterThanOrEqualTo(400);
            assertThat(response.text()).doesNotContain("Hello");
        }
    }

    @Import(Greeter.class)
    static class Versioned implements WebFluxConfigurer {

        @Override
        public void configureApiVersioning(ApiVersionConfigurer versions) {
            versions.useRequestHeader("X-Version").addSupportedVersions("1");
        }
    }

    private static void assertServes(TestServer server, String path) {
        assertThat(server.client(ProtocolVersion.V2026_07_28, path)
                        .call("greet")
                        .contentText())
                .isEqualTo("Hello!");
    }

    /** Protects the endpoint by a rule for its exact path. */
    @Import(Greeter.class)
    static class Protected {

        @Bean
        WebFilter rule(@Value("${test.protected}") String path) {
            return (exchange, chain) -> {
                if (exchange.getRequest().getPath().value().equals(path)) {
                    exchange.getResponse().setStatusCode(HttpStatus.UNAUTHORIZED);
                    return exchange.getResponse().setComplete();
                }
                return chain.filter(exchange);
            };
        }

        @Bean
        WebFluxConfigurer matching(@Value("${test.case-sensitive:true}") boolean caseSensitive) {
            return new WebFluxConfigurer() {

                @Override
                public void configurePathMatching(PathMatchConfigurer matching) {
                    matching.setUseCaseSensitiveMatch(caseSensitive);
                }
            };
        }
    }

    static class Greeter {

        @McpTool(description = "Greets")
        String greet() {
            return "Hello!";
        }
    }
}
