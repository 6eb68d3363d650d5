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
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The end of a session ends all of its requests and streams. */
@ExtendWith(OutputCaptureExtension.class)
class SessionEndTests {

    private static final TestServer SERVER = TestServer.shared(TalkingTools.class);

    private final SessionState remembered = new SessionState(SERVER);

    static Stream<Arguments> talking() {
        return Stream.of(ProtocolVersion.values())
                .filter(version -> !version.isModern())
                .flatMap(version -> Stream.of("talk", "talkReactively").map(tool -> Arguments.of(version, tool)));
    }

    static Stream<Arguments> asking() {
        return Stream.of(ProtocolVersion.V2025_06_18, ProtocolVersion.V2025_11_25)
                .flatMap(version -> Stream.of("ask", "askReactively").map(tool -> Arguments.of(version, tool)));
    }

    private static void end(McpTestClient client) {
        Answer ended = client.send("DELETE", client.headers());
        assertThat(ended.status()).isEqualTo(204);
        assertThat(ended.bytes()).isEmpty();
    }

    @LegacyRevisions
    void anEndedSessionIsUnknown(ProtocolVersion version) {
        McpTestClient client = SERVER.client(version);
        end(client);
        assertThat(client.send("DELETE", client.headers()).status()).isEqualTo(404);
        assertThat(client.send("GET", client.headers()).status()).isEqualTo(404);
        assertThat(client.request("ping", "{}").status()).isEqualTo(404);
        assertThat(client.post("""
                {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1}}""").status()).isEqualTo(404);
        assertThat(client.post("{\"jsonrpc\": \"2.0\", \"id\": \"server-1\", \"result\": {}}")
                        .status())
                .isEqualTo(404);
    }

    @ParameterizedTest
    @MethodSource("talking")
    void openStreamsAreCompletedAndTheirWorkIsCancelled(ProtocolVersion version, String tool, CapturedOutput output)
            throws Exception {
        McpTestClient client = SERVER.client(version);
        Talk talk = new Talk("a");
        try (EventStream call = client.streamCall(tool, talk.arguments());
                EventStream listener = client.listen()) {
            call.nextMessage();
            end(client);
            assertThat(call.rest()).as("no response").isEmpty();
            assertThat(call.failure()).isNull();
            assertThat(listener.rest()).isEmpty();
            assertThat(listener.failure()).isNull();
            assertThat(talk.cancelled().await(10, TimeUnit.SECONDS)).isTrue();
        }
        assertThat(output).doesNotContain(" ERROR ").doesNotContain("onErrorDropped");
    }

    @ParameterizedTest
    @MethodSource("talking")
    void aCallWithoutMessagesEndsWithAnEmptyStream(ProtocolVersion version, String tool) throws Exception {
        McpTestClient client = SERVER.client(version);
        Talk talk = new Talk();
        CompletableFuture<Answer> call = CompletableFuture.supplyAsync(() -> client.call(tool, talk.arguments()));
        talk.begun().await();
        end(client);
        Answer answer = call.get(10, TimeUnit.SECONDS);
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.isStream()).isTrue();
        assertThat(answer.bytes()).isEmpty();
        assertThat(talk.cancelled().await(10, TimeUnit.SECONDS)).isTrue();
    }

    @ParameterizedTest
    @MethodSource("talking")
    void aCallOfAClientThatAcceptsOnlyJsonEndsWithoutABody(ProtocolVersion version, String tool) throws Exception {
        McpTestClient client = SERVER.client(version);
        Talk talk = new Talk();
        ObjectNode params = JsonMapper.shared().createObjectNode().put("name", tool);
        params.set("arguments", JsonMapper.shared().readTree(talk.arguments()));
        Map<String, String> headers = client.headers();
        headers.put("Accept", "application/json");
        CompletableFuture<Answer> call =
                CompletableFuture.supplyAsync(() -> client.post(client.body("tools/call", params), headers));
        talk.begun().await();
        end(client);
        Answer answer = call.get(10, TimeUnit.SECONDS);
        assertThat(answer.status()).isEqualTo(202);
        assertThat(answer.header("Content-Type")).isNull();
        assertThat(answer.bytes()).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("talking")
    void aCallWithoutAConnectionIsCancelled(ProtocolVersion version, String tool) throws Exception {
        TestServer server = TestServer.shared(TalkingTools.class, TestServer.DETECTS_LOST_CLIENTS);
        McpTestClient client = server.client(version);
        Talk talk = new Talk("a");
        EventStream call = client.streamCall(tool, talk.arguments());
        call.nextMessage();
        call.close();
        SessionState.until(() -> new SessionState(server).connections(client) == 0);
        assertThat(talk.cancelled().getCount())
                .as("a lost connection cancels nothing")
                .isEqualTo(1);
        end(client);
        assertThat(talk.cancelled().await(10, TimeUnit.SECONDS)).isTrue();
    }

    @ParameterizedTest
    @MethodSource("asking")
    void aToolThatWaitsForAnAnswerIsCancelled(ProtocolVersion version, String tool, CapturedOutput output)
            throws Exception {
        McpTestClient client = SERVER.clientWith(version, "{\"elicitation\": {}}");
        Talk talk = new Talk();
        try (EventStream call = client.streamCall(tool, talk.arguments())) {
            assertThat(call.nextMessage().get("method").stringValue()).isEqualTo("elicitation/create");
            end(client);
            assertThat(call.rest()).isEmpty();
            assertThat(talk.cancelled().await(10, TimeUnit.SECONDS)).isTrue();
            assertThat(talk.failure()).as("what the tool could handle").isNotDone();
        }
        assertThat(output).doesNotContain(" ERROR ").doesNotContain("onErrorDropped");
    }

    @LegacyRevisions
    void noStreamOfAnEndedSessionCanBeResumed(ProtocolVersion version) {
        McpTestClient client = SERVER.client(version);
        Talk talk = new Talk("a");
        try (EventStream call = client.streamCall("talk", talk.arguments())) {
            EventStream.Event last = call.next();
            while (last.id() == null) {
                last = call.next();
            }
            end(client);
            Map<String, String> headers = client.headers();
            headers.put("Last-Event-ID", last.id());
            assertThat(client.send("GET", headers).status()).isEqualTo(404);
        }
    }
}
