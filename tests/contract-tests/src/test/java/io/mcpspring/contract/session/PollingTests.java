package io.mcpspring.contract.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.contract.session.TalkingTools.Talk;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.support.Answer;
import io.mcpspring.support.EventStream;
import io.mcpspring.support.LegacyRevisions;
import io.mcpspring.support.McpTestClient;
import io.mcpspring.support.TestServer;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** If a tool closes the connection of its call, a client of 2025-11-25 resumes the stream. */
class PollingTests {

    private static final TestServer SERVER = TestServer.shared(TalkingTools.class);

    private final McpTestClient client = SERVER.client(ProtocolVersion.V2025_11_25);

    private static List<String> words(EventStream stream) {
        return stream.rest().stream()
                .map(message -> message.at(message.has("method") ? "/params/data" : "/result/content/0/text")
                        .stringValue())
                .toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"talk", "talkReactively"})
    void aClosedConnectionStatesWhereAndWhenToResume(String tool) {
        Talk talk = new Talk().close();
        List<EventStream.Event> events;
        try (EventStream first = client.streamCall(tool, talk.arguments())) {
            events = first.restOfEvents();
            assertThat(first.failure()).isNull();
        }
        assertThat(events).hasSize(2);
        assertThat(events.get(0).id()).matches("[0-9a-f]{16}-0");
        assertThat(events.get(0).data()).isEmpty();
        assertThat(events.get(1)).isEqualTo(new EventStream.Event(null, null, 1234, null));
        talk.say("a");
        try (EventStream second = client.resume(events.get(0).id())) {
            assertThat(second.nextMessage().at("/params/data").stringValue()).isEqualTo("a");
            talk.say("b").end();
            assertThat(words(second)).containsExactly("b", "done");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"talk", "talkReactively"})
    void aConnectionCanBeClosedRepeatedlyAndAfterMessages(String tool) throws Exception {
        Talk talk = new Talk("a").close().close().say("b");
        List<EventStream.Event> events;
        try (EventStream first = client.streamCall(tool, talk.arguments())) {
            events = first.restOfEvents();
        }
        assertThat(events).extracting(EventStream.Event::retry).containsExactly(null, null, 1234);
        // Closes nothing, because the client has no connection yet.
        talk.await(4);
        try (EventStream second = client.resume(events.get(1).id())) {
            EventStream.Event next = second.next();
            assertThat(next.message()).isNull();
            assertThat(next.id())
                    .as("begins with an id")
                    .isEqualTo(events.get(1).id());
            next = second.next();
            assertThat(next.message().at("/params/data").stringValue()).isEqualTo("b");
            talk.close();
            assertThat(second.restOfEvents())
                    .extracting(EventStream.Event::retry)
                    .containsExactly(1234);
            talk.say("c").close().end();
            // It must not close the next connection.
            talk.ended().await();
            try (EventStream third = client.resume(next.id())) {
                assertThat(words(third)).containsSequence("c").endsWith("c", "done");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"talk", "talkReactively"})
    void theResponseIsKeptForAClientThatResumesLate(String tool) throws Exception {
        Talk talk = new Talk().close();
        String id;
        try (EventStream first = client.streamCall(tool, talk.arguments())) {
            id = first.next().id();
            first.restOfEvents();
        }
        talk.say("a").end();
        talk.ended().await();
        try (EventStream second = client.resume(id)) {
            assertThat(words(second)).containsExactly("a", "done");
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"V2025_03_26", "V2025_06_18"})
    void olderClientsKeepTheirConnection(ProtocolVersion version) {
        McpTestClient older = SERVER.client(version);
        for (String tool : new String[] {"talk", "talkReactively"}) {
            Answer answer = older.call(tool, new Talk().close().end().arguments());
            assertThat(answer.isStream()).isFalse();
            assertThat(answer.contentText()).isEqualTo("done");
            Answer stream =
                    older.call(tool, new Talk("a").close().say("b").end().arguments());
            assertThat(stream.messages()).hasSize(3);
            assertThat(stream.text()).doesNotContain("retry");
        }
    }

    @Test
    void modernClientsKeepTheirConnection() {
        McpTestClient modern = SERVER.client(ProtocolVersion.V2026_07_28);
        for (String tool : new String[] {"talk", "talkReactively"}) {
            Answer answer =
                    modern.call(tool, new Talk().close().say("a").close().end().arguments());
            assertThat(answer.isStream()).isFalse();
            assertThat(answer.contentText()).isEqualTo("done");
        }
    }

    @LegacyRevisions
    void clientsOfJsonKeepTheirConnection(ProtocolVersion version) {
        McpTestClient any = SERVER.client(version);
        Map<String, String> headers = any.headers();
        headers.put("Accept", "application/json");
        for (String tool : new String[] {"talk", "talkReactively"}) {
            Answer answer = any.post(
                    """
                    {"jsonrpc": "2.0", "id": 9, "method": "tools/call", "params": {"name": "%s", "arguments": %s}}""".formatted(
                            tool, new Talk().close().say("a").close().end().arguments()),
                    headers);
            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.contentText()).isEqualTo("done");
        }
    }
}
