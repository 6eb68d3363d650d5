package io.mcpspring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.get;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.post;
import static org.springframework.test.web.servlet.result.MockMvcResultMatchers.content;
import static org.springframework.test.web.servlet.result.MockMvcResultMatchers.jsonPath;
import static org.springframework.test.web.servlet.result.MockMvcResultMatchers.request;
import static org.springframework.test.web.servlet.result.MockMvcResultMatchers.status;

import io.mcpspring.annotation.McpTool;
import io.mcpspring.exchange.McpExchange;
import io.mcpspring.support.OnServletContainers;
import io.mcpspring.tool.McpTools;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MvcTestResult;
import org.springframework.test.web.servlet.request.MockHttpServletRequestBuilder;
import org.springframework.test.web.servlet.setup.MockMvcBuilders;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.WebApplicationContext;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

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

        @McpTool(description = "Reports progress, and then greets")
        String advance(McpExchange exchange) {
            exchange.progress(1);
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
        assertThat(tools.list())
                .extracting(tool -> tool.name())
                .containsExactly("advance", "greet", "later", "reactive");
    }

    @ParameterizedTest
    @ValueSource(strings = {"greet", "later", "reactive"})
    void theEndpointServesCalls(String tool) {
        assertThat(MockMvcTester.from(application).perform(call(tool)))
                .hasStatusOk()
                .bodyJson()
                .extractingPath("$.result.content[0].text")
                .isEqualTo("Hello!");
    }

    @ParameterizedTest
    @ValueSource(strings = {"greet", "later", "reactive"})
    void plainMockMvcNeedsNoAsynchronousDispatch(String tool) throws Exception {
        MockMvcBuilders.webAppContextSetup(application)
                .build()
                .perform(call(tool))
                .andExpect(request().asyncNotStarted())
                .andExpect(status().isOk())
                .andExpect(content().contentType("application/json"))
                .andExpect(jsonPath("$.result.content[0].text").value("Hello!"));
    }

    @Test
    void aCallThatReportsProgressIsAnsweredByItsWholeStream() throws Exception {
        MvcTestResult response = MockMvcTester.from(application).perform(call("advance"));
        assertThat(response).hasStatusOk().hasContentType("text/event-stream");
        assertThat(response.getRequest().isAsyncStarted()).isFalse();
        List<JsonNode> messages = response.getResponse()
                .getContentAsString()
                .lines()
                .filter(line -> line.startsWith("data: "))
                .map(line -> JsonMapper.shared().readTree(line.substring(6)))
                .toList();
        assertThat(messages).hasSize(2);
        assertThat(messages.get(0).at("/method").stringValue()).isEqualTo("notifications/progress");
        assertThat(messages.get(0).at("/params/progressToken").stringValue()).isEqualTo("token");
        assertThat(messages.get(1).at("/result/content/0/text").stringValue()).isEqualTo("Hello!");
    }

    private static MockHttpServletRequestBuilder call(String tool) {
        return post("/mcp")
                .contentType("application/json")
                .header("Accept", "application/json, text/event-stream")
                .header("MCP-Protocol-Version", "2026-07-28")
                .header("Mcp-Method", "tools/call")
                .header("Mcp-Name", tool)
                .content("""
                        {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "%s", "_meta": {
                        "progressToken": "token",
                        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
                        "io.modelcontextprotocol/clientInfo": {"name": "test", "version": "1"},
                        "io.modelcontextprotocol/clientCapabilities": {}}}}
                        """.formatted(tool));
    }
}
