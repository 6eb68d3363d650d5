package io.mcpspring.contract.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.annotation.McpTool;
import io.mcpspring.contract.session.TalkingTools.Talk;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.protocol.RequestId;
import io.mcpspring.session.SessionState;
import io.mcpspring.support.Answer;
import io.mcpspring.support.McpTestClient;
import io.mcpspring.support.TestServer;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Mono;
import tools.jackson.databind.node.IntNode;

/** The messages of a batch take effect in their order. */
class BatchCancellationTests {

    private static final TestServer SERVER = TestServer.shared(TalkingTools.class);

    private static final String CANCELLED =
            "{\"jsonrpc\": \"2.0\", \"method\": \"notifications/cancelled\", \"params\": {\"requestId\": 101}}";

    private static final String PING = "{\"jsonrpc\": \"2.0\", \"id\": 102, \"method\": \"ping\"}";

    private final McpTestClient client = SERVER.client(ProtocolVersion.V2025_03_26);

    private static String call(String tool, Talk talk) {
        return """
                {"jsonrpc": "2.0", "id": 101, "method": "tools/call", "params": {"name": "%s", "arguments": %s}}""".formatted(tool, talk.arguments());
    }

    @ParameterizedTest
    @ValueSource(strings = {"talk", "talkReactively"})
    void aCallIsCancelledByALaterMessage(String tool) throws Exception {
        Talk talk = new Talk();
        Answer answer = client.post("[" + call(tool, talk) + "," + CANCELLED + "," + PING + "]");
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.json())
                .singleElement()
                .satisfies(message -> assertThat(message.get("id").intValue()).isEqualTo(102));
        if (talk.begun().getCount() == 0) {
            assertThat(talk.cancelled().await(10, TimeUnit.SECONDS)).isTrue();
        }
        assertThat(new SessionState(SERVER).isRunning(client, new RequestId(IntNode.valueOf(101))))
                .isFalse();
    }

    @Test
    void aCallIsNotCancelledByAnEarlierMessage() {
        Answer answer = client.post("[" + CANCELLED + "," + call("talk", new Talk().end()) + "]");
        assertThat(answer.json())
                .singleElement()
                .satisfies(message -> assertThat(
                                message.at("/result/content/0/text").stringValue())
                        .isEqualTo("done"));
    }

    @Test
    void callsRunOneAfterTheOther() {
        TestServer server = TestServer.shared(Counting.class);
        String calls = IntStream.range(0, 40).mapToObj(id -> """
                        {"jsonrpc": "2.0", "id": %d, "method": "tools/call", "params": {"name": "count"}}""".formatted(id)).collect(Collectors.joining(","));
        String cancellations = IntStream.range(20, 40)
                .mapToObj(id -> CANCELLED.replace("101", Integer.toString(id)))
                .collect(Collectors.joining(","));
        Answer answer = server.client(ProtocolVersion.V2025_03_26).post("[" + calls + "," + cancellations + "]");
        assertThat(answer.json()).hasSize(20);
        assertThat(Counting.MOST).hasValue(1);
    }

    static class Counting {

        static final AtomicInteger RUNNING = new AtomicInteger();

        static final AtomicInteger MOST = new AtomicInteger();

        @McpTool
        Mono<String> count() {
            MOST.accumulateAndGet(RUNNING.incrementAndGet(), Math::max);
            return Mono.delay(Duration.ofMillis(20)).map(end -> "over: " + RUNNING.decrementAndGet());
        }
    }
}
