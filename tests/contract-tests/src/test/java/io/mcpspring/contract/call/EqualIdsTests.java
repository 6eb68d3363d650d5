package io.mcpspring.contract.call;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.annotation.McpTool;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.support.Answer;
import io.mcpspring.support.EveryRevision;
import io.mcpspring.support.Extent;
import io.mcpspring.support.McpTestClient;
import io.mcpspring.support.TestServer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import reactor.core.publisher.Mono;

/** Clients that number their requests in the same way get their own answers. */
@Timeout(60)
class EqualIdsTests {

    private static final int CLIENTS = Extent.CURRENT == Extent.QUICK ? 40 : 200;

    static class Tools {

        @McpTool
        Mono<String> reactive(String text) {
            return Mono.just(text)
                    .delayElement(Duration.ofMillis(ThreadLocalRandom.current().nextInt(20)));
        }

        @McpTool
        String blocking(String text) throws InterruptedException {
            Thread.sleep(ThreadLocalRandom.current().nextInt(20));
            return text;
        }
    }

    private final TestServer server = TestServer.shared(Tools.class);

    @EveryRevision
    void everyClientGetsItsOwnAnswer(ProtocolVersion version) {
        ExecutorService concurrently = Executors.newFixedThreadPool(CLIENTS);
        try {
            List<McpTestClient> clients = Stream.generate(
                            () -> CompletableFuture.supplyAsync(() -> server.client(version), concurrently))
                    .limit(CLIENTS)
                    .toList()
                    .stream()
                    .map(CompletableFuture::join)
                    .toList();
            for (String tool : List.of("reactive", "blocking")) {
                List<CompletableFuture<Answer>> answers = IntStream.range(0, CLIENTS)
                        .mapToObj(index -> CompletableFuture.supplyAsync(
                                () -> clients.get(index).call(tool, "{\"text\": \"of client %d\"}".formatted(index)),
                                concurrently))
                        .toList();
                for (int index = 0; index < CLIENTS; index++) {
                    assertThat(answers.get(index).join().contentText()).isEqualTo("of client " + index);
                }
            }
        } finally {
            concurrently.shutdown();
        }
    }
}
