package io.mcpspring.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.langchain4j.agent.tool.P;
import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.agent.tool.ToolMemoryId;
import dev.langchain4j.data.message.ImageContent;
import io.mcpspring.method.McpMethodException;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.test.McpTester;
import io.mcpspring.tool.McpToolDefinition;
import java.net.URI;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Objects with tools of LangChain4j. */
class LangChain4jToolTests {

    private static ConfigurableApplicationContext application;

    @BeforeAll
    static void start() {
        boolean netty = System.getProperty("mcp.tests.stack", "netty").equals("netty");
        application = new SpringApplicationBuilder(Application.class)
                .web(netty ? WebApplicationType.REACTIVE : WebApplicationType.SERVLET)
                .run("--server.port=0", "--spring.main.banner-mode=off");
    }

    @AfterAll
    static void close() {
        application.close();
    }

    private static McpTester client(ProtocolVersion version) {
        String port = application.getEnvironment().getProperty("local.server.port");
        return McpTester.bindToServer(URI.create("http://localhost:" + port + "/mcp"))
                .protocolVersion(version)
                .build();
    }

    private static McpTester client() {
        return client(ProtocolVersion.newest());
    }

    @ParameterizedTest
    @EnumSource(names = {"V2025_11_25", "V2026_07_28"})
    void aMethodIsATool(ProtocolVersion version) {
        client(version)
                .call("add")
                .argument("a", 2)
                .argument("b", 3)
                .execute()
                .text()
                .isEqualTo("5");
        client(version)
                .call("find_order")
                .argument("id", "N17")
                .execute()
                .text()
                .isEqualTo("{\"id\":\"N17\",\"items\":2}");
        client(version).call("pack").execute().text().isEqualTo("Success");
        client(version)
                .call("label")
                .execute()
                .image()
                .satisfies(image -> assertThat(image.data()).containsExactly(1, 2, 3));
    }

    @Test
    void theDefinitionIsThatOfLangChain4j() {
        var order = client().tools().stream()
                .filter(tool -> tool.name().equals("find_order"))
                .findFirst()
                .orElseThrow();
        assertThat(order.description()).isEqualTo("Finds an order");
        assertThat(order.inputSchema().at("/properties/id/description").asString())
                .isEqualTo("The number");
        assertThat(order.inputSchema().path("required").valueStream().map(each -> each.asString()))
                .containsExactly("id");
    }

    @Test
    void argumentsAreValidated() {
        client().call("add").argument("a", 2).execute().error().contains("b: is required");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            add    | {"a": 3000000000, "b": 1}         | Argument "a" is out of range for int: <3000000000>
            charge | {"price": {"amount": 0}}          | A price is positive
            charge | {"price": {"amount": 3000000000}} | one of them cannot be read
            """)
    void whatATypeSaysOfAnArgumentIsForTheModel(String tool, String arguments, String reason) {
        client().call(tool)
                .argumentsAsJson(arguments)
                .execute()
                .error()
                .isEqualTo("Invalid arguments for tool '" + tool + "': " + reason);
    }

    @Test
    void theMessageOfAnExceptionStaysInTheLog() {
        client().call("broken").execute().error().contains("error id").doesNotContain("secret");
    }

    @Test
    void aProxyIsCalled() {
        ProxyFactory factory = new ProxyFactory(new Shop());
        factory.setProxyTargetClass(true);
        assertThat(McpLangChain4jTools.of(factory.getProxy()))
                .extracting(McpToolDefinition::name)
                .containsExactly("add", "broken", "find_order", "label", "pack");
    }

    @Test
    void whatIsNoToolIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> McpLangChain4jTools.of("text"))
                .withMessageContaining("java.lang.String has no method with @dev.langchain4j.agent.tool.Tool");
        assertThatThrownBy(() -> McpLangChain4jTools.of(new Remembering()))
                .isInstanceOf(McpMethodException.class)
                .hasMessageContaining("An MCP client has no conversation of LangChain4j for parameter 1")
                .satisfies(first -> assertThat(first.getSuppressed()).hasSize(1));
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {

        @Bean
        Shop shop() {
            return new Shop();
        }

        @Bean
        List<McpToolDefinition> shopTools(Shop shop) {
            return McpLangChain4jTools.of(shop, new Till());
        }
    }

    record Order(String id, int items) {}

    static class Shop {

        @Tool("Adds two numbers")
        int add(int a, int b) {
            return a + b;
        }

        @Tool(name = "find_order", value = "Finds an order")
        Order find(@P(name = "id", description = "The number") String number) {
            return new Order(number, 2);
        }

        @Tool
        void pack() {}

        @Tool
        ImageContent label() {
            return ImageContent.from("AQID", "image/png");
        }

        @Tool
        String broken() {
            throw new IllegalStateException("secret");
        }
    }

    record Price(int amount) {

        Price {
            if (amount == 0) {
                throw new IllegalArgumentException("A price is positive");
            }
        }
    }

    static class Till {

        @Tool
        String charge(Price price) {
            return price.toString();
        }
    }

    static class Remembering {

        @Tool
        String remember(@ToolMemoryId String memory) {
            return memory;
        }

        @Tool
        String recall(@ToolMemoryId String memory) {
            return memory;
        }
    }
}
