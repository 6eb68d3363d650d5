package io.mcpspring.contract.call;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.annotation.McpTool;
import io.mcpspring.exchange.McpExchange;
import io.mcpspring.exchange.ReactiveMcpExchange;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.support.Answer;
import io.mcpspring.support.EventStream;
import io.mcpspring.support.EveryRevision;
import io.mcpspring.support.McpTestClient;
import io.mcpspring.support.TestServer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/**
 * Methods on threads that are interrupted, by the method itself or because its work is cancelled. The web server must
 * not write to the connection on such a thread, because it would close the connection.
 */
class InterruptedThreadTests {

    private static final int MESSAGES = 200;

    static class Tools {

        @McpTool(description = "Restores the interrupt status of its thread")
        String blocking(McpExchange exchange) {
            Thread.currentThread().interrupt();
            exchange.progress(0.5);
            return "done";
        }

        @McpTool(description = "Restores the interrupt status of its thread")
        Mono<String> reactive(ReactiveMcpExchange exchange) {
            return Mono.fromSupplier(() -> interrupted(exchange)).subscribeOn(Schedulers.boundedElastic());
        }

        @McpTool(description = "Restores the interrupt status of the thread that has received the request")
        Mono<String> immediate(ReactiveMcpExchange exchange) {
            return Mono.fromSupplier(() -> interrupted(exchange));
        }

        @McpTool(description = "Restores the interrupt status of its thread")
        CompletableFuture<String> future(ReactiveMcpExchange exchange) {
            CompletableFuture<String> future = new CompletableFuture<>();
            new Thread(() -> future.complete(interrupted(exchange))).start();
            return future;
        }

        @McpTool(description = "Is interrupted all the time")
        Mono<String> pestered(ReactiveMcpExchange exchange) {
            return Mono.fromSupplier(() -> {
                        Thread worker = Thread.currentThread();
                        AtomicBoolean done = new AtomicBoolean();
                        Thread other = new Thread(() -> {
                            while (!done.get()) {
                                worker.interrupt();
                            }
                        });
                        other.start();
                        try {
                            IntStream.range(0, MESSAGES)
                                    .mapToObj(Integer::toString)
                                    .forEach(exchange::error);
                        } finally {
                            done.set(true);
                        }
                        return "done";
                    })
                    .subscribeOn(Schedulers.boundedElastic());
        }

        private static String interrupted(ReactiveMcpExchange exchange) {
            Thread.currentThread().interrupt();
            exchange.progress(0.5);
            return "done";
        }
    }

    private static final TestServer SERVER = TestServer.shared(Tools.class);

    @EveryRevision
    void returnResponses(ProtocolVersion version) {
        McpTestClient client = SERVER.client(version);
        for (String tool : List.of("blocking", "reactive", "immediate", "future")) {
            for (int round = 0; round < 5; round++) {
                Answer answer = client.call(tool);
                assertThat(answer.contentText()).as(tool).isEqualTo("done");
            }
        }
    }

    @EveryRevision
    void sendProgressAndReturnResponses(ProtocolVersion version) {
        McpTestClient client = SERVER.client(version);
        for (String tool : List.of("blocking", "reactive", "immediate", "future")) {
            for (int round = 0; round < 5; round++) {
                try (EventStream stream = client.streamCall(tool, "{}", "1")) {
                    assertThat(stream.nextMessage().at("/params/progress").doubleValue())
                            .as(tool)
                            .isEqualTo(0.5);
                    assertThat(stream.rest()).singleElement().matches(response -> response.has("result"));
                }
            }
        }
    }

    @EveryRevision
    void sendMessagesWhileTheyAreInterrupted(ProtocolVersion version) {
        String call = "{\"name\": \"pestered\", \"_meta\": {\"io.modelcontextprotocol/logLevel\": \"error\"}}";
        try (EventStream stream = SERVER.client(version).stream("tools/call", call)) {
            assertThat(stream.rest()).hasSize(MESSAGES + 1).last().matches(response -> response.has("result"));
        }
    }
}
