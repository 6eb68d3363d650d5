package io.mcpspring.contract.call;

import static io.mcpspring.support.ResultChecks.assertText;
import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.annotation.McpTool;
import io.mcpspring.exchange.McpExchange;
import io.mcpspring.method.McpToolExceptionResolver;
import io.mcpspring.protocol.CallToolResult;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.support.Answer;
import io.mcpspring.support.EveryRevision;
import io.mcpspring.support.McpTestClient;
import io.mcpspring.support.TestServer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.context.annotation.Bean;
import reactor.core.publisher.Mono;

/** When all workers are busy, a call is refused with a text, and later calls are served. */
class TimeoutBusyTests {

    static class Tools {

        static final Semaphore STARTED = new Semaphore(0);

        static final Semaphore GO_ON = new Semaphore(0);

        static final AtomicInteger HURRIED_CALLS = new AtomicInteger();

        @Bean
        static McpToolExceptionResolver catchAll() {
            return (failure, request) -> CallToolResult.error("caught " + failure.getMessage());
        }

        @McpTool(timeout = "1m")
        String slow(McpExchange exchange) throws InterruptedException {
            STARTED.release();
            GO_ON.acquire();
            return "done";
        }

        @McpTool(timeout = "100ms")
        String stopped(McpExchange exchange) throws InterruptedException {
            new Semaphore(0).acquire();
            return "never";
        }

        @McpTool(timeout = "100ms")
        String hurried(McpExchange exchange) {
            return "call " + HURRIED_CALLS.incrementAndGet();
        }

        @McpTool
        String quick(McpExchange exchange) {
            return "at once";
        }

        @McpTool
        Mono<String> reactive() {
            return Mono.just("needs no worker");
        }
    }

    private static final String BUSY = "The server is busy. Try again in a moment.";

    private final TestServer noQueue = TestServer.shared(
            Tools.class, "mcp.server.execution.pool.max-size=1", "mcp.server.execution.pool.queue-capacity=0");

    private final TestServer shortQueue = TestServer.shared(
            Tools.class, "mcp.server.execution.pool.max-size=1", "mcp.server.execution.pool.queue-capacity=1");

    @EveryRevision
    void aCallWithoutAFreeWorkerIsRefusedAndALaterOneSucceeds(ProtocolVersion version) {
        McpTestClient client = noQueue.client(version);
        CompletableFuture<Answer> slow = callOnceAWorkerIsFree(noQueue, version);
        Answer refused = client.call("quick");
        assertThat(refused.status()).isEqualTo(200);
        assertThat(refused.isToolError()).isTrue();
        assertThat(refused.contentText()).isEqualTo(BUSY);
        assertText(client.call("reactive"), "needs no worker");
        Tools.GO_ON.release();
        assertText(slow.join(), "done");
        assertText(callUntilServed(client, "quick"), "at once");
    }

    @EveryRevision
    void aStoppedCallReleasesItsWorker(ProtocolVersion version) {
        McpTestClient client = noQueue.client(version);
        assertThat(callUntilServed(client, "stopped").contentText()).contains("did not finish within 100 ms");
        assertText(callUntilServed(client, "quick"), "at once");
    }

    @EveryRevision
    void aCallThatTimesOutInTheQueueIsNotMade(ProtocolVersion version) {
        McpTestClient client = shortQueue.client(version);
        int before = Tools.HURRIED_CALLS.get();
        CompletableFuture<Answer> slow = callOnceAWorkerIsFree(shortQueue, version);
        assertThat(client.call("hurried").contentText()).contains("did not finish within 100 ms");
        Tools.GO_ON.release();
        assertText(slow.join(), "done");
        assertText(callUntilServed(client, "quick"), "at once");
        assertThat(Tools.HURRIED_CALLS)
                .as("calls that would have come before this one")
                .hasValue(before);
    }

    private static CompletableFuture<Answer> callOnceAWorkerIsFree(TestServer server, ProtocolVersion version) {
        CompletableFuture<Answer> slow =
                CompletableFuture.supplyAsync(() -> callUntilServed(server.client(version), "slow"));
        Tools.STARTED.acquireUninterruptibly();
        return slow;
    }

    // A worker is free shortly after its last response was sent.
    private static Answer callUntilServed(McpTestClient client, String tool) {
        Answer answer = client.call(tool);
        for (int i = 0; i < 1000 && answer.contentText().equals(BUSY); i++) {
            answer = client.call(tool);
        }
        return answer;
    }
}
