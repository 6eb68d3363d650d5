package io.mcpspring.test.shop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.BDDMockito.given;

import io.mcpspring.test.McpTester;
import io.mcpspring.test.autoconfigure.McpServerTest;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.test.context.bean.override.mockito.MockitoBean;

/** A slice starts the components that clients reach, and nothing else of the application. */
class McpServerTestTests {

    @Nested
    @McpServerTest(properties = "spring.main.web-application-type=reactive")
    class EveryComponent {

        @Autowired
        private McpTester mcp;

        @MockitoBean
        private Stock stock;

        @Test
        void servicesAreReplaced() {
            given(stock.count("bike")).willReturn(42);
            mcp.call("count").argument("article", "bike").execute().text().isEqualTo("42");
            mcp.call("add").argument("a", 1).argument("b", 1).execute().text().contains("2");
        }
    }

    @Nested
    @McpServerTest(components = ShopMethods.class, properties = "spring.main.web-application-type=reactive")
    class OneComponent {

        @Autowired
        private McpTester mcp;

        @Autowired
        private ObjectProvider<Stock> stock;

        @Autowired
        private ObjectProvider<StockTools> tools;

        @Test
        void theRestIsNotStarted() {
            assertThat(stock.getIfAvailable()).isNull();
            assertThat(tools.getIfAvailable()).isNull();
            mcp.call("add").argument("a", 1).argument("b", 1).execute().text().contains("2");
        }
    }
}
