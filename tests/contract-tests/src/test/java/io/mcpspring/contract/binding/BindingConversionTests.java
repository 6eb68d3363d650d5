package io.mcpspring.contract.binding;

import static io.mcpspring.contract.binding.BindingChecks.assertAccepted;
import static io.mcpspring.contract.binding.BindingChecks.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.annotation.McpTool;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.support.EveryRevision;
import io.mcpspring.support.McpTestClient;
import io.mcpspring.support.RecordedLog;
import io.mcpspring.support.TestServer;
import jakarta.validation.constraints.AssertTrue;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import tools.jackson.databind.JsonNode;

/** Scalars of another type are converted if no information is lost, and all problems are reported together. */
class BindingConversionTests {

    static class Tools {

        enum Day {
            FRIDAY,
            SUNDAY
        }

        record Point(int x, @Nullable Integer y) {}

        record Terms(@AssertTrue @Nullable Boolean accepted, int count) {}

        record Order(@Nullable Terms terms) {}

        @McpTool
        String number(int number) {
            return "number " + number;
        }

        @McpTool
        String exact(BigDecimal number) {
            return "number " + number;
        }

        record Held(Object value, @Nullable List<JsonNode> trees) {}

        @McpTool
        String anything(Object value, Map<String, Object> values, Held held) {
            return Stream.of(value, values.get("list"), held.value(), held.trees())
                    .map(each -> each + " " + (each instanceof List<?> list ? list.get(0) : each).getClass())
                    .toList()
                    .toString();
        }

        @McpTool
        String flag(boolean flag) {
            return "flag " + flag;
        }

        @McpTool
        String day(Day day) {
            return day.name();
        }

        @McpTool
        String text(String id) {
            return "id " + id;
        }

        @McpTool
        String nested(List<Point> points, Map<String, Day> days) {
            return points + " " + days;
        }

        @McpTool
        String order(Order order) {
            return order.toString();
        }

        @McpTool
        String times(LocalDateTime from, Duration lasting, int count) {
            return from + " " + lasting + " " + count;
        }
    }

    private final TestServer server = TestServer.shared(Tools.class);

    @EveryRevision
    void scalarsAreConvertedBetweenTypes(ProtocolVersion version) {
        McpTestClient client = server.client(version);
        assertAccepted(client, "number", "{\"number\": \"5\"}", "number 5");
        assertAccepted(client, "number", "{\"number\": \"-5\"}", "number -5");
        assertAccepted(client, "exact", "{\"number\": \"1.50\"}", "number 1.50");
        assertAccepted(client, "flag", "{\"flag\": \"true\"}", "flag true");
        assertAccepted(client, "flag", "{\"flag\": \"False\"}", "flag false");
        assertAccepted(client, "day", "{\"day\": \"friday\"}", "FRIDAY");
        assertAccepted(client, "text", "{\"id\": 17}", "id 17");
        assertAccepted(client, "nested", """
                {"points": [{"x": "1", "y": "2"}, {"x": 3, "y": null}], "days": {"last": "Sunday"}}""", "[Point[x=1, y=2], Point[x=3, y=null]] {last=SUNDAY}");
        assertAccepted(client, "nested", """
                {"points": "[{\\"x\\": \\"1\\"}]", "days": {}}""", "[Point[x=1, y=null]] {}");
        assertAccepted(client, "order", """
                {"order": {"terms": {"count": "5"}}}""", "Order[terms=Terms[accepted=null, count=5]]");
        assertAccepted(client, "order", """
                {"order": {"terms": {"accepted": "true", "count": 5}}}""", "Order[terms=Terms[accepted=true, count=5]]");
    }

    @EveryRevision
    void aValueOfAnyTypeHasTheNumbersThatTheMapperOfTheApplicationReads(ProtocolVersion version) {
        McpTestClient client = server.client(version);
        String exact = "0.12345678901234567890";
        assertAccepted(
                client,
                "anything",
                "{\"value\": 1.5, \"values\": {\"list\": [2.5, 1]}, \"held\": {\"value\": 3.5, \"trees\": [%s]}}"
                        .formatted(exact),
                "[1.5 class java.lang.Double, [2.5, 1] class java.lang.Double, 3.5 class java.lang.Double, [" + exact
                        + "] class tools.jackson.databind.node.DecimalNode]");
        assertRefused(
                client,
                "anything",
                "{\"value\": 1e400, \"values\": {}, \"held\": {\"value\": 1}}",
                "value: is out of range, got number 1E+400");
    }

    @EveryRevision
    void ambiguousScalarsAreNotConverted(ProtocolVersion version) {
        McpTestClient client = server.client(version);
        for (String text :
                List.of("", " 5", "5 ", "+5", "05", "0x5", "5,0", "five", "1.5", "1e-1", "true", "5 5", "NaN")) {
            assertRefused(
                    client,
                    "number",
                    "{\"number\": \"%s\"}".formatted(text),
                    "number: must be a whole number, got string \"%s\"".formatted(text));
        }
        assertRefused(client, "flag", "{\"flag\": \"yes\"}", "flag: must be true or false, got string \"yes\"");
        assertRefused(client, "flag", "{\"flag\": \"1\"}", "flag: must be true or false, got string \"1\"");
        assertRefused(client, "flag", "{\"flag\": 1}", "flag: must be true or false, got number 1");
        assertRefused(client, "text", "{\"id\": 1.5}", "id: must be a string, got number 1.5");
        assertRefused(client, "text", "{\"id\": true}", "id: must be a string, got true");
        assertThat(BindingChecks.refusal(version, client.call("number", "{\"number\": \"99999999999\"}")))
                .contains("number: ")
                .contains("99999999999");
        assertThat(BindingChecks.refusal(version, client.call("number", "{\"number\": \"1e999999999\"}")))
                .contains("number: ");
    }

    @EveryRevision
    @Tag("change")
    void theConversionCanBeSwitchedOff(ProtocolVersion version) {
        McpTestClient client = TestServer.shared(Tools.class, "mcp.server.tools.convert-strings=false")
                .client(version);
        assertRefused(client, "number", "{\"number\": \"5\"}", "number: must be a whole number, got string \"5\"");
        assertRefused(
                client, "day", "{\"day\": \"friday\"}", "day: must be one of \"FRIDAY\", \"SUNDAY\", got \"friday\"");
        assertRefused(client, "text", "{\"id\": 17}", "id: must be a string, got number 17");
    }

    @EveryRevision
    void problemsOfTheSchemaAndOfTheTypesAreReportedTogether(ProtocolVersion version) {
        assertThat(BindingChecks.refusal(
                        version,
                        server.client(version)
                                .call("times", "{\"from\": \"soon\", \"lasting\": \"long\", \"count\": 1.5}")))
                .contains("\nfrom: must be a date and time without offset")
                .contains("\nlasting: must be a duration")
                .contains("\ncount: must be a whole number");
    }

    @EveryRevision
    void controlCharactersInNamesAreEscaped(ProtocolVersion version) {
        McpTestClient client = server.client(version);
        try (RecordedLog log = new RecordedLog()) {
            String name = "a\\nb\\u202ec\\u2028d";
            assertThat(BindingChecks.refusal(
                            version, client.call("number", "{\"number\": 1, \"%s\": 1}".formatted(name))))
                    .startsWith(
                            "Invalid arguments for tool 'number':\n[\"a\\nb\\u202ec\\u2028d\"]: is not a known argument")
                    .doesNotContain("\u202e", "\u2028")
                    .hasLineCount(2);
            client.request("tools/call", "{\"name\": \"%s\"}".formatted(name));
            client.request("prompts/get", "{\"name\": \"%s\"}".formatted(name));
            client.request("resources/read", "{\"uri\": \"%s\"}".formatted(name));
            client.post("{\"jsonrpc\": \"2.0\", \"id\": \"%s\", \"method\": \"%s\"}".formatted(name, name));
            client.request("completion/complete", """
                    {"ref": {"type": "ref/prompt", "name": "%s"}, "argument": {"name": "%s", "value": ""},
                     "context": {"arguments": {"%s": 1}}}""".formatted(name, name, name));
            assertThat(log.lines())
                    .noneMatch(line -> line.contains("\n") || line.contains("\u202e") || line.contains("\u2028"));
        }
    }
}
