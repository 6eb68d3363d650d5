package io.mcpspring.springai;

import io.mcpspring.test.McpTester;
import io.mcpspring.test.autoconfigure.McpServerTest;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Import;

/** A slice serves what is written for Spring AI. */
class SliceTests {

    @Nested
    @McpServerTest(properties = "spring.main.web-application-type=reactive")
    @Import({Desk.class, Weather.class})
    class OnWebFlux extends Slice {}

    @Nested
    @McpServerTest(properties = "spring.main.web-application-type=servlet")
    @Import({Desk.class, Weather.class})
    class OnSpringMvc extends Slice {}

    @SpringBootConfiguration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {}

    abstract static class Slice {

        @Autowired
        private McpTester mcp;

        @Test
        void methodsAreTools() {
            mcp.call("greet").argument("name", "Ada").execute().text().isEqualTo("Hello Ada");
        }

        @Test
        void callbacksAreTools() {
            mcp.call("add")
                    .argument("first", 1)
                    .argument("second", 2)
                    .execute()
                    .text()
                    .isEqualTo("3");
        }
    }
}
