package io.mcpspring.contract.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.mcpspring.McpServer;
import io.mcpspring.contract.session.TalkingTools.Talk;
import io.mcpspring.event.ListChanged;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.session.SessionState;
import io.mcpspring.support.Answer;
import io.mcpspring.support.EventStream;
import io.mcpspring.support.LegacyRevisions;
import io.mcpspring.support.McpTestClient;
import io.mcpspring.support.TestServer;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The limits of the state of sessions, and servers without sessions. */
class SessionLimitsTests {

    private static final TestServer SMALL = TestServer.shared(
            TalkingTools.class,
            "mcp.server.session.max-open=2",
            "mcp.server.client.max-pending=1",
            TestServer.DETECTS_LOST_CLIENTS);

    private static Answer setLevel(McpTestClient client, String level) {
        return client.request("logging/setLevel", "{\"level\": \"" + level + "\"}");
    }

    /** Removes the state that other tests have left. */
    private static SessionState nothingRemembered() {
        SessionState remembered = new SessionState(SMALL);
        remembered.closeAll();
        assertThat(remembered.size()).isZero();
        return remembered;
    }

    @LegacyRevisions
    void sessionsInUseTakeNoPlace(ProtocolVersion version) {
        SessionState remembered = nothingRemembered();
        List<McpTestClient> listening =
                Stream.generate(() -> SMALL.client(version)).limit(4).toList();
        List<EventStream> streams =
                listening.stream().map(McpTestClient::listen).toList();
        for (McpTestClient client : listening) {
            SessionState.until(() -> remembered.listeners(client) == 1);
            assertThat(setLevel(client, "debug").status()).isEqualTo(200);
        }
        assertThat(remembered.size()).isEqualTo(4);
        streams.forEach(EventStream::close);
        SessionState.until(() -> remembered.size() == 2);
        for (McpTestClient client : listening) {
            assertThat(client.request("ping", "{}").status())
                    .as("its session is valid")
                    .isEqualTo(200);
        }
        nothingRemembered();
    }

    @LegacyRevisions
    void theLeastRecentlyUsedSessionIsForgotten(ProtocolVersion version) {
        SessionState remembered = nothingRemembered();
        McpTestClient victim = SMALL.client(version);
        try (EventStream listener = victim.listen()) {
            SessionState.until(() -> remembered.size() == 1 && remembered.listeners(victim) == 1);
            for (int i = 0; i < 10; i++) {
                McpTestClient flooding = SMALL.client(version);
                if (i % 2 == 0) {
                    assertThat(setLevel(flooding, "debug").status()).isEqualTo(200);
                } else {
                    EventStream abandoned = flooding.listen();
                    SessionState.until(() -> remembered.listeners(flooding) == 1);
                    abandoned.close();
                    SessionState.until(() -> remembered.listeners(flooding) == 0);
                }
                SessionState.until(() -> remembered.contains(flooding) && remembered.isIdle(flooding));
                assertThat(remembered.size()).isLessThanOrEqualTo(3);
            }
            SMALL.context().getBean(McpServer.class).parts().events().publish(ListChanged.TOOLS);
            assertThat(listener.nextMessage().get("method").stringValue()).endsWith("list_changed");
        }
        assertThat(victim.call("talk", new Talk().end().arguments()).contentText())
                .isEqualTo("done");
        nothingRemembered();
    }

    @Test
    void aPlainCallDoesNotEvictASession() {
        SessionState remembered = nothingRemembered();
        McpTestClient first = SMALL.client(ProtocolVersion.V2025_11_25);
        McpTestClient second = SMALL.client(ProtocolVersion.V2025_11_25);
        setLevel(first, "emergency");
        setLevel(second, "emergency");
        for (int i = 0; i < 5; i++) {
            McpTestClient other = SMALL.client(ProtocolVersion.V2025_11_25);
            assertThat(other.call("talk", new Talk().end().arguments()).contentText())
                    .isEqualTo("done");
        }
        assertThat(first.call("talk", new Talk("a").end().arguments()).messages())
                .as("its level holds")
                .hasSize(1);
        assertThat(second.call("talk", new Talk("a").end().arguments()).messages())
                .hasSize(1);
        SessionState.until(() -> remembered.size() == 2);
    }

    @Test
    void theOldestEndedSessionsAreForgottenWhenManyOthersEnd() {
        SessionState remembered = nothingRemembered();
        McpTestClient ended = SMALL.client(ProtocolVersion.V2025_11_25);
        McpTestClient late = SMALL.client(ProtocolVersion.V2025_11_25);
        assertThat(ended.send("DELETE", ended.headers()).status()).isEqualTo(204);
        remembered.endOthers();
        assertThat(ended.send("DELETE", ended.headers()).status()).isEqualTo(404);
        assertThat(ended.request("ping", "{}").status()).isEqualTo(404);
        try (EventStream listener = late.listen()) {
            assertThat(late.send("DELETE", late.headers()).status()).isEqualTo(204);
            assertThat(listener.rest()).as("everything in it has ended").isEmpty();
        }
        assertThat(late.request("ping", "{}").status()).isEqualTo(404);
        remembered.forgetEnded();
    }

    @LegacyRevisions(since = ProtocolVersion.V2025_06_18)
    void openQuestionsAreLimited(ProtocolVersion version) {
        nothingRemembered();
        McpTestClient client = SMALL.clientWith(version, "{\"elicitation\": {}}");
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

    @Test
    @Tag("change")
    void anIdleSessionLosesItsLogLevelAndStaysValid() {
        TestServer server = TestServer.shared(TalkingTools.class, "mcp.server.session.idle-timeout=1s");
        SessionState remembered = new SessionState(server);
        McpTestClient client = server.client(ProtocolVersion.V2025_11_25);
        // Repeated for slow machines, until the call arrives before the level is dropped.
        SessionState.until(() -> {
            assertThat(client.request("logging/setLevel", "{\"level\": \"emergency\"}")
                            .status())
                    .isEqualTo(200);
            return client.call("talk", new Talk("a").end().arguments())
                            .messages()
                            .size()
                    == 1;
        });
        SessionState.until(() -> remembered.size() == 0);
        assertThat(client.call("talk", new Talk("a").end().arguments()).messages())
                .hasSize(2);
    }

    @Test
    @Tag("change")
    void anExpiredSessionIsUnknownToAllMethods() {
        McpTestClient client = TestServer.shared(TalkingTools.class, "mcp.server.session.max-age=4s")
                .client(ProtocolVersion.V2025_11_25);
        await().until(() -> client.request("ping", "{}").status() == 404);
        assertThat(client.send("GET", client.headers()).status()).isEqualTo(404);
        assertThat(client.send("DELETE", client.headers()).status()).isEqualTo(404);
    }
}
