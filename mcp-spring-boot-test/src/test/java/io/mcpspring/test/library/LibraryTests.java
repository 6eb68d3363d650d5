package io.mcpspring.test.library;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.protocol.Tool;
import io.mcpspring.test.McpTester;
import io.mcpspring.test.autoconfigure.McpServerTest;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.springframework.beans.factory.annotation.Autowired;

/** A slice starts components with inherited annotations, those that convert texts, and the cache. */
class LibraryTests {

    @Nested
    @McpServerTest(properties = "spring.main.web-application-type=reactive")
    @DisabledIfSystemProperty(named = "mcp.tests.stack", matches = "tomcat|jetty")
    class OnWebFlux extends Slice {}

    @Nested
    @McpServerTest(properties = "spring.main.web-application-type=servlet")
    @EnabledIfSystemProperty(named = "mcp.tests.stack", matches = "tomcat|jetty")
    class OnWebMvc extends Slice {}

    abstract static class Slice {

        @Autowired
        private McpTester mcp;

        @Test
        void methodsOfInterfacesAreTools() {
            assertThat(mcp.tools()).extracting(Tool::name).containsExactlyInAnyOrder("find", "lend");
            mcp.call("find").argument("title", "Emma").execute().text().isEqualTo("Found Emma");
            mcp.call("lend").argument("title", "Emma").execute().text().isEqualTo("Lent Emma");
        }

        @Test
        void resultsAreCached() {
            for (int i = 0; i < 2; i++) {
                mcp.prompt("summarize")
                        .argument("title", "Emma")
                        .execute()
                        .text()
                        .isEqualTo("Emma 1");
            }
        }

        @Test
        void textsAreConvertedByComponents() {
            mcp.prompt("place")
                    .argument("isbn", "1")
                    .argument("shelf", "2")
                    .argument("author", "3")
                    .argument("genre", "fiction")
                    .execute()
                    .text()
                    .isEqualTo("isbn:1 shelf:2 author:3 NOVEL");
        }
    }
}
