package io.mcpspring.contract.resource;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.McpServer;
import io.mcpspring.annotation.McpPrompt;
import io.mcpspring.annotation.McpResource;
import io.mcpspring.annotation.McpTool;
import io.mcpspring.event.ListChanged;
import io.mcpspring.exchange.McpExchange;
import io.mcpspring.protocol.LoggingLevel;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.support.Answer;
import io.mcpspring.support.EventStream;
import io.mcpspring.support.LegacyRevisions;
import io.mcpspring.support.McpTestClient;
import io.mcpspring.support.TestServer;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A client resumes its stand-alone stream at a restarted server or at another instance. */
class ListeningAgainTests {

    static class Everything {

        @McpTool(description = "Logs")
        String log(McpExchange exchange) {
            exchange.log(LoggingLevel.ERROR, "a word");
            return "done";
        }

        @McpPrompt(description = "Greets")
        String greeting() {
            return "Hello!";
        }

        @McpResource(uri = "notes://one")
        String note() {
            return "a note";
        }
    }

    static class ToolsAlone {

        @McpTool(description = "Does nothing")
        String nothing() {
            return "done";
        }
    }

    private static final String SECRET = "mcp.server.secret=a secret that all of the instances know";

    private static final TestServer A = TestServer.shared(Everything.class, SECRET, "spring.application.name=a");

    private static final TestServer B = TestServer.shared(Everything.class, SECRET, "spring.application.name=b");

    private static final TestServer TOOLS = TestServer.shared(ToolsAlone.class, SECRET);

    private static void change(TestServer server) {
        server.context().getBean(McpServer.class).parts().events().publish(ListChanged.TOOLS);
    }

    private static Map<String, String> headers(McpTestClient client, String lastEventId) {
        Map<String, String> headers = client.headers();
        headers.put("Last-Event-ID", lastEventId);
        return headers;
    }

    /** Returns the id of an event on a client's stand-alone stream, and closes the stream. */
    private static String listen(TestServer server, McpTestClient client) {
        try (EventStream stream = client.listen()) {
            stream.next();
            change(server);
            return stream.nextWithMessage().id();
        }
    }

    private static List<String> nextMethods(EventStream stream, int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> stream.nextMessage().get("method").stringValue())
                .toList();
    }

    @LegacyRevisions
    void aNewStreamOnAnotherInstanceBeginsWithAllListChanges(ProtocolVersion version) {
        McpTestClient client = A.client(version);
        String last = listen(A, client);
        McpTestClient atB = B.client(version);
        String own;
        try (EventStream back = atB.get(headers(client, last))) {
            assertThat(nextMethods(back, 3))
                    .containsExactly(
                            "notifications/tools/list_changed",
                            "notifications/prompts/list_changed",
                            "notifications/resources/list_changed");
            change(B);
            EventStream.Event event = back.nextWithMessage();
            assertThat(event.message().get("method").stringValue()).isEqualTo("notifications/tools/list_changed");
            own = event.id();
        }
        try (EventStream again = atB.get(headers(client, own))) {
            again.next();
            change(B);
            EventStream.Event event = again.nextWithMessage();
            assertThat(event.id()).as("it is the same stream").isEqualTo(own.replaceFirst("-4$", "-5"));
            assertThat(client.send("DELETE", client.headers()).status()).isEqualTo(204);
        }
    }

    @LegacyRevisions
    void onlyListsOfTheServerAreNamed(ProtocolVersion version) {
        McpTestClient client = A.client(version);
        String last = listen(A, client);
        McpTestClient there = TOOLS.client(version);
        try (EventStream back = there.get(headers(client, last))) {
            assertThat(nextMethods(back, 1)).containsExactly("notifications/tools/list_changed");
            assertThat(there.send("DELETE", client.headers()).status()).isEqualTo(204);
            assertThat(back.rest()).isEmpty();
        }
    }

    @LegacyRevisions
    void theStreamOfACallIsNotReplaced(ProtocolVersion version) {
        McpTestClient client = A.client(version);
        String last;
        try (EventStream call = client.streamCall("log", "{}")) {
            last = call.restOfEvents().get(1).id();
        }
        Answer answer = B.client(version).send("GET", headers(client, last));
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.error().get("message").stringValue())
                .endsWith("is not known, or the events after it are no longer kept");
    }

    @Test
    @Tag("change")
    void aStreamSurvivesARestart() {
        McpTestClient client;
        String last;
        try (TestServer before = TestServer.start(ToolsAlone.class, SECRET)) {
            client = before.client(ProtocolVersion.V2025_11_25);
            last = listen(before, client);
        }
        try (TestServer after = TestServer.start(ToolsAlone.class, SECRET)) {
            McpTestClient there = after.client(ProtocolVersion.V2025_11_25);
            try (EventStream back = there.get(headers(client, last))) {
                assertThat(nextMethods(back, 1)).containsExactly("notifications/tools/list_changed");
            }
        }
    }
}
