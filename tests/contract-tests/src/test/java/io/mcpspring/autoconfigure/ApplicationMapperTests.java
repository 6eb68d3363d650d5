package io.mcpspring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.annotation.McpPrompt;
import io.mcpspring.annotation.McpResource;
import io.mcpspring.annotation.McpTool;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.support.TestServer;
import io.mcpspring.test.McpTester;
import org.junit.jupiter.api.Test;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.json.JsonMapper;

/** Which mapper is used if the application has several. */
class ApplicationMapperTests {

    @Test
    void ofSeveralMappersTheOneWithTheNameOfSpringBootIsUsed() {
        String result = TestServer.shared(Named.class)
                .client(ProtocolVersion.V2026_07_28)
                .call("order")
                .contentText();
        assertThat(result).contains("\"order_number\":7");
    }

    @Test
    void theTesterOfAnApplicationUsesTheSameMapper() {
        McpTester.bindToApplicationContext(TestServer.shared(Named.class).context())
                .build()
                .call("order")
                .execute()
                .structured(Order.class)
                .isEqualTo(new Order(7));
    }

    @Test
    void severalMappersWithoutThisNameAreRefused() {
        Runners.reactive()
                .withBean("one", JsonMapper.class, JsonMapper::shared)
                .withBean("two", JsonMapper.class, JsonMapper::shared)
                .run(context -> {
                    FailureAnalysis analysis = FailureTexts.of(context);
                    assertThat(analysis.getDescription()).isEqualTo("Several beans are of type JsonMapper: one, two.");
                    assertThat(analysis.getAction())
                            .isEqualTo("Mark the one that reads arguments and writes results as @Primary.");
                });
    }

    record Order(int orderNumber) {}

    static class Entries {

        @McpTool(description = "Returns an order")
        Order order() {
            return new Order(7);
        }

        @McpPrompt(description = "Reviews an order")
        String review() {
            return "Review";
        }

        @McpResource(uri = "order://7")
        String text() {
            return "Order 7";
        }
    }

    @Configuration(proxyBeanMethods = false)
    @Import(Entries.class)
    static class Named {

        @Bean
        JsonMapper jsonMapper() {
            return JsonMapper.builder()
                    .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
                    .build();
        }

        @Bean
        JsonMapper other() {
            return JsonMapper.shared();
        }
    }
}
