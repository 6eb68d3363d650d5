package io.mcpspring.contract.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.support.EventStream;
import io.mcpspring.support.Extent;
import io.mcpspring.support.McpTestClient;
import io.mcpspring.support.TestServer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Clients that disconnect and resume while the server sends. */
class BrokenConnectionsTests {

    private static final int CLIENTS = Extent.CURRENT == Extent.QUICK ? 3 : 12;

    @Test
    @Timeout(60)
    void everyEventArrivesOnceAcrossBrokenConnections() throws Exception {
        TestServer server = TestServer.shared(TalkingTools.class);
        ExecutorService clients = Executors.newFixedThreadPool(6);
        try {
            List<CompletableFuture<List<String>>> all = new ArrayList<>();
            for (int seed = 0; seed < CLIENTS; seed++) {
                Random random = new Random(seed);
                ProtocolVersion version = ProtocolVersion.values()[seed % 3];
                all.add(CompletableFuture.supplyAsync(() -> count(server.client(version), random), clients));
            }
            for (CompletableFuture<List<String>> one : all) {
                assertThat(one.get())
                        .containsExactlyElementsOf(Stream.concat(
                                        Stream.iterate(0, i -> i < 300, i -> i + 1)
                                                .map(String::valueOf),
                                        Stream.of("done"))
                                .toList());
            }
        } finally {
            clients.shutdownNow();
        }
    }

    private static List<String> count(McpTestClient client, Random random) {
        List<String> words = new ArrayList<>();
        String last = null;
        EventStream stream = client.streamCall("count", "{}");
        while (!words.contains("done")) {
            // Clients disconnect only after an event from which they can resume.
            int patience = last == null ? 1 + random.nextInt(20) : random.nextInt(20);
            for (EventStream.Event event = null; patience > 0 && !words.contains("done"); ) {
                event = stream.next();
                last = event.id() == null ? last : event.id();
                if (event.message() != null) {
                    patience--;
                    words.add(event.message()
                            .at(event.message().has("method") ? "/params/data" : "/result/content/0/text")
                            .stringValue());
                }
            }
            if (random.nextBoolean()) {
                stream.close();
            }
            if (!words.contains("done")) {
                stream = client.resume(last);
            }
        }
        return words;
    }
}
