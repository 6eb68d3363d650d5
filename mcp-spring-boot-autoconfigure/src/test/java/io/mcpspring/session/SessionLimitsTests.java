package io.mcpspring.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.session.TalkingTools.Talk;
import io.mcpspring.support.Answer;
import io.mcpspring.support.EventStream;
import io.mcpspring.support.McpTestClient;
import io.mcpspring.support.TestServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/** What a server refuses to remember, and what it does where it remembers nothing. */
class SessionLimitsTests {

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "V2026_07_28")
    void onlySoManySessionsAreInUseAtATime(ProtocolVersion version) {
        TestServer server = TestServer.shared(TalkingTools.class, "mcp.server.session.max-open=2",
                "mcp.server.session.events.max-size=0");
        Remembered remembered = new Remembered(server);
        Remembered.until(() -> remembered.all().size() == 0);
        McpTestClient first = server.client(version);
        McpTestClient second = server.client(version);
        McpTestClient third = server.client(version);
        Talk talk = new Talk("a");
        try (EventStream call = first.streamCall("talk", talk.arguments()); EventStream listener = second.listen()) {
            call.nextMessage();
            listener.next();
            assertFull(third.request("ping", "{}"));
            assertFull(third.send("GET", third.headers()));
            assertThat(third.post("{\"jsonrpc\": \"2.0\", \"method\": \"notifications/initialized\"}").status())
                    .as("nothing to remember").isEqualTo(202);
            assertThat(server.client(version).sessionId()).as("a new session takes no place").isNotNull();
            assertThat(first.request("ping", "{}").status()).as("those in use go on").isEqualTo(200);
            talk.end();
            call.rest();
            Remembered.until(() -> remembered.all().size() == 1);
            assertThat(third.request("ping", "{}").status()).isEqualTo(200);
            assertThat(second.send("DELETE", second.headers()).status()).isEqualTo(204);
        }
        Remembered.until(() -> remembered.all().size() == 0);
    }

    private static void assertFull(Answer answer) {
        assertThat(answer.status()).isEqualTo(503);
        assertThat(answer.errorCode()).isEqualTo(-32600);
        assertThat(answer.error().get("message").stringValue())
                .isEqualTo("Too many sessions are in use (mcp.server.session.max-open)");
    }

    @ParameterizedTest
    @EnumSource(names = {"V2025_06_18", "V2025_11_25"})
    void onlySoManyQuestionsAreOpenAtATime(ProtocolVersion version) {
        McpTestClient client = TestServer.shared(TalkingTools.class, "mcp.server.client.max-pending=1")
                .clientWith(version, "{\"elicitation\": {}}");
        try (EventStream first = client.streamCall("ask", new Talk().arguments())) {
            JsonNode question = first.nextMessage();
            Answer refused = client.call("askReactively", new Talk().arguments());
            assertThat(refused.isToolError()).isTrue();
            assertThat(refused.contentText()).contains("it has not answered 1 earlier questions");
            client.respond(question, "{\"action\": \"decline\"}");
            assertThat(first.rest()).hasSize(1);
            try (EventStream next = client.streamCall("askReactively", new Talk().arguments())) {
                assertThat(next.nextMessage().get("id")).isNotEqualTo(question.get("id"));
            }
        }
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "V2026_07_28")
    void whereThereAreNoSessionsTheServerSaysWhatItCannotDo(ProtocolVersion version) {
        McpTestClient client = TestServer.shared(TalkingTools.class, "mcp.server.session.enabled=false")
                .client(version);
        Answer initialized = client.request("initialize", """
                {"protocolVersion": "%s", "capabilities": {"elicitation": {}},
                 "clientInfo": {"name": "test", "version": "1"}}""".formatted(version));
        assertThat(initialized.header("Mcp-Session-Id")).isNull();
        assertThat(initialized.result().get("capabilities").toString()).isEqualTo("{\"tools\":{}}");
        for (String method : new String[] {"GET", "DELETE"}) {
            Answer answer = client.send(method, client.headers());
            assertThat(answer.status()).isEqualTo(405);
            assertThat(answer.header("Allow")).isEqualTo("POST");
        }
        Answer level = client.request("logging/setLevel", "{\"level\": \"debug\"}");
        assertThat(level.errorCode()).isEqualTo(-32603);
        assertThat(level.error().get("message").stringValue())
                .isEqualTo("The server keeps no log level: it issues no session ids");
        assertThat(client.call("talk", new Talk("a").end().arguments()).contentText()).isEqualTo("done");
        assertThat(client.call("ask", new Talk().arguments()).isToolError()).isTrue();
        assertThat(client.request("tools/list", "{}").result().get("tools")).isNotEmpty();
        assertThat(client.post("""
                {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1}}""").status())
                .isEqualTo(202);
        assertThat(client.post("{\"jsonrpc\": \"2.0\", \"id\": \"server-1\", \"result\": {}}").status()).isEqualTo(202);
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "V2026_07_28")
    void progressNeedsNoSession(ProtocolVersion version) {
        McpTestClient client = TestServer.shared(TalkingTools.class, "mcp.server.session.enabled=false")
                .client(version);
        Answer answer = client.request("tools/call", """
                {"name": "advance", "arguments": {}, "_meta": {"progressToken": 0}}""");
        assertThat(answer.notifications("notifications/progress")).hasSize(1);
        assertThat(answer.text().lines()).noneMatch(line -> line.startsWith("id:"));
        assertThat(answer.contentText()).isEqualTo("done");
    }

    @Test
    void anIdleSessionForgetsItsLogLevelAndStaysValid() {
        TestServer server = TestServer.shared(TalkingTools.class, "mcp.server.session.idle-timeout=1s");
        Remembered remembered = new Remembered(server);
        McpTestClient client = server.client(ProtocolVersion.V2025_11_25);
        // However slow the machine is: on one try the call comes before the level is forgotten.
        Remembered.until(() -> {
            assertThat(client.request("logging/setLevel", "{\"level\": \"emergency\"}").status()).isEqualTo(200);
            return client.call("talk", new Talk("a").end().arguments()).messages().size() == 1;
        });
        Remembered.until(() -> remembered.all().size() == 0);
        assertThat(client.call("talk", new Talk("a").end().arguments()).messages()).hasSize(2);
    }

    @Test
    void aSessionThatIsTooOldIsUnknownToAllMethods() {
        McpTestClient client = TestServer.shared(TalkingTools.class, "mcp.server.session.max-age=1s")
                .client(ProtocolVersion.V2025_11_25);
        Remembered.until(() -> client.request("ping", "{}").status() == 404);
        assertThat(client.send("GET", client.headers()).status()).isEqualTo(404);
        assertThat(client.send("DELETE", client.headers()).status()).isEqualTo(404);
    }
}
