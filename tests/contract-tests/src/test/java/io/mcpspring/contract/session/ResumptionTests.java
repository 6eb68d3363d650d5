package io.mcpspring.contract.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.contract.session.TalkingTools.Talk;
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
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/** The resumption of the stream of a call. */
class ResumptionTests {

    private static final TestServer SERVER = TestServer.shared(TalkingTools.class, TestServer.DETECTS_LOST_CLIENTS);

    private final SessionState remembered = new SessionState(SERVER);

    static Stream<Arguments> styles() {
        return Stream.of(ProtocolVersion.values())
                .filter(version -> !version.isModern())
                .flatMap(version -> Stream.of("talk", "talkReactively").map(tool -> Arguments.of(version, tool)));
    }

    /** Returns the messages of a stream up to its end, and the text of the response. */
    private static List<String> rest(EventStream stream) {
        return stream.rest().stream().map(ResumptionTests::word).toList();
    }

    private static String word(JsonNode message) {
        return message.at(message.has("method") ? "/params/data" : "/result/content/0/text")
                .stringValue();
    }

    private void lose(EventStream stream, McpTestClient client) {
        stream.close();
        SessionState.until(() -> remembered.connections(client) == 0);
    }

    private static Answer get(McpTestClient client, String lastEventId) {
        Map<String, String> headers = client.headers();
        headers.put("Last-Event-ID", lastEventId);
        return client.send("GET", headers);
    }

    private static void assertUnknown(Answer answer) {
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.errorCode()).isEqualTo(-32600);
        assertThat(answer.error().get("message").stringValue())
                .startsWith("Event ")
                .endsWith(" is not known, or the events after it are no longer kept");
    }

    @ParameterizedTest
    @MethodSource("styles")
    void eventsHaveIdsAndTheFirstHasNoDataSince20251125(ProtocolVersion version, String tool) {
        McpTestClient client = TestServer.shared(TalkingTools.class).client(version);
        List<EventStream.Event> events;
        try (EventStream stream =
                client.streamCall(tool, new Talk("a", "b").end().arguments())) {
            events = stream.restOfEvents();
        }
        boolean priming = version == ProtocolVersion.V2025_11_25;
        String id = events.get(1).id().substring(0, 17);
        assertThat(events)
                .extracting(EventStream.Event::id)
                .containsExactly(priming ? id + "0" : null, id + "1", id + "2", id + "3");
        assertThat(events.get(0).isComment()).isEqualTo(!priming);
        assertThat(events.get(0).data()).isEqualTo(priming ? "" : null);
        assertThat(events).extracting(EventStream.Event::retry).containsOnlyNulls();
    }

    @ParameterizedTest
    @MethodSource("styles")
    void missedEventsAreSentBeforeTheStreamContinues(ProtocolVersion version, String tool) {
        McpTestClient client = SERVER.client(version);
        Talk talk = new Talk("a");
        EventStream lost = client.streamCall(tool, talk.arguments());
        String last = lost.nextWithMessage().id();
        lose(lost, client);
        talk.say("b", "c");
        try (EventStream back = client.resume(last)) {
            assertThat(back.header("X-Accel-Buffering")).isEqualTo("no");
            assertThat(back.nextWithMessage().id()).isEqualTo(last.replace("-1", "-2"));
            assertThat(back.nextWithMessage().id()).isEqualTo(last.replace("-1", "-3"));
            talk.say("d").end();
            assertThat(rest(back)).containsExactly("d", "done");
        }
    }

    @ParameterizedTest
    @MethodSource("styles")
    void aMissedResponseIsSentAndEndsTheStream(ProtocolVersion version, String tool) throws Exception {
        McpTestClient client = SERVER.client(version);
        Talk talk = new Talk("a");
        EventStream lost = client.streamCall(tool, talk.arguments());
        String last = lost.nextWithMessage().id();
        lose(lost, client);
        talk.say("b").end();
        talk.ended().await();
        try (EventStream back = client.resume(last)) {
            assertThat(rest(back)).containsExactly("b", "done");
            assertThat(back.failure()).isNull();
        }
        try (EventStream again = client.resume(last)) {
            assertThat(rest(again))
                    .as("who lost it once more gets it once more")
                    .containsExactly("b", "done");
        }
    }

    @LegacyRevisions
    void aClientThatMissedNothingGetsTheEndOfTheStream(ProtocolVersion version) {
        McpTestClient client = SERVER.client(version);
        List<EventStream.Event> events;
        try (EventStream stream = client.streamCall("talk", new Talk("a").end().arguments())) {
            events = stream.restOfEvents();
        }
        try (EventStream back = client.resume(events.get(events.size() - 1).id())) {
            assertThat(back.rest()).isEmpty();
            assertThat(back.failure()).isNull();
        }
    }

    @LegacyRevisions
    void aClientThatMissedNothingWaitsForTheRest(ProtocolVersion version) {
        McpTestClient client = SERVER.client(version);
        Talk talk = new Talk("a");
        EventStream lost = client.streamCall("talk", talk.arguments());
        String last = lost.nextWithMessage().id();
        lose(lost, client);
        try (EventStream back = client.resume(last)) {
            EventStream.Event first = back.next();
            assertThat(first.message()).as("headers come at once").isNull();
            assertThat(first.id())
                    .as("a client that loses the connection again resumes with it")
                    .isEqualTo(version.hasPrimingEvents() ? last : null);
            talk.say("b").end();
            assertThat(rest(back)).containsExactly("b", "done");
        }
    }

    @Test
    void anEventWithoutDataIsEnoughToResume() {
        McpTestClient client = SERVER.client(ProtocolVersion.V2025_11_25);
        Talk talk = new Talk("a");
        EventStream lost = client.streamCall("talk", talk.arguments());
        String priming = lost.next().id();
        lose(lost, client);
        talk.say("b").end();
        try (EventStream back = client.resume(priming)) {
            assertThat(rest(back)).containsExactly("a", "b", "done");
        }
    }

    @ParameterizedTest
    @MethodSource("styles")
    void aSecondConnectionReplacesTheFirst(ProtocolVersion version, String tool) {
        McpTestClient client = SERVER.client(version);
        Talk talk = new Talk("a");
        try (EventStream first = client.streamCall(tool, talk.arguments())) {
            String last = first.nextWithMessage().id();
            try (EventStream second = client.resume(last);
                    EventStream third = client.resume(last)) {
                assertThat(first.rest()).isEmpty();
                assertThat(second.rest()).isEmpty();
                talk.say("b").end();
                assertThat(rest(third)).containsExactly("b", "done");
            }
        }
    }

    @LegacyRevisions
    void eventsOfOtherStreamsAreNotSent(ProtocolVersion version) {
        McpTestClient client = SERVER.client(version);
        Talk one = new Talk("one");
        Talk other = new Talk("other");
        EventStream lostOne = client.streamCall("talk", one.arguments());
        String lastOfOne = lostOne.nextWithMessage().id();
        EventStream lostOther = client.streamCall("talkReactively", other.arguments());
        String lastOfOther = lostOther.nextWithMessage().id();
        lostOne.close();
        lose(lostOther, client);
        one.say("one more");
        other.say("other more");
        one.say("one at last").end();
        other.say("other at last").end();
        try (EventStream back = client.resume(lastOfOne)) {
            assertThat(rest(back)).containsExactly("one more", "one at last", "done");
        }
        try (EventStream back = client.resume(lastOfOther)) {
            assertThat(rest(back)).containsExactly("other more", "other at last", "done");
        }
    }

    @LegacyRevisions
    void anUnknownEventIsRefused(ProtocolVersion version) {
        McpTestClient client = SERVER.client(version);
        assertUnknown(get(client, "0123456789abcdef-0"));
        Talk talk = new Talk("a");
        try (EventStream stream = client.streamCall("talk", talk.arguments())) {
            String last = stream.nextWithMessage().id();
            for (String unknown : List.of(
                    "x",
                    "0123456789abcdef-1",
                    last.replace("-1", "-2"),
                    last.replace("-1", "-999999999"),
                    last.replace("-1", ""),
                    last + " " + last,
                    "x".repeat(4000))) {
                assertUnknown(get(client, unknown));
            }
            talk.end();
            assertThat(rest(stream)).as("the stream goes on").containsExactly("done");
            assertUnknown(get(client, last.replace("-1", "-3")));
        }
        assertThat(client.request("ping", "{}").status())
                .as("the session lives")
                .isEqualTo(200);
    }

    @LegacyRevisions
    void aStreamCannotBeResumedByAnotherSessionOrUser(ProtocolVersion version) {
        McpTestClient client = SERVER.client(version);
        McpTestClient stranger = SERVER.client(version);
        Talk talk = new Talk("a");
        Talk strange = new Talk("a");
        try (EventStream stream = client.streamCall("talk", talk.arguments());
                EventStream another = stranger.streamCall("talk", strange.arguments())) {
            String last = stream.nextWithMessage().id();
            another.nextWithMessage();
            assertUnknown(get(stranger, last));
            Map<String, String> headers = client.headers();
            headers.put("Last-Event-ID", last);
            headers.put("X-User", "mallory");
            assertThat(client.send("GET", headers).status()).isEqualTo(404);
            talk.end();
            strange.end();
            assertThat(rest(stream)).containsExactly("done");
        }
    }

    @Test
    void onlyTheOwnerOfASessionCanResumeItsStream() {
        McpTestClient anyone = SERVER.client(ProtocolVersion.V2025_11_25);
        Map<String, String> ada = anyone.headers();
        ada.put("X-User", "ada");
        Map<String, String> opening = anyone.headers();
        opening.remove("Mcp-Session-Id");
        opening.put("X-User", "ada");
        Answer opened = anyone.post("""
                {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocolVersion": "2025-11-25",
                "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}}""".replace("\n", ""), opening);
        ada.put("Mcp-Session-Id", opened.header("Mcp-Session-Id"));
        String call = """
                {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "talk", "arguments": %s}}""".formatted(new Talk("a").end().arguments());
        String text = anyone.post(call, ada).text();
        ada.put("Last-Event-ID", text.lines().findFirst().orElseThrow().substring(4));
        Answer rest = anyone.send("GET", ada);
        assertThat(rest.status()).isEqualTo(200);
        assertThat(rest.messages()).hasSize(2);
        for (String other : new String[] {"bob", "Ada", "ada2"}) {
            ada.put("X-User", other);
            assertThat(anyone.send("GET", ada).status()).as(other).isEqualTo(404);
        }
        ada.remove("X-User");
        assertThat(anyone.send("GET", ada).status()).isEqualTo(404);
    }

    @LegacyRevisions
    void eventsBeyondTheLimitAreLost(ProtocolVersion version) {
        TestServer small = TestServer.shared(TalkingTools.class, "mcp.server.session.events.max-size=2KB");
        McpTestClient client = small.client(version);
        Talk talk = new Talk("a");
        try (EventStream stream = client.streamCall("talk", talk.arguments())) {
            List<String> ids = new ArrayList<>();
            ids.add(stream.nextWithMessage().id());
            for (int i = 0; i < 20; i++) {
                talk.say("word");
                ids.add(stream.nextWithMessage().id());
            }
            assertUnknown(get(client, ids.get(0)));
            assertUnknown(get(client, ids.get(10)));
            try (EventStream back = client.resume(ids.get(18))) {
                talk.say("x".repeat(5_000));
                talk.end();
                assertThat(rest(back)).containsExactly("word", "word", "x".repeat(5_000), "done");
            }
            assertUnknown(get(client, ids.get(20)));
        }
    }

    @LegacyRevisions
    void withoutALogEventsHaveNoIds(ProtocolVersion version) {
        for (String nothing : new String[] {"max-size=0", "ttl=0s"}) {
            McpTestClient client = TestServer.shared(TalkingTools.class, "mcp.server.session.events." + nothing)
                    .client(version);
            try (EventStream stream = client.streamCall(
                    "talk", new Talk("a").close().say("b").end().arguments())) {
                List<EventStream.Event> events = stream.restOfEvents();
                assertThat(events).extracting(EventStream.Event::id).containsOnlyNulls();
                assertThat(events).extracting(EventStream.Event::retry).containsOnlyNulls();
                assertThat(events).filteredOn(event -> event.message() != null).hasSize(3);
            }
            assertUnknown(get(client, "0123456789abcdef-0"));
            try (EventStream stream = client.listen()) {
                assertThat(stream.next().isComment()).isTrue();
            }
        }
    }

    @Test
    void theModernRevisionHasNoEventIds() {
        McpTestClient client = SERVER.client(ProtocolVersion.V2026_07_28);
        Answer answer = client.request(
                "tools/call", """
                {"name": "talk", "arguments": %s, "_meta": {"io.modelcontextprotocol/logLevel": "info"}}""".formatted(new Talk("a").close().say("b").end().arguments()));
        assertThat(answer.messages()).hasSize(3);
        assertThat(answer.text().lines()).noneMatch(line -> line.startsWith("id:") || line.startsWith("retry:"));
    }
}
