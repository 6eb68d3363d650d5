package io.mcpspring.contract.binding;

import static io.mcpspring.contract.binding.BindingChecks.assertAccepted;
import static io.mcpspring.contract.binding.BindingChecks.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonValue;
import io.mcpspring.annotation.McpTool;
import io.mcpspring.annotation.McpToolParam;
import io.mcpspring.method.McpMethodException;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.support.EveryRevision;
import io.mcpspring.support.McpTestClient;
import io.mcpspring.support.TestServer;
import io.mcpspring.tool.McpToolDefinition;
import jakarta.validation.constraints.NotBlank;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.time.LocalDate;
import java.util.Currency;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.Bean;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code @McpToolParam} on the components of records, and on other parameters by which Jackson creates objects. */
class NestedArgumentsTests {

    @McpToolParam(description = "When it is needed")
    @Retention(RetentionPolicy.RUNTIME)
    @interface Needed {}

    record Line(
            @McpToolParam(name = "sku", description = "The article, as in ${catalogue}")
            String article,

            @McpToolParam(
                    defaultValue = "1",
                    examples = {"2", "12"},
                    title = "How many")
            int quantity,

            @McpToolParam(required = false) String note,
            @McpToolParam(defaultValue = "7") String shelf,
            @McpToolParam(defaultValue = "2026-01-31") LocalDate day,
            @Needed @Nullable LocalDate until) {}

    record Basket(@JsonProperty(required = true) List<Line> lines) {}

    static final class Parcel {

        private final String text;

        private String colour = "brown";

        @JsonCreator
        Parcel(@McpToolParam(name = "weight_kg", required = false) @JsonProperty("weight") double weight) {
            this.text = "parcel of " + weight + " kg";
        }

        public void setColour(@McpToolParam(name = "color", required = false) String colour) {
            this.colour = colour;
        }

        @Override
        public String toString() {
            return text + " in " + colour;
        }
    }

    record Room(@JsonValue String number) {}

    record Stay(
            @McpToolParam(defaultValue = "5") Room room,

            @McpToolParam(defaultValue = "31.01.2026") @JsonFormat(pattern = "dd.MM.yyyy")
            LocalDate from) {}

    record Paging(
            @McpToolParam(defaultValue = "1") Integer page,
            @McpToolParam(defaultValue = "20") Integer size) {}

    record Filter(
            @McpToolParam(defaultValue = "OPEN") @NotBlank String state) {}

    record Node(
            String name, @McpToolParam(defaultValue = "[]") List<Node> children) {}

    record Price(@McpToolParam(defaultValue = "EURO") Currency currency) {}

    static class Prices {

        @McpTool
        String price(Price price) {
            return price.toString();
        }
    }

    static class Tools {

        @McpTool
        String book(Stay stay) {
            return stay.toString();
        }

        @McpTool
        String page(@McpToolParam(defaultValue = "{}") Paging paging) {
            return paging.toString();
        }

        @McpTool
        String find(Filter query) {
            return query.toString();
        }

        @McpTool
        String tree(Node node) {
            return node.toString();
        }

        @McpTool
        String order(Line line) {
            return line.toString();
        }

        @McpTool
        String send(Parcel parcel) {
            return parcel.toString();
        }

        @Bean
        McpToolDefinition buy() {
            return McpToolDefinition.named("buy")
                    .inputSchema(Basket.class)
                    .call((arguments, exchange) -> arguments.as(Basket.class).toString())
                    .build();
        }
    }

    private final TestServer server = TestServer.shared(Tools.class, "catalogue=the catalogue of 2026");

    @EveryRevision
    void thePropertyIsDescribedAsAnArgument(ProtocolVersion version) {
        JsonNode line = schema(version, "order").at("/properties/line");

        assertThat(line.get("properties").propertyNames())
                .containsExactlyInAnyOrder("sku", "quantity", "note", "shelf", "day", "until");
        assertThat(line.get("required")).isEqualTo(json("[\"sku\"]"));
        assertThat(line.at("/properties/sku"))
                .isEqualTo(
                        json("{\"type\": \"string\", \"description\": \"The article, as in the catalogue of 2026\"}"));
        assertThat(line.at("/properties/quantity"))
                .isEqualTo(json("{\"type\": \"integer\", \"title\": \"How many\", \"default\": 1,"
                        + " \"examples\": [2, 12]}"));
        assertThat(line.at("/properties/shelf/default")).isEqualTo(json("\"7\""));
        assertThat(line.at("/properties/day/default")).isEqualTo(json("\"2026-01-31\""));
        assertThat(line.at("/properties/until/description").asString()).isEqualTo("When it is needed");
        assertThat(schema(version, "buy").at("/properties/lines/items")).isEqualTo(line);
    }

    @EveryRevision
    void defaultsAndNamesApplyWhereverThePropertyIs(ProtocolVersion version) {
        McpTestClient client = server.client(version);
        String read = "Line[article=a, quantity=1, note=null, shelf=7, day=2026-01-31, until=null]";
        assertAccepted(client, "order", "{\"line\": {\"sku\": \"a\"}}", read);
        assertAccepted(client, "buy", "{\"lines\": [{\"sku\": \"a\"}]}", "Basket[lines=[" + read + "]]");
        assertAccepted(
                client,
                "order",
                "{\"line\": {\"sku\": \"a\", \"quantity\": 3, \"shelf\": \"x\", \"day\": \"2026-02-01\","
                        + " \"until\": \"2026-03-01\", \"note\": \"n\"}}",
                "Line[article=a, quantity=3, note=n, shelf=x, day=2026-02-01, until=2026-03-01]");
        assertAccepted(client, "send", "{\"parcel\": {\"weight_kg\": 2}}", "parcel of 2.0 kg in brown");
        assertAccepted(
                client, "send", "{\"parcel\": {\"weight_kg\": 2, \"color\": \"red\"}}", "parcel of 2.0 kg in red");
    }

    @EveryRevision
    void aDefaultIsReadAsAnArgumentIs(ProtocolVersion version) {
        assertAccepted(server.client(version), "book", "{\"stay\": {}}", "Stay[room=Room[number=5], from=2026-01-31]");
    }

    @EveryRevision
    void aDefaultHasTheDefaultsOfItsProperties(ProtocolVersion version) {
        assertThat(schema(version, "page").at("/properties/paging/default"))
                .isEqualTo(json("{\"page\": 1, \"size\": 20}"));
        assertAccepted(server.client(version), "page", "{}", "Paging[page=1, size=20]");
        assertAccepted(server.client(version), "page", "{\"paging\": {\"page\": 2}}", "Paging[page=2, size=20]");
    }

    @EveryRevision
    void aConstraintDoesNotDemandAPropertyWithADefault(ProtocolVersion version) {
        McpTestClient client = server.client(version);
        assertThat(schema(version, "find").at("/properties/query").has("required"))
                .isFalse();
        assertAccepted(client, "find", "{\"query\": {}}", "Filter[state=OPEN]");
        assertRefused(client, "find", "{\"query\": {\"state\": \" \"}}", "query.state: must not be blank");
    }

    @EveryRevision
    void aPropertyOfTheTypeItselfMayHaveADefault(ProtocolVersion version) {
        assertAccepted(
                server.client(version),
                "tree",
                "{\"node\": {\"name\": \"a\", \"children\": [{\"name\": \"b\"}]}}",
                "Node[name=a, children=[Node[name=b, children=[]]]]");
    }

    @Test
    void aDefaultThatCannotBeReadStopsTheStart() {
        assertThatThrownBy(() -> TestServer.start(Prices.class).close())
                .isInstanceOf(McpMethodException.class)
                .hasMessageContaining("Parameter 'price': property 'currency' of Price: the default value 'EURO'"
                        + " must be a currency such as EUR, got string \"EURO\".");
    }

    @EveryRevision
    void aRequiredPropertyIsDemanded(ProtocolVersion version) {
        McpTestClient client = server.client(version);
        assertRefused(client, "order", "{\"line\": {}}", "line.sku: is required");
        assertRefused(client, "send", "{\"parcel\": {}}", "parcel.weight_kg: is required");
        assertThat(schema(version, "send").at("/properties/parcel/required"))
                .as("a primitive component without a default value is required, also if its annotation says otherwise")
                .isEqualTo(json("[\"weight_kg\"]"));
    }

    private JsonNode schema(ProtocolVersion version, String tool) {
        return server.client(version)
                .request("tools/list", "{}")
                .result()
                .get("tools")
                .valueStream()
                .filter(listed -> listed.get("name").stringValue().equals(tool))
                .findFirst()
                .orElseThrow()
                .get("inputSchema");
    }

    private static JsonNode json(String text) {
        return JsonMapper.shared().readTree(text);
    }
}
