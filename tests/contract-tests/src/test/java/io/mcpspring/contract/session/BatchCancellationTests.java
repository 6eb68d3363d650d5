package io.mcpspring.contract.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.annotation.McpTool;
import io.mcpspring.contract.session.TalkingTools.Talk;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.support.Answer;
import io.mcpspring.support.McpTestClient;
import io.mcpspring.support.TestServer;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Mono;

/** The requests of a batch run one after the other; its notifications take effect before. */
class BatchCancellationTests {

    private static final TestServer SERVER = TestServer.shared(TalkingTools.class);

    private static final String CANCELLED =
            "{\"jsonrpc\": \"2.0\", \"method\": \"notifications/cancelled\", \"params\": {\"requestId\": 101}}";

    private final McpTestClient client = SERVER.client(ProtocolVersion.V2025_03_26);

    @ParameterizedTest
    @ValueSource(strings = {"[%s, %s]", "[%2$s, %1$s]"})
    void aNotificationDoesNotCancelACallOfItsBatch(String batch) {
        String call = """
                {"jsonrpc": "2.0", "id": 101, "method": "tools/call", "params": {"name": "talk", "arguments": %s}}""".formatted(new Talk().end().arguments());
        assertThat(client.post(batch.formatted(call, CANCELLED)).json())
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
        Answer answer = server.client(ProtocolVersion.V2025_03_26).post("[" + calls + "]");
        assertThat(answer.json()).hasSize(40);
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
