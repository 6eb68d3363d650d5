package io.mcpspring.contract.result;

import static io.mcpspring.support.ResultChecks.assertObject;
import static io.mcpspring.support.ResultChecks.assertText;
import static io.mcpspring.support.ResultChecks.json;
import static io.mcpspring.support.ResultChecks.listed;
import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.annotation.McpTool;
import io.mcpspring.annotation.McpTool.Structured;
import io.mcpspring.protocol.CallToolResult;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.support.Answer;
import io.mcpspring.support.EveryRevision;
import io.mcpspring.support.McpTestClient;
import io.mcpspring.support.TestServer;
import java.util.List;
import java.util.Map;
import org.springframework.boot.jackson.autoconfigure.JsonMapperBuilderCustomizer;
import org.springframework.context.annotation.Bean;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.ser.std.StdSerializer;

/** The settings of the application's mapper apply to arguments, text, structured content and schemas. */
class ResultMapperSettingsTests {

    static class Tools {

        record Item(String itemName, List<String> searchTags) {}

        record Order(String orderId, Item firstItem, String internalNote) {}

        record Money(long cents) {}

        record Bill(Money totalPrice) {}

        @McpTool
        Order echo(Order wholeOrder) {
            return wholeOrder;
        }

        @McpTool
        Order order() {
            return new Order("N17", new Item("tea", List.of()), null);
        }

        @McpTool(structured = Structured.NEVER)
        Order orderAsText() {
            return order();
        }

        @McpTool
        Object orderOfUnknownType() {
            return order();
        }

        @McpTool
        CallToolResult finished() {
            return CallToolResult.structured(order());
        }

        @McpTool
        Bill bill() {
            return new Bill(new Money(1250));
        }

        @McpTool
        Map<String, List<String>> keys() {
            return Map.of("asIs", List.of("x"));
        }

        @Bean
        static JsonMapperBuilderCustomizer money() {
            return builder -> builder.addModule(new SimpleModule().addSerializer(Money.class, new MoneySerializer()));
        }
    }

    private static final class MoneySerializer extends StdSerializer<Tools.Money> {

        MoneySerializer() {
            super(Tools.Money.class);
        }

        @Override
        public void serialize(Tools.Money money, JsonGenerator generator, SerializationContext context) {
            generator.writeString(money.cents() / 100 + " EUR");
        }
    }

    private static final String ORDER = "{\"order_id\":\"N17\",\"first_item\":{\"item_name\":\"tea\"}}";

    private final TestServer server = TestServer.shared(
            Tools.class,
            "spring.jackson.serialization.indent-output=true",
            "spring.jackson.property-naming-strategy=SNAKE_CASE",
            "spring.jackson.default-property-inclusion=non_empty");

    @EveryRevision
    void namesFollowTheMapperInStructuredContentAndText(ProtocolVersion version) {
        McpTestClient client = server.client(version);
        assertObject(client, "order", ORDER);
        assertObject(client, "keys", "{\"asIs\": [\"x\"]}");
    }

    @EveryRevision
    void textIsOneLineEvenIfTheMapperIndents(ProtocolVersion version) {
        McpTestClient client = server.client(version);
        assertThat(client.call("order").contentText()).isEqualTo(ORDER);
        assertThat(client.call("finished").contentText()).isEqualTo(ORDER);
        assertText(client.call("orderAsText"), ORDER);
        assertText(client.call("orderOfUnknownType"), ORDER);
    }

    @EveryRevision
    void namesFollowTheMapperInSchemas(ProtocolVersion version) {
        McpTestClient client = server.client(version);
        assertThat(listed(client, "echo")
                        .at("/inputSchema/properties/wholeOrder/properties")
                        .propertyNames())
                .containsExactly("order_id", "first_item", "internal_note");
        if (version != ProtocolVersion.V2025_03_26) {
            assertThat(listed(client, "order")
                            .at("/outputSchema/properties/first_item/properties")
                            .propertyNames())
                    .containsExactly("item_name", "search_tags");
            assertThat(listed(client, "order").at("/outputSchema").has("required"))
                    .as("non_empty")
                    .isFalse();
        }
    }

    @EveryRevision
    void namesFollowTheMapperInArguments(ProtocolVersion version) {
        McpTestClient client = server.client(version);
        Answer answer = client.call("echo", "{\"wholeOrder\": %s}".formatted(ORDER));
        assertThat(json(answer.contentText())).isEqualTo(json(ORDER));
    }

    @EveryRevision
    void modulesOfTheMapperAreUsed(ProtocolVersion version) {
        McpTestClient client = server.client(version);
        assertObject(client, "bill", "{\"total_price\": \"12 EUR\"}");
    }
}
