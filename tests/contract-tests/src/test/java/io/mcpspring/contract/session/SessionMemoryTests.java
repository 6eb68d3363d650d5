package io.mcpspring.contract.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.McpServer;
import io.mcpspring.contract.session.TalkingTools.Talk;
import io.mcpspring.protocol.ClientCapabilities;
import io.mcpspring.protocol.Implementation;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.session.LegacyClient;
import io.mcpspring.session.LegacySession;
import io.mcpspring.session.LegacySessions;
import io.mcpspring.session.SessionState;
import io.mcpspring.support.Answer;
import io.mcpspring.support.EventStream;
import io.mcpspring.support.LegacyRevisions;
import io.mcpspring.support.McpTestClient;
import io.mcpspring.support.TestServer;
import java.lang.management.ManagementFactory;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/** Sessions, calls and streams leave no state behind. */
class SessionMemoryTests {

    private static final TestServer SERVER =
            TestServer.shared(TalkingTools.class, "mcp.server.session.events.ttl=1ms", TestServer.DETECTS_LOST_CLIENTS);

    private final SessionState remembered = new SessionState(SERVER);

    static Stream<Arguments> styles() {
        return Stream.of(ProtocolVersion.values())
                .filter(version -> !version.isModern())
                .flatMap(version -> Stream.of("talk", "talkReactively").map(tool -> Arguments.of(version, tool)));
    }

    /** The server drops all state at once or with its next sweep. */
    private void assertForgotten() {
        SessionState.until(() -> {
            remembered.sweep();
            return remembered.size() == 0;
        });
        long heap = Runtime.getRuntime().maxMemory();
        assertThat(remembered.eventsLeft()).as("the whole budget is back").isEqualTo(heap / 8);
        assertThat(remembered.subscriptionsLeft()).isEqualTo(heap / 16);
    }

    @LegacyRevisions
    void openingASessionAndCallingAToolLeavesNoState(ProtocolVersion version) {
        for (int i = 0; i < 5; i++) {
            McpTestClient client = SERVER.client(version);
            assertThat(client.call("talk", new Talk().end().arguments()).contentText())
                    .isEqualTo("done");
            client.call("talkReactively", "{}");
            client.request("no/such/method", "{}");
            client.post("{");
        }
        // A client can have the last byte of a response before the server has finished with the request.
        SessionState.until(() -> remembered.size() == 0);
    }

    @ParameterizedTest
    @MethodSource("styles")
    void noStateIsLeftAfterRequestsOfAnyKind(ProtocolVersion version, String tool) throws Exception {
        Random random = new Random(version.ordinal());
        for (int i = 0; i < 12; i++) {
            McpTestClient client = SERVER.clientWith(version, "{\"elicitation\": {}}");
            boolean silent = random.nextBoolean();
            Talk talk = silent ? new Talk() : new Talk("a", "b");
            if (silent) {
                CompletableFuture<?> call = CompletableFuture.runAsync(() -> client.call(tool, talk.arguments()));
                talk.begun().await();
                finish(client, talk, random);
                call.get();
            } else {
                EventStream stream = client.streamCall(tool, talk.arguments());
                stream.nextMessage();
                if (random.nextBoolean()) {
                    stream.close();
                }
                finish(client, talk, random);
            }
        }
        assertForgotten();
    }

    private static void finish(McpTestClient client, Talk talk, Random random) {
        switch (random.nextInt(3)) {
            case 0 -> talk.end();
            case 1 -> client.notify("notifications/cancelled", "{\"requestId\": " + client.lastId() + "}");
            default ->
                assertThat(client.send("DELETE", client.headers()).status()).isEqualTo(204);
        }
    }

    @LegacyRevisions(since = ProtocolVersion.V2025_06_18)
    void questionsAreForgottenAtTheirEnd(ProtocolVersion version) {
        for (String tool : new String[] {"ask", "askReactively"}) {
            for (int i = 0; i < 8; i++) {
                McpTestClient client = SERVER.clientWith(version, "{\"elicitation\": {}}");
                try (EventStream stream = client.streamCall(tool, new Talk().arguments())) {
                    JsonNode question = stream.nextMessage();
                    if (i % 4 == 0) {
                        client.respond(question, "{\"action\": \"cancel\"}");
                        assertThat(stream.rest()).hasSize(1);
                    } else if (i % 4 == 1) {
                        client.post("{\"jsonrpc\": \"2.0\", \"id\": " + question.get("id")
                                + ", \"error\": {\"code\": -1, \"message\": \"no\"}}");
                        assertThat(stream.rest()).hasSize(1);
                    } else if (i % 4 == 2) {
                        client.notify("notifications/cancelled", "{\"requestId\": " + client.lastId() + "}");
                        assertThat(stream.rest()).isEmpty();
                    } else {
                        client.send("DELETE", client.headers());
                        assertThat(stream.rest()).isEmpty();
                    }
                }
            }
        }
        assertForgotten();
    }

    @LegacyRevisions
    void aCallWhoseQuestionCannotBeWrittenIsAnswered(ProtocolVersion version) {
        Answer answer = SERVER.clientWith(version, "{\"sampling\": {}}").call("askBadly", "{}");
        assertThat(answer.isToolError()).isTrue();
        assertForgotten();
    }

    @Test
    void standAloneStreamsAreForgottenAtTheEndOfTheirSession() {
        for (int i = 0; i < 20; i++) {
            McpTestClient client = SERVER.client(ProtocolVersion.V2025_11_25);
            EventStream stream = client.listen();
            stream.next();
            if (i % 2 == 0) {
                stream.close();
            }
            assertThat(client.send("DELETE", client.headers()).status()).isEqualTo(204);
        }
        assertForgotten();
    }

    /** Sessions are stored in their ids alone; 50,000 of them in memory would take some 50 MB. */
    @Test
    @Tag("alone")
    void abandonedSessionsTakeNoMemory() {
        LegacySessions sessions =
                SERVER.context().getBean(McpServer.class).parts().state().sessions();
        Implementation client = new Implementation("c".repeat(64), "1");
        open(sessions, client, 2_000);
        long before = usedAfterCollection();
        open(sessions, client, 50_000);
        assertThat(usedAfterCollection() - before).as("bytes").isLessThan(5_000_000);
        SessionState.until(() -> remembered.size() == 0);
    }

    private static void open(LegacySessions sessions, Implementation client, int count) {
        for (int i = 0; i < count; i++) {
            LegacySession session = sessions.begin(
                    new LegacyClient(ProtocolVersion.V2025_11_25, client, ClientCapabilities.NONE), null);
            sessions.id(session);
        }
    }

    private static long usedAfterCollection() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }
}
