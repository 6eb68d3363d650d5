package io.mcpspring.contract.call;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.annotation.McpTool;
import io.mcpspring.exchange.McpExchange;
import io.mcpspring.exchange.McpRequestContext;
import io.mcpspring.exchange.ReactiveMcpExchange;
import io.mcpspring.protocol.LoggingLevel;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.support.Answer;
import io.mcpspring.support.EveryRevision;
import io.mcpspring.support.LegacyRevisions;
import io.mcpspring.support.McpTestClient;
import io.mcpspring.support.TestServer;
import java.io.File;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Log messages of tools are sent to the client from the level that it has selected. */
class ClientLogTests {

    private static final List<String> LEVELS = Stream.of(LoggingLevel.values())
            .map(level -> level.name().toLowerCase(Locale.ROOT))
            .toList();

    record Row(int number, String text) {}

    static class Tools {

        @McpTool(description = "Logs at every level")
        String all(McpExchange exchange) {
            Arrays.stream(LoggingLevel.values()).forEach(level -> exchange.log(level, "at " + level));
            return "done";
        }

        @McpTool(description = "Logs at every level")
        Mono<String> reactive(ReactiveMcpExchange exchange) {
            Arrays.stream(LoggingLevel.values()).forEach(level -> exchange.log(level, "at " + level));
            return Mono.just("done");
        }

        @McpTool(description = "Logs by the short names")
        String shorthands(McpExchange exchange) {
            logShortly(exchange);
            return "done";
        }

        @McpTool(description = "Logs by the short names")
        Mono<String> shorthandsReactive(ReactiveMcpExchange exchange) {
            logShortly(exchange);
            return Mono.just("done");
        }

        private static void logShortly(McpRequestContext exchange) {
            exchange.debug("a");
            exchange.info(2);
            exchange.warn(List.of("c"));
            exchange.error(Map.of("d", 4));
        }

        @McpTool(description = "Logs values of all kinds")
        String kinds(McpExchange exchange) {
            for (Object data : new Object[] {
                "a \"text\"\nof two lines",
                42,
                1.5,
                true,
                List.of(1, "two"),
                new Row(3, "three"),
                Collections.singletonMap("nothing", null),
                Instant.EPOCH,
                LoggingLevel.INFO,
                JsonMapper.shared().createObjectNode().put("tree", 1)
            }) {
                exchange.log(LoggingLevel.EMERGENCY, data);
            }
            return "done";
        }

        @McpTool(description = "Logs a value and changes it")
        String changing(McpExchange exchange) {
            ObjectNode data = JsonMapper.shared().createObjectNode().put("step", 1);
            exchange.log(LoggingLevel.ALERT, data);
            data.put("step", 2);
            exchange.log(LoggingLevel.ALERT, data);
            return "done";
        }

        @McpTool(description = "Logs values that must not be written")
        int unwritable(McpExchange exchange) {
            List<Object> values = List.of(
                    new Object() {
                        @SuppressWarnings("unused")
                        public String getText() {
                            throw new IllegalStateException("no text");
                        }
                    },
                    new IllegalStateException("with a stack trace"),
                    Map.of("file", new File("/etc/passwd")),
                    List.of(new Object[] {Map.of("thread", Thread.currentThread())}));
            int refused = 0;
            for (Object value : values) {
                try {
                    exchange.error(value);
                } catch (IllegalArgumentException ex) {
                    refused++;
                }
            }
            return refused;
        }
    }

    private static final TestServer SERVER = TestServer.shared(Tools.class);

    @LegacyRevisions
    void aLegacyClientGetsWarningsUntilItSetsALevel(ProtocolVersion version) {
        for (String tool : List.of("all", "reactive")) {
            assertThat(levels(SERVER.client(version).call(tool))).isEqualTo(from("warning"));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"shorthands", "shorthandsReactive"})
    void theFourCommonLevelsHaveTheirOwnMethods(String tool) {
        Answer answer = call(SERVER.client(ProtocolVersion.V2026_07_28), tool, "\"debug\"");
        assertThat(answer.messages())
                .filteredOn(message -> message.has("method"))
                .extracting(message -> message.at("/params/level").stringValue() + message.at("/params/data"))
                .containsExactly("debug\"a\"", "info2", "warning[\"c\"]", "error{\"d\":4}");
    }

    @LegacyRevisions
    void aLevelAppliesToTheFollowingMessages(ProtocolVersion version) {
        McpTestClient client = SERVER.client(version);
        for (String level : LEVELS) {
            Answer answer = client.request("logging/setLevel", "{\"level\": \"" + level + "\"}");
            assertThat(answer.result().toString()).isEqualTo("{}");
            assertThat(answer.isStream()).isFalse();
            assertThat(levels(client.call("all"))).isEqualTo(from(level));
            assertThat(levels(client.call("all"))).isEqualTo(from(level));
        }
    }

    @LegacyRevisions
    void aLevelAppliesToItsSessionAlone(ProtocolVersion version) {
        McpTestClient one = SERVER.client(version);
        McpTestClient other = SERVER.client(version);
        one.request("logging/setLevel", "{\"level\": \"debug\"}").result();
        other.request("logging/setLevel", "{\"level\": \"emergency\"}").result();
        assertThat(levels(one.call("all"))).isEqualTo(LEVELS);
        assertThat(levels(other.call("all"))).containsExactly("emergency");
        assertThat(levels(SERVER.client(version).call("all"))).isEqualTo(from("warning"));
    }

    @LegacyRevisions
    void anUnknownLevelIsRefusedAndChangesNothing(ProtocolVersion version) {
        McpTestClient client = SERVER.client(version);
        client.request("logging/setLevel", "{\"level\": \"critical\"}").result();
        for (String params : List.of(
                "{\"level\": \"loud\"}",
                "{\"level\": \"DEBUG\"}",
                "{\"level\": 1}",
                "{\"level\": null}",
                "{\"level\": [\"debug\"]}",
                "{}")) {
            Answer answer = client.post(client.body(
                    "logging/setLevel", (ObjectNode) JsonMapper.shared().readTree(params)));
            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.errorCode()).as(params).isEqualTo(-32602);
        }
        assertThat(levels(client.call("all"))).isEqualTo(from("critical"));
    }

    @LegacyRevisions
    void theLevelInTheMetaOfALegacyRequestIsIgnored(ProtocolVersion version) {
        assertThat(levels(call(SERVER.client(version), "all", "\"debug\""))).isEqualTo(from("warning"));
    }

    @Test
    @Tag("change")
    void theInitialLevelOfASessionIsConfigurable() {
        TestServer server = TestServer.shared(Tools.class, "mcp.server.client.log-level=notice");
        assertThat(levels(server.client(ProtocolVersion.V2025_11_25).call("all")))
                .isEqualTo(from("notice"));
        assertThat(levels(server.client(ProtocolVersion.V2026_07_28).call("all")))
                .isEmpty();
    }

    @Test
    void aModernClientGetsNoMessagesUnlessItsRequestHasALevel() {
        McpTestClient client = SERVER.client(ProtocolVersion.V2026_07_28);
        assertThat(client.call("all").isStream()).isFalse();
        assertThat(call(client, "all", "null").isStream()).isFalse();
        for (String level : LEVELS) {
            assertThat(levels(call(client, "all", '"' + level + '"'))).isEqualTo(from(level));
            assertThat(levels(call(client, "reactive", '"' + level + '"'))).isEqualTo(from(level));
        }
        assertThat(client.call("all").isStream()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"loud\"", "\"DEBUG\"", "1", "{}", "[\"debug\"]", "\"\""})
    void anUnknownLevelOfAModernRequestIsRefused(String level) {
        McpTestClient client = SERVER.client(ProtocolVersion.V2026_07_28);
        ObjectNode params = params("all", level);
        Answer answer = client.post(client.body("tools/call", params), client.headers("tools/call", params));
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.errorCode()).isEqualTo(-32602);
        assertThat(answer.json().get("id").intValue()).isEqualTo(client.lastId());
    }

    @Test
    void modernRevisionsHaveNoSetLevelRequest() {
        Answer answer =
                SERVER.client(ProtocolVersion.V2026_07_28).request("logging/setLevel", "{\"level\": \"debug\"}");
        assertThat(answer.status()).isEqualTo(404);
        assertThat(answer.errorCode()).isEqualTo(-32601);
    }

    @EveryRevision
    void dataOfAnyKindIsWrittenAsJson(ProtocolVersion version) {
        List<String> data =
                call(SERVER.client(version), "kinds", "\"debug\"").notifications("notifications/message").stream()
                        .map(message -> message.at("/params/data").toString())
                        .toList();
        assertThat(data)
                .containsExactly(
                        "\"a \\\"text\\\"\\nof two lines\"",
                        "42",
                        "1.5",
                        "true",
                        "[1,\"two\"]",
                        "{\"number\":3,\"text\":\"three\"}",
                        "{\"nothing\":null}",
                        "\"1970-01-01T00:00:00Z\"",
                        "\"info\"",
                        "{\"tree\":1}");
    }

    @EveryRevision
    void laterChangesOfTheDataDoNotChangeAMessage(ProtocolVersion version) {
        assertThat(call(SERVER.client(version), "changing", "\"debug\"").notifications("notifications/message"))
                .extracting(message -> message.at("/params/data/step").intValue())
                .containsExactly(1, 2);
    }

    @EveryRevision
    void dataThatCannotOrMustNotBeWrittenIsRefused(ProtocolVersion version) {
        Answer answer = call(SERVER.client(version), "unwritable", "\"debug\"");
        assertThat(answer.contentText()).isEqualTo("4");
        assertThat(answer.notifications("notifications/message")).isEmpty();
    }

    @EveryRevision
    void aClientThatDoesNotAcceptAStreamGetsTheResponseAlone(ProtocolVersion version) {
        McpTestClient client = SERVER.client(version);
        ObjectNode params = params("all", "\"debug\"");
        Map<String, String> headers = client.headers("tools/call", params);
        headers.put("Accept", "application/json");
        Answer answer = client.post(client.body("tools/call", params), headers);
        assertThat(answer.isStream()).isFalse();
        assertThat(answer.contentText()).isEqualTo("done");
    }

    @EveryRevision
    void theCapabilityIsDeclared(ProtocolVersion version) {
        McpTestClient client = SERVER.client(version);
        ObjectNode params = version.isModern()
                ? JsonMapper.shared().createObjectNode()
                : (ObjectNode) JsonMapper.shared().readTree("""
                        {"protocolVersion": "%s", "capabilities": {}, "clientInfo": {"name": "x", "version": "1"}}
                        """.formatted(version));
        String method = version.isModern() ? "server/discover" : "initialize";
        Map<String, String> headers = client.headers(method, params);
        headers.remove("Mcp-Session-Id");
        JsonNode capabilities =
                client.post(client.body(method, params), headers).result().get("capabilities");
        assertThat(capabilities.path("logging").toString()).isEqualTo("{}");
    }

    private static Answer call(McpTestClient client, String tool, String level) {
        return client.request("tools/call", params(tool, level));
    }

    private static ObjectNode params(String tool, String level) {
        ObjectNode params = JsonMapper.shared().createObjectNode().put("name", tool);
        params.putObject("_meta")
                .set("io.modelcontextprotocol/logLevel", JsonMapper.shared().readTree(level));
        return params;
    }

    private static List<String> levels(Answer answer) {
        assertThat(answer.contentText()).isEqualTo("done");
        return answer.notifications("notifications/message").stream()
                .map(message -> message.at("/params/level").stringValue())
                .toList();
    }

    private static List<String> from(String level) {
        return LEVELS.subList(LEVELS.indexOf(level), LEVELS.size());
    }
}
