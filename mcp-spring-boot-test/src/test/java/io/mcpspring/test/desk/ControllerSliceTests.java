package io.mcpspring.test.desk;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.protocol.Tool;
import io.mcpspring.test.McpTester;
import io.mcpspring.test.autoconfigure.McpServerTest;
import java.util.Map;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

/** A slice with controllers whose methods are tools. */
class ControllerSliceTests {

    @Nested
    @McpServerTest(
            properties = {
                "spring.main.web-application-type=reactive",
                "spring.jackson.property-naming-strategy=SNAKE_CASE"
            })
    class OnWebFlux extends Controller {}

    @Nested
    @McpServerTest(
            properties = {
                "spring.main.web-application-type=servlet",
                "spring.jackson.property-naming-strategy=SNAKE_CASE"
            })
    class OnSpringMvc extends Controller {}

    abstract static class Controller {

        @Autowired
        private McpTester mcp;

        @Test
        void anAnnotationOnAControllerMakesItPartOfTheSlice() {
            assertThat(mcp.tools()).extracting(Tool::name).containsExactlyInAnyOrder("desk_opening", "renew");
            mcp.call("desk_opening").execute().text().isEqualTo("open until six");
        }

        @Test
        void membersOfABodyHaveTheNamesThatTheApplicationConfigures() {
            mcp.call("renew")
                    .argument("loan", Map.of("book_title", "Emma", "week_count", 2))
                    .execute()
                    .text()
                    .isEqualTo("{\"book_title\":\"Emma\",\"week_count\":3}");
        }
    }
}
