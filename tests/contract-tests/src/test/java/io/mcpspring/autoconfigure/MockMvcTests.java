package io.mcpspring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.get;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.post;

import io.mcpspring.annotation.McpTool;
import io.mcpspring.support.OnServletContainers;
import io.mcpspring.tool.McpTools;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.WebApplicationContext;

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
        assertThat(tools.list()).singleElement().matches(tool -> tool.name().equals("greet"));
    }

    @Test
    void theEndpointNamesWhatItNeeds() {
        assertThat(MockMvcTester.from(application).perform(post("/mcp")))
                .failure()
                .cause()
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("The MCP endpoint needs a web server, but this request was performed without one, for"
                        + " instance by MockMvc: use @SpringBootTest(webEnvironment = RANDOM_PORT) and an HTTP client");
    }
}
