package io.mcpspring.contract.resource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.mcpspring.McpServer;
import io.mcpspring.event.EventListeners;
import io.mcpspring.event.ServerEvents;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.support.Answer;
import io.mcpspring.support.EventStream;
import io.mcpspring.support.LegacyRevisions;
import io.mcpspring.support.McpTestClient;
import io.mcpspring.support.TestServer;
import io.mcpspring.tool.McpToolDefinition;
import io.mcpspring.tool.McpTools;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Clients are notified of changes on the stream of their session, or on a stream that they request. */
class SubscriptionTests {

    private static final String CHANGED = "notifications/tools/list_changed";

    private static final String SUBSCRIPTION_ID = "io.modelcontextprotocol/subscriptionId";

    static class NoTools {}

    private static final TestServer SERVER = TestServer.shared(NoTools.class);

    private static final AtomicInteger TOOLS = new AtomicInteger();

    private static void change(TestServer server) {
        server.context().getBean(McpTools.class).update(changes -> changes.add(tool("t" + TOOLS.incrementAndGet())));
    }

    private static McpToolDefinition tool(String name) {
        return McpToolDefinition.named(name)
                .description("Does nothing")
                .call((arguments, exchange) -> "done")
                .build();
    }

    private static EventStream listen(String filter) {
        return SERVER.client(ProtocolVersion.V2026_07_28).stream(
                "subscriptions/listen", "{\"notifications\": %s}".formatted(filter));
    }

    @LegacyRevisions
    void aSessionIsNotifiedOnExactlyOneOfItsStreams(ProtocolVersion version) {
        McpTestClient client = SERVER.client(version);
        List<EventStream> streams = List.of(client.listen(), client.listen(), client.listen());
        change(SERVER);
        change(SERVER);
        assertThat(client.send("DELETE", client.headers()).status()).isEqualTo(204);
        List<JsonNode> messages =
                streams.stream().flatMap(stream -> stream.rest().stream()).toList();
        assertThat(messages).hasSize(2).allSatisfy(message -> {
            assertThat(message.get("method").stringValue()).isEqualTo(CHANGED);
            assertThat(message.has("id")).isFalse();
        });
    }

    @Test
    void everyUpdateIsSentOnce() {
        try (TestServer server = TestServer.start(NoTools.class)) {
            List<EventStream> streams = new ArrayList<>();
            for (ProtocolVersion version : ProtocolVersion.values()) {
                if (version.isModern()) {
                    EventStream stream = server.client(version).stream(
                            "subscriptions/listen", "{\"notifications\": {\"toolsListChanged\": true}}");
                    stream.nextMessage();
                    streams.add(stream);
                } else {
                    streams.add(server.client(version).listen());
                }
            }
            McpTools tools = server.context().getBean(McpTools.class);
            tools.update(changes -> changes.add(tool("a")).add(tool("b")).add(tool("c")));
            tools.update(changes -> {});
            tools.update(changes -> changes.add(tool("d")).remove("d"));
            try {
                tools.update(changes -> changes.remove("a").remove("d"));
            } catch (IllegalArgumentException expected) {
                // The tool 'd' does not exist.
            }
            tools.update(changes -> changes.replace(tool("b")).remove("c"));
            tools.update(changes -> changes.remove("a"));
            server.context().close();
            for (EventStream stream : streams) {
                assertThat(stream.rest().stream()
                                .filter(message -> message.has("method"))
                                .map(message -> message.get("method").stringValue())
                                .toList())
                        .containsExactly(CHANGED, CHANGED, CHANGED);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"7", "\"7\"", "\"w-1\"", "0", "\"\"", "9007199254740991"})
    void theIdOfASubscriptionIsThatOfItsRequest(String id) {
        McpTestClient client = SERVER.client(ProtocolVersion.V2026_07_28);
        ObjectNode params =
                (ObjectNode) JsonMapper.shared().readTree("{\"notifications\": {\"toolsListChanged\": true}}");
        ObjectNode request = (ObjectNode) JsonMapper.shared().readTree(client.body("subscriptions/listen", params));
        request.set("id", JsonMapper.shared().readTree(id));
        try (EventStream stream = client.stream(request.toString(), client.headers("subscriptions/listen", params))) {
            assertThat(stream.header("X-Accel-Buffering")).isEqualTo("no");
            JsonNode acknowledged = stream.nextMessage();
            assertThat(acknowledged.get("method").stringValue()).isEqualTo("notifications/subscriptions/acknowledged");
            assertThat(acknowledged.at("/params/notifications")).hasToString("{\"toolsListChanged\":true}");
            assertThat(acknowledged.at("/params/_meta").get(SUBSCRIPTION_ID)).hasToString(id);
            change(SERVER);
            JsonNode changed = stream.nextMessage();
            assertThat(changed.get("method").stringValue()).isEqualTo(CHANGED);
            assertThat(changed.get("params")).hasToString("{\"_meta\":{\"%s\":%s}}".formatted(SUBSCRIPTION_ID, id));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"toolsListChanged\": false}",
                "{\"promptsListChanged\": true}",
                "{\"resourceSubscriptions\": [\"a://b\"], \"resourcesListChanged\": true}",
                "{\"unknown\": 1}"
            })
    void aSubscriptionToNothingStaysOpenWithoutEvents(String filter) {
        try (EventStream silent = listen(filter);
                EventStream listening = listen("{\"toolsListChanged\": true}")) {
            assertThat(silent.nextMessage().at("/params/notifications")).hasToString("{}");
            listening.nextMessage();
            change(SERVER);
            change(SERVER);
            listening.nextMessage();
            listening.nextMessage();
            assertThat(silent.arrived()).isEmpty();
            assertThat(silent.failure()).isNull();
        }
    }

    @Test
    void theAcknowledgementOmitsUnknownFilters() {
        try (EventStream stream = listen("{\"unknown\": [1], \"promptsListChanged\": true,"
                + " \"resourceSubscriptions\": [\"a://b\"], \"toolsListChanged\": true}")) {
            assertThat(stream.nextMessage().at("/params/notifications")).hasToString("{\"toolsListChanged\":true}");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"notifications\": null}",
                "{\"notifications\": [1]}",
                "{\"notifications\": \"toolsListChanged\"}",
                "{\"notifications\": {\"toolsListChanged\": \"true\"}}",
                "{\"notifications\": {\"toolsListChanged\": 1}}",
                "{\"notifications\": {\"promptsListChanged\": \"yes\"}}",
                "{\"notifications\": {\"resourceSubscriptions\": \"a://b\"}}",
                "{\"notifications\": {\"resourceSubscriptions\": [1]}}",
                "{\"notifications\": {\"resourceSubscriptions\": {}}}"
            })
    void anInvalidFilterIsRefused(String params) {
        Answer answer = SERVER.client(ProtocolVersion.V2026_07_28).request("subscriptions/listen", params);
        assertThat(answer.isStream()).isFalse();
        assertThat(answer.errorCode()).isEqualTo(-32602);
    }

    @ParameterizedTest
    @ValueSource(strings = {"[]", "{}", "{\"toolsListChanged\": null, \"resourceSubscriptions\": null}"})
    void aFilterMayBeEmpty(String filter) {
        try (EventStream stream = listen(filter)) {
            assertThat(stream.nextMessage().at("/params/notifications")).hasToString("{}");
        }
    }

    @Test
    void aClientThatDoesNotAcceptAStreamIsRefused() {
        McpTestClient client = SERVER.client(ProtocolVersion.V2026_07_28);
        ObjectNode params =
                (ObjectNode) JsonMapper.shared().readTree("{\"notifications\": {\"toolsListChanged\": true}}");
        Map<String, String> headers = client.headers("subscriptions/listen", params);
        headers.put("Accept", "application/json");
        Answer answer = client.post(client.body("subscriptions/listen", params), headers);
        assertThat(answer.status()).isEqualTo(406);
        assertThat(answer.json().get("id").intValue()).isEqualTo(client.lastId());
        headers.put("Accept", "text/event-stream");
        try (EventStream stream = client.stream(client.body("subscriptions/listen", params), headers)) {
            assertThat(stream.nextMessage().get("method").stringValue()).endsWith("acknowledged");
        }
    }

    @LegacyRevisions
    void legacyClientsCannotSubscribe(ProtocolVersion version) {
        Answer answer = SERVER.client(version)
                .request("subscriptions/listen", "{\"notifications\": {\"toolsListChanged\": true}}");
        assertThat(answer.errorCode()).isEqualTo(-32601);
    }

    @Test
    void closedSubscriptionsAreForgotten() {
        try (TestServer server = TestServer.start(NoTools.class, TestServer.DETECTS_LOST_CLIENTS)) {
            ServerEvents events =
                    server.context().getBean(McpServer.class).parts().events();
            int before = EventListeners.count(events);
            McpTestClient client = server.client(ProtocolVersion.V2026_07_28);
            List<EventStream> streams = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                streams.add(client.stream("subscriptions/listen", "{\"notifications\": {\"toolsListChanged\": true}}"));
                streams.get(i).nextMessage();
            }
            assertThat(EventListeners.count(events)).isEqualTo(before + 20);
            EventStream kept = streams.remove(0);
            streams.forEach(EventStream::close);
            await().until(() -> EventListeners.count(events) == before + 1);
            change(server);
            assertThat(kept.nextMessage().get("method").stringValue()).isEqualTo(CHANGED);
            server.context().close();
            assertThat(EventListeners.count(events)).isLessThanOrEqualTo(before);
        }
    }

    @Test
    void listChangedIsDeclaredIfItIsSent() {
        for (ProtocolVersion version : ProtocolVersion.values()) {
            assertThat(toolCapability(SERVER, version)).as("%s", version).hasToString("{\"listChanged\":true}");
        }
    }

    private static JsonNode toolCapability(TestServer server, ProtocolVersion version) {
        McpTestClient client = server.client(version);
        if (version.isModern()) {
            return client.request("server/discover", "{}").result().at("/capabilities/tools");
        }
        Map<String, String> headers = client.headers();
        headers.remove("Mcp-Session-Id");
        return client.post("""
                {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocolVersion": "%s",
                "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}}""".formatted(version), headers).result().at("/capabilities/tools");
    }
}
