package io.mcpspring.contract.binding;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.support.Answer;
import io.mcpspring.support.Extent;
import io.mcpspring.support.McpTestClient;
import io.mcpspring.support.RecordedLog;
import io.mcpspring.support.RecordedWork;
import io.mcpspring.support.TestServer;
import io.mcpspring.support.TestUsers;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.client.ReactorResourceFactory;
import reactor.netty.resources.LoopResources;

/**
 * Sends the most expensive requests, and checks what they cost the server and other callers. In full extent, they are
 * as large as the limits allow; otherwise they are of a size that suffices to show on which threads they are processed.
 * Records the work of the server until the tests of a class have ended.
 */
final class HostileRequests implements AfterAllCallback {

    static final List<ProtocolVersion> ERAS = List.of(ProtocolVersion.V2025_11_25, ProtocolVersion.V2026_07_28);

    /** Larger than what is processed on an event loop. */
    private static final int LARGE = 5_000;

    /** Checking and converting take a second together; the rest is for parsing, and for a machine with other work. */
    private static final long MOST_MILLISECONDS_OF_A_CALL = 10_000;

    private static final long MOST_MILLISECONDS = 2_000;

    private static final Executor THREADS = task -> new Thread(task).start();

    private final TestServer server;

    private final RecordedWork work = new RecordedWork();

    private final Map<ProtocolVersion, McpTestClient> clients = new EnumMap<>(ProtocolVersion.class);

    /** Not the same user, because the request may hold all memory that its caller may have. */
    private @Nullable McpTestClient other;

    private int turn;

    HostileRequests(TestServer server) {
        this.server = server;
    }

    /** All connections share an event loop, so that every caller notices if it is occupied. */
    @Configuration(proxyBeanMethods = false)
    static class OneEventLoop {

        @Bean
        TestUsers users() {
            return TestUsers.ofQuery();
        }

        @Bean
        static BeanPostProcessor oneEventLoop() {
            return new BeanPostProcessor() {

                @Override
                public Object postProcessBeforeInitialization(Object bean, String name) {
                    if (bean instanceof ReactorResourceFactory resources) {
                        resources.setLoopResourcesSupplier(() -> LoopResources.create("reactor-http", 1, true));
                    }
                    return bean;
                }
            };
        }
    }

    /** Returns a number of characters: the first one usually, the second one if requests are as large as possible. */
    static int size(int usual, int largest) {
        return Extent.CURRENT == Extent.FULL ? largest : usual;
    }

    /** Returns both eras; usually, to save time, each of them in turn. */
    List<ProtocolVersion> eras() {
        return Extent.CURRENT == Extent.FULL ? ERAS : List.of(ERAS.get(turn++ % ERAS.size()));
    }

    /** Returns all requests; in quick extent, as many as show how requests of their kind are processed. */
    static <T> List<T> some(List<T> requests) {
        return Extent.CURRENT == Extent.QUICK ? requests.subList(0, 3) : requests;
    }

    /**
     * Sends a request, and pings the server until it is answered.
     *
     * @param size the number of characters that clients choose
     * @param work the methods that the request makes expensive, each as {@code Class.method}
     */
    Answer send(ProtocolVersion version, Function<McpTestClient, Answer> request, long size, String... work) {
        McpTestClient client = clients.computeIfAbsent(version, server::client);
        if (other == null) {
            other = server.client(ProtocolVersion.V2025_11_25, "/mcp?user=other");
        }
        Answer answer = null;
        // A machine that stands still is slow once; a server whose event loops are occupied is slow each time.
        long fastest = Long.MAX_VALUE;
        long fastestCall = Long.MAX_VALUE;
        for (int attempt = 0;
                attempt < 3 && (fastest > MOST_MILLISECONDS || fastestCall > MOST_MILLISECONDS_OF_A_CALL);
                attempt++) {
            long begin = System.nanoTime();
            this.work.reset();
            try (RecordedLog log = new RecordedLog()) {
                CompletableFuture<Answer> call = CompletableFuture.supplyAsync(() -> request.apply(client), THREADS);
                fastest = Math.min(fastest, slowestPing(call));
                answer = call.join();
                fastestCall = Math.min(fastestCall, TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin));
                assertThat(log.worries()).isEmpty();
            }
        }
        assertThat(fastest).as("milliseconds of a ping").isLessThanOrEqualTo(MOST_MILLISECONDS);
        assertThat(fastestCall).as("milliseconds of the call").isLessThanOrEqualTo(MOST_MILLISECONDS_OF_A_CALL);
        for (String expensive : work) {
            assertThat(this.work.done()).anyMatch(done -> done.endsWith(expensive));
        }
        if (size > LARGE) {
            assertThat(this.work.onEventLoops()).isEmpty();
        }
        return answer;
    }

    private long slowestPing(CompletableFuture<Answer> call) {
        long slowest = 0;
        do {
            long begin = System.nanoTime();
            assertThat(other.request("ping", "{}").status()).isEqualTo(200);
            slowest = Math.max(slowest, TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin));
        } while (!call.isDone());
        return slowest;
    }

    @Override
    public void afterAll(ExtensionContext context) {
        work.close();
    }
}
