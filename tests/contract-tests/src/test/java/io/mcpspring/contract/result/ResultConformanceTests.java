package io.mcpspring.contract.result;

import static io.mcpspring.support.ResultChecks.assertContent;
import static io.mcpspring.support.ResultChecks.assertNeutralError;
import static io.mcpspring.support.ResultChecks.assertObject;
import static io.mcpspring.support.ResultChecks.assertValue;
import static io.mcpspring.support.ResultChecks.json;
import static io.mcpspring.support.ResultChecks.listed;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonRawValue;
import com.fasterxml.jackson.annotation.JsonValue;
import io.mcpspring.annotation.McpTool;
import io.mcpspring.protocol.CallToolResult;
import io.mcpspring.protocol.Content;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.support.Answer;
import io.mcpspring.support.EveryRevision;
import io.mcpspring.support.McpTestClient;
import io.mcpspring.support.TestServer;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Size;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import reactor.core.publisher.Mono;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.NullNode;

/** A result that does not match its output schema is an error. */
class ResultConformanceTests {

    static class Tools {

        record Order(@Size(min = 2) String id, @Max(9) int quantity) {}

        @McpTool
        Order order(String id, int quantity) {
            return new Order(id, quantity);
        }

        @McpTool
        Mono<Order> orderLater(String id, int quantity) {
            return Mono.just(new Order(id, quantity));
        }

        record Period(LocalDate end, Instant until, OffsetDateTime since, URI source) {}

        @McpTool
        Period unusualTimes() {
            return new Period(
                    LocalDate.MAX,
                    Instant.MAX,
                    OffsetDateTime.of(1890, 1, 1, 0, 0, 0, 0, ZoneOffset.ofHoursMinutesSeconds(0, 9, 21)),
                    URI.create("http://example.org/\u00e9?a[]=1"));
        }

        @NullUnmarked
        record Measured(Number value) {}

        @McpTool
        Measured measured(double value) {
            return new Measured(value / 0);
        }

        @NullUnmarked
        record Raw(@JsonRawValue String json) {}

        @McpTool
        Raw raw(String json) {
            return new Raw(json);
        }

        @NullUnmarked
        record RawRoot(@JsonValue @JsonRawValue String json) {}

        @McpTool
        RawRoot rawRoot(String json) {
            return new RawRoot(json);
        }

        @McpTool(outputSchema = "${schemas}/object.json")
        Map<String, Object> handWritten(int total) {
            return Map.of("total", total);
        }

        @McpTool(outputSchema = "${schemas}/array.json")
        List<Integer> handWrittenList() {
            return List.of(1, 2);
        }

        @McpTool(outputSchema = "${schemas}/object.json")
        CallToolResult handWrittenAndFinished(int total) {
            return CallToolResult.structured(Map.of("total", total));
        }

        @McpTool(outputSchema = "${schemas}/object.json")
        String handWrittenText() {
            return "no object";
        }

        @McpTool(outputType = Order.class)
        CallToolResult typed() {
            return CallToolResult.structured(new Order("N17", 2));
        }

        @McpTool(outputType = Order.class)
        CallToolResult typedButWrong() {
            return CallToolResult.structured(Map.of("id", "N17"));
        }

        @McpTool(outputType = Order.class)
        CallToolResult typedButNull() {
            return CallToolResult.structured(NullNode.getInstance());
        }

        @McpTool(outputType = Order.class)
        CallToolResult typedButText() {
            return CallToolResult.of(Content.text("N17"));
        }

        @McpTool(outputType = Order.class)
        Mono<CallToolResult> typedButEmpty() {
            return Mono.empty();
        }

        @McpTool(outputType = Order.class)
        CallToolResult typedAndFailed() {
            return CallToolResult.error("No such order");
        }

        @McpTool(outputType = Order.class)
        Object typedUnknown() {
            return new Order("N17", 2);
        }
    }

    private static final String WRITTEN = """
            {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "Sum", "type": "object",
             "properties": {"total": {"type": "integer", "minimum": 1}}, "required": ["total"]}""";

    private static TestServer server;

    @BeforeAll
    static void start(@TempDir Path schemas) throws IOException {
        Files.writeString(schemas.resolve("object.json"), WRITTEN);
        Files.writeString(schemas.resolve("array.json"), """
                {"type": "array", "items": {"$ref": "#/$defs/n"}, "$defs": {"n": {"type": "integer"}}}""");
        server = TestServer.shared(Tools.class, "schemas=" + schemas.toUri());
    }

    @EveryRevision
    void aConstraintOnAComponentIsNeitherStatedNorChecked(ProtocolVersion version) {
        McpTestClient client = server.client(version);
        for (String tool : List.of("order", "orderLater")) {
            assertThat(client.call(tool, "{\"id\": \"N\", \"quantity\": 10}").contentText())
                    .isEqualTo("{\"id\":\"N\",\"quantity\":10}");
            if (version != ProtocolVersion.V2025_03_26) {
                assertThat(listed(client, tool).get("outputSchema").toString())
                        .doesNotContain("minLength", "\"maximum\":9");
            }
        }
    }

    @EveryRevision
    void unusualTimesAndAddressesFitTheSchemasOfTheirTypes(ProtocolVersion version) {
        McpTestClient client = server.client(version);
        assertObject(client, "unusualTimes", """
                {"end": "+999999999-12-31", "until": "+1000000000-12-31T23:59:59.999999999Z",
                 "since": "1890-01-01T00:00:00+00:09:21", "source": "http://example.org/\u00e9?a[]=1"}""");
        if (version != ProtocolVersion.V2025_03_26) {
            assertThat(listed(client, "unusualTimes").get("outputSchema").toString())
                    .doesNotContain("format");
        }
    }

    @EveryRevision
    void aNumberThatIsNotFiniteIsAnError(ProtocolVersion version) {
        McpTestClient client = server.client(version);
        assertNeutralError(client.call("measured", "{\"value\": 1}"), "measured");
        assertNeutralError(client.call("measured", "{\"value\": 0}"), "measured");
    }

    @EveryRevision
    void rawJsonMayBeAnythingButMalformed(ProtocolVersion version) {
        McpTestClient client = server.client(version);
        for (String json : List.of("1", "\"a\"", "{\"a\":[null]}")) {
            Answer answer = client.call("raw", arguments("json", json));
            assertThat(answer.contentText()).isEqualTo("{\"json\":" + json + "}");
        }
        for (String json : List.of("a", "1,", "1}, \"isError\": {\"a\": 1", "")) {
            assertNeutralError(client.call("raw", arguments("json", json)), "raw");
            assertNeutralError(client.call("rawRoot", arguments("json", json)), "rawRoot");
        }
        assertThat(client.call("rawRoot", arguments("json", "{\"a\":[null]}")).contentText())
                .isEqualTo("{\"a\":[null]}");
    }

    private static String arguments(String name, String text) {
        return JsonMapper.shared().createObjectNode().put(name, text).toString();
    }

    @EveryRevision
    void aHandWrittenSchemaIsChecked(ProtocolVersion version) {
        McpTestClient client = server.client(version);
        for (String tool : List.of("handWritten", "handWrittenAndFinished")) {
            Answer good = client.call(tool, "{\"total\": 1}");
            assertContent(good, "[{\"type\": \"text\", \"text\": \"{\\\"total\\\":1}\"}]");
            assertThat(good.result().path("structuredContent").path("total").intValue(-1))
                    .isEqualTo(version == ProtocolVersion.V2025_03_26 ? -1 : 1);
            assertNeutralError(client.call(tool, "{\"total\": 0}"), tool);
        }
        assertNeutralError(client.call("handWrittenText"), "handWrittenText");
    }

    @EveryRevision
    void aHandWrittenSchemaIsPublishedUnchanged(ProtocolVersion version) {
        McpTestClient client = server.client(version);
        if (version == ProtocolVersion.V2025_03_26) {
            assertThat(listed(client, "handWritten").has("outputSchema")).isFalse();
        } else {
            assertThat(listed(client, "handWritten").get("outputSchema")).isEqualTo(json(WRITTEN));
            assertThat(listed(client, "handWritten").get("outputSchema"))
                    .hasToString(json(WRITTEN).toString());
        }
    }

    @EveryRevision
    void aHandWrittenListIsWrappedWithItsSchema(ProtocolVersion version) {
        assertValue(server.client(version), "handWrittenList", "[1, 2]");
    }

    @EveryRevision
    void theOutputTypeDescribesAToolResult(ProtocolVersion version) {
        McpTestClient client = server.client(version);
        assertObject(client, "typed", "{\"id\": \"N17\", \"quantity\": 2}");
        assertObject(client, "typedUnknown", "{\"id\": \"N17\", \"quantity\": 2}");
    }

    @EveryRevision
    void aToolResultThatIsNotOfTheOutputTypeIsAnError(ProtocolVersion version) {
        McpTestClient client = server.client(version);
        for (String tool : List.of("typedButWrong", "typedButNull", "typedButText")) {
            assertNeutralError(client.call(tool), tool);
        }
        assertThat(client.call("typedButEmpty").contentText())
                .isEqualTo("There is no result: the tool returned no value.");
    }

    @EveryRevision
    void anErrorNeedsNoStructuredContent(ProtocolVersion version) {
        Answer answer = server.client(version).call("typedAndFailed");
        assertThat(answer.isToolError()).isTrue();
        assertThat(answer.contentText()).isEqualTo("No such order");
        assertThat(answer.result().has("structuredContent")).isFalse();
    }
}
