package io.mcpspring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.get;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.post;

import io.mcpspring.annotation.McpTool;
import io.mcpspring.exchange.McpExchange;
import io.mcpspring.support.OnServletContainers;
import io.mcpspring.tool.McpTools;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.WebApplicationContext;
import reactor.core.publisher.Mono;

/** A test of a Spring MVC application that does not start a web server. */
@OnServletContainers("The application is a Spring MVC application")
@SpringBootTest(properties = "spring.main.web-application-type=servlet")
class MockMvcTests {

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import(Controller.class)
    static class Application {}

    @RestController
    static class Controller {

        @McpTool(description = "Greets")
        String greet() {
            return "Hello!";
        }

        @McpTool(description = "Greets from a worker")
        String later(McpExchange exchange) {
            return "Hello!";
        }

        @McpTool(description = "Greets after some time")
        Mono<String> reactive() {
            return Mono.delay(Duration.ofMillis(10)).thenReturn("Hello!");
        }

        @GetMapping("/page")
        String page() {
            return "controller";
        }
    }

    @Autowired
    private WebApplicationContext application;

    @Autowired
    private McpTools tools;

    @Test
    void theApplicationAndItsControllersWork() {
        assertThat(MockMvcTester.from(application).perform(get("/page"))).hasBodyTextEqualTo("controller");
        assertThat(tools.list()).extracting(tool -> tool.name()).containsExactly("greet", "later", "reactive");
    }

    @ParameterizedTest
    @ValueSource(strings = {"greet", "later", "reactive"})
    void theEndpointServesCalls(String tool) {
        MockMvcTester mvc = MockMvcTester.from(application);
        assertThat(mvc.perform(post("/mcp")
                        .contentType("application/json")
                        .header("Accept", "application/json, text/event-stream")
                        .header("MCP-Protocol-Version", "2026-07-28")
                        .header("Mcp-Method", "tools/call")
                        .header("Mcp-Name", tool)
                        .content("""
                                {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "%s", "_meta": {
                                "io.modelcontextprotocol/protocolVersion": "2026-07-28",
                                "io.modelcontextprotocol/clientInfo": {"name": "test", "version": "1"},
                                "io.modelcontextprotocol/clientCapabilities": {}}}}
                                """.formatted(tool))))
                .hasStatusOk()
                .bodyJson()
                .extractingPath("$.result.content[0].text")
                .isEqualTo("Hello!");
    }
}
