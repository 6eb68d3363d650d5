package io.mcpspring.contract.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.McpServer;
import io.mcpspring.contract.session.TalkingTools.Talk;
import io.mcpspring.event.ListChanged;
import io.mcpspring.event.ServerEvents;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.session.SessionState;
import io.mcpspring.support.Answer;
import io.mcpspring.support.EventStream;
import io.mcpspring.support.LegacyRevisions;
import io.mcpspring.support.McpTestClient;
import io.mcpspring.support.TestServer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The streams of a session for messages that do not belong to a call. */
class StandAloneStreamTests {

    private static final String CHANGED = "notifications/tools/list_changed";

    private static final TestServer SERVER =
            TestServer.shared(TalkingTools.class, "mcp.server.session.max-streams=3", TestServer.DETECTS_LOST_CLIENTS);

    private final SessionState remembered = new SessionState(SERVER);

    private final List<EventStream> listening = new ArrayList<>();

    @AfterEach
    void stopListening() {
        listening.forEach(EventStream::close);
    }

    /** A stream that is open until the end of the test. */
    private EventStream listen(McpTestClient client) {
        EventStream stream = client.listen();
        listening.add(stream);
        return stream;
    }

    private static void change() {
        SERVER.context().getBean(McpServer.class).parts().events().publish(ListChanged.TOOLS);
    }

    private static void end(McpTestClient client) {
        assertThat(client.send("DELETE", client.headers()).status()).isEqualTo(204);
    }

    @Test
    void anEmptyEventIdOpensAStream() {
        McpTestClient client = SERVER.client(ProtocolVersion.V2025_11_25);
        try (EventStream stream = client.resume("")) {
            change();
            assertThat(stream.nextMessage().get("method").stringValue()).isEqualTo(CHANGED);
        }
    }

    @LegacyRevisions
    void aStreamOpensAtOnce(ProtocolVersion version) {
        McpTestClient client = SERVER.client(version);
        try (EventStream stream = client.listen()) {
            assertThat(stream.header("X-Accel-Buffering")).isEqualTo("no");
            assertThat(stream.header("Cache-Control")).isEqualTo("no-cache, no-transform");
            assertThat(stream.header("Mcp-Session-Id")).isNull();
            EventStream.Event first = stream.next();
            if (version == ProtocolVersion.V2025_11_25) {
                assertThat(first.id()).matches("listen-[0-9a-f]{16}-0");
                assertThat(first.data()).isEmpty();
            } else {
                assertThat(first.isComment()).isTrue();
            }
            change();
            EventStream.Event second = stream.nextWithMessage();
            assertThat(second.id()).matches("listen-[0-9a-f]{16}-1");
            assertThat(second.message().get("method").stringValue()).isEqualTo(CHANGED);
            end(client);
            assertThat(stream.restOfEvents()).allMatch(EventStream.Event::isComment);
            assertThat(stream.failure()).isNull();
        }
    }

    @LegacyRevisions
    void onlyAnExistingSessionHasStreams(ProtocolVersion version) {
        McpTestClient client = SERVER.client(version);
        Map<String, String> headers = client.headers();
        headers.put("Accept", "application/json");
        assertRefused(client.send("GET", headers), 406, "Accept must allow text/event-stream");
        headers.put("Accept", "text/event-stream");
        headers.remove("Mcp-Session-Id");
        String missing = "Header Mcp-Session-Id is missing; send 'initialize' to start a session";
        assertRefused(client.send("GET", headers), 400, missing);
        headers.put("Mcp-Session-Id", "");
        assertRefused(client.send("GET", headers), 400, missing);
        headers.put("Mcp-Session-Id", "x");
        assertRefused(
                client.send("GET", headers),
                404,
                "The session is unknown or has ended; send 'initialize' to start a new one");
        end(client);
        assertThat(client.send("GET", client.headers()).status()).isEqualTo(404);
        headers = client.headers();
        headers.put("Last-Event-ID", "0123456789abcdef-0");
        assertThat(client.send("GET", headers).status()).isEqualTo(404);
    }

    @ParameterizedTest
    @ValueSource(strings = {"*/*", "text/*", "text/event-stream", "text/event-stream;q=0.1, application/json"})
    void everyAcceptHeaderForEventsOpensAStream(String accept) {
        McpTestClient client = SERVER.client(ProtocolVersion.V2025_11_25);
        end(client);
        Map<String, String> headers = client.headers();
        headers.put("Accept", accept);
        assertThat(client.send("GET", headers).status()).as("not 406").isEqualTo(404);
    }

    @Test
    void modernRevisionsHaveNoStandAloneStream() {
        McpTestClient client = SERVER.client(ProtocolVersion.V2025_11_25);
        Map<String, String> headers = client.headers();
        headers.put("MCP-Protocol-Version", "2026-07-28");
        Answer answer = client.send("GET", headers);
        assertThat(answer.status()).isEqualTo(405);
        assertThat(answer.header("Allow")).isEqualTo("POST");
    }

    @LegacyRevisions
    void everyMessageIsSentOnExactlyOneStandAloneStream(ProtocolVersion version) {
        McpTestClient client = SERVER.client(version);
        McpTestClient other = SERVER.client(version);
        Talk talk = new Talk("a");
        List<EventStream> own = List.of(listen(client), listen(client), listen(client));
        EventStream bystander = listen(other);
        try (EventStream call = client.streamCall("talk", talk.arguments())) {
            SessionState.until(() -> remembered.listeners(client) == 3 && remembered.listeners(other) == 1);
            assertThat(call.nextMessage().at("/params/data").stringValue()).isEqualTo("a");
            for (int i = 0; i < 5; i++) {
                change();
            }
            talk.say("b").end();
            assertThat(call.rest())
                    .extracting(message -> message.path("method").asString("response"))
                    .containsExactly("notifications/message", "response");
            end(client);
            end(other);
            assertThat(own).flatExtracting(EventStream::rest).hasSize(5);
            assertThat(bystander.rest()).as("a session of its own").hasSize(5);
        }
    }

    // The connection of an older stream may be lost without a sign.
    @LegacyRevisions
    void messagesAreSentOnTheNewestStream(ProtocolVersion version) {
        McpTestClient client = SERVER.client(version);
        for (int i = 1; i <= 3; i++) {
            EventStream newest = listen(client);
            int streams = i;
            SessionState.until(() -> remembered.listeners(client) == streams);
            change();
            assertThat(newest.nextMessage().get("method").stringValue()).isEqualTo(CHANGED);
        }
        end(client);
    }

    @LegacyRevisions
    void messagesAreSentOnAStreamThatIsStillOpen(ProtocolVersion version) {
        McpTestClient client = SERVER.client(version);
        EventStream first = client.listen();
        SessionState.until(() -> remembered.listeners(client) == 1);
        change();
        first.nextMessage();
        try (EventStream second = client.listen()) {
            SessionState.until(() -> remembered.listeners(client) == 2);
            first.close();
            SessionState.until(() -> remembered.listeners(client) == 1);
            change();
            assertThat(second.nextMessage().get("method").stringValue()).isEqualTo(CHANGED);
        }
    }

    @LegacyRevisions
    void missedEventsAreSentWhenTheClientResumes(ProtocolVersion version) {
        McpTestClient client = SERVER.client(version);
        EventStream lost = client.listen();
        SessionState.until(() -> remembered.listeners(client) == 1);
        change();
        EventStream.Event last = lost.nextWithMessage();
        lost.close();
        SessionState.until(() -> remembered.listeners(client) == 0);
        change();
        try (EventStream back = client.resume(last.id())) {
            assertThat(back.nextMessage().get("method").stringValue()).isEqualTo(CHANGED);
            change();
            EventStream.Event third = back.nextWithMessage();
            assertThat(third.id()).isEqualTo(last.id().replaceFirst("-1$", "-3"));
            end(client);
            assertThat(back.restOfEvents()).allMatch(EventStream.Event::isComment);
        }
    }

    @Test
    void aClientCanResumeBeforeTheFirstMessage() {
        McpTestClient client = SERVER.client(ProtocolVersion.V2025_11_25);
        EventStream lost = client.listen();
        String priming = lost.next().id();
        lost.close();
        SessionState.until(() -> remembered.listeners(client) == 0);
        change();
        try (EventStream back = client.resume(priming)) {
            assertThat(back.nextMessage().get("method").stringValue()).isEqualTo(CHANGED);
        }
    }

    @LegacyRevisions
    void theStreamsOfASessionAreLimitedAndAbandonedOnesAreReplaced(ProtocolVersion version) {
        McpTestClient client = SERVER.client(version);
        listen(client);
        EventStream second = listen(client);
        listen(client);
        SessionState.until(() -> remembered.listeners(client) == 3);
        assertRefused(
                client.send("GET", client.headers()),
                429,
                "The session has too many streams (mcp.server.session.max-streams)");
        assertThat(client.send("GET", client.headers()).header("Retry-After")).isEqualTo("5");
        assertThat(remembered.listeners(client)).isEqualTo(3);
        Talk talk = new Talk("a").end();
        assertThat(client.call("talk", talk.arguments()).contentText())
                .as("calls have their own")
                .isEqualTo("done");
        listen(SERVER.client(version));
        second.close();
        SessionState.until(() -> remembered.listeners(client) == 2);
        listen(client);
        SessionState.until(() -> remembered.listeners(client) == 3);
        assertThat(client.send("GET", client.headers()).status()).isEqualTo(429);
    }

    @Test
    void resumingAReplacedStreamOpensANewOne() {
        McpTestClient client = SERVER.client(ProtocolVersion.V2025_11_25);
        EventStream lost = listen(client);
        Map<String, String> headers = client.headers();
        headers.put("Last-Event-ID", lost.next().id());
        listen(client);
        listen(client);
        SessionState.until(() -> remembered.listeners(client) == 3);
        lost.close();
        SessionState.until(() -> remembered.listeners(client) == 2);
        EventStream last = listen(client);
        assertThat(client.send("GET", headers).status()).as("too many streams").isEqualTo(429);
        last.close();
        SessionState.until(() -> remembered.listeners(client) == 2);
        try (EventStream back = client.get(headers)) {
            assertThat(back.nextMessage().get("method").stringValue()).isEqualTo(CHANGED);
        }
    }

    @LegacyRevisions
    void resumingAfterLostEventsOpensANewStream(ProtocolVersion version) {
        TestServer forgetful = TestServer.shared(
                TalkingTools.class, "mcp.server.session.events.max-size=300B", TestServer.DETECTS_LOST_CLIENTS);
        SessionState there = new SessionState(forgetful);
        McpTestClient client = forgetful.client(version);
        EventStream lost = client.listen();
        SessionState.until(() -> there.listeners(client) == 1);
        ServerEvents events =
                forgetful.context().getBean(McpServer.class).parts().events();
        events.publish(ListChanged.TOOLS);
        EventStream.Event last = lost.nextWithMessage();
        lost.close();
        SessionState.until(() -> there.listeners(client) == 0);
        for (int i = 0; i < 5; i++) {
            events.publish(ListChanged.TOOLS);
        }
        try (EventStream back = client.resume(last.id())) {
            EventStream.Event first = back.nextWithMessage();
            assertThat(first.message().get("method").stringValue()).isEqualTo(CHANGED);
            assertThat(first.id()).doesNotStartWith(last.id().substring(0, 23)).endsWith("-1");
            SessionState.until(() -> there.listeners(client) == 1);
            events.publish(ListChanged.TOOLS);
            assertThat(back.nextMessage().get("method").stringValue()).isEqualTo(CHANGED);
            assertThat(client.send("DELETE", client.headers()).status()).isEqualTo(204);
            assertThat(back.rest()).isEmpty();
        }
    }

    private static void assertRefused(Answer answer, int status, String text) {
        assertThat(answer.status()).isEqualTo(status);
        assertThat(answer.errorCode()).isEqualTo(-32600);
        assertThat(answer.error().get("message").stringValue()).isEqualTo(text);
        assertThat(answer.json().has("id")).isFalse();
    }
}
