package io.mcpspring.contract.limit;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.annotation.McpTool;
import io.mcpspring.limit.McpRateLimiter;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.support.Answer;
import io.mcpspring.support.EveryRevision;
import io.mcpspring.support.McpTestClient;
import io.mcpspring.support.OnServletContainers;
import io.mcpspring.support.TestServer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.Bean;
import org.springframework.web.context.request.RequestContextHolder;
import reactor.core.publisher.Mono;

/** A limiter of the application counts for all instances, and each instance counts for itself if the limiter fails. */
class SharedRatesTests {

    private static final Map<String, Integer> TAKEN = new ConcurrentHashMap<>();

    private static volatile boolean broken;

    private static volatile @Nullable Mono<Duration> silent;

    static class Application {

        @McpTool(rate = "3/1h")
        String hello() {
            return "Hello";
        }

        @McpTool(rate = "3/1h")
        boolean hasRequest() {
            return RequestContextHolder.getRequestAttributes() != null;
        }

        @Bean
        static McpRateLimiter limiter() {
            return (caller, rates) -> {
                if (silent != null) {
                    return silent;
                }
                if (broken) {
                    throw new NoClassDefFoundError("com/example/Client");
                }
                return Mono.delay(Duration.ofMillis(1)).map(tick -> take(caller, rates));
            };
        }

        private static Duration take(String caller, List<McpRateLimiter.Rate> rates) {
            boolean allowed = rates.stream()
                    .allMatch(rate -> TAKEN.merge(caller + " " + rate.name(), 1, Integer::sum) <= rate.calls());
            return allowed ? Duration.ZERO : Duration.ofMillis(6_001);
        }
    }

    private static final String INITIALIZE_RATE = "mcp.server.limits.initialize-rate=4/1h";

    private static final TestServer A =
            TestServer.shared(Application.class, "spring.application.name=a", INITIALIZE_RATE);

    private static final TestServer B =
            TestServer.shared(Application.class, "spring.application.name=b", INITIALIZE_RATE);

    @BeforeEach
    void reset() {
        TAKEN.clear();
        broken = false;
        silent = null;
    }

    @EveryRevision
    void callsAreCountedForAllInstances(ProtocolVersion version) {
        McpTestClient a = A.client(version);
        McpTestClient b = B.client(version);
        assertThat(a.call("hello").contentText()).isEqualTo("Hello");
        assertThat(b.call("hello").contentText()).isEqualTo("Hello");
        assertThat(a.call("hello").contentText()).isEqualTo("Hello");
        assertThat(b.call("hello").contentText()).isEqualTo("Too many calls. Try again in 7 s.");
        assertThat(TAKEN).containsKey("address 127.0.0.1 TOOL hello");
    }

    @Test
    void sessionsAreCountedForAllInstances() {
        McpTestClient a = A.client(ProtocolVersion.V2025_11_25);
        McpTestClient b = B.client(ProtocolVersion.V2025_11_25);
        assertThat(initialize(a).status()).isEqualTo(200);
        assertThat(initialize(b).status()).isEqualTo(200);
        Answer refused = initialize(a);
        assertThat(refused.status()).isEqualTo(429);
        assertThat(refused.header("Retry-After")).isEqualTo("7");
        assertThat(refused.header("Mcp-Session-Id")).isNull();
        assertThat(a.call("hello").contentText()).isEqualTo("Hello");
    }

    private static Answer initialize(McpTestClient client) {
        Map<String, String> headers = client.headers();
        headers.keySet().removeAll(List.of("Mcp-Session-Id", "MCP-Protocol-Version"));
        return client.post("""
                {"jsonrpc": "2.0", "id": 7, "method": "initialize", "params": {"protocolVersion": "2025-11-25",
                 "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}}""", headers);
    }

    @Test
    void anInstanceCountsForItselfWhileTheLimiterFails() {
        broken = true;
        McpTestClient client = A.client(ProtocolVersion.V2026_07_28);
        for (int call = 0; call < 3; call++) {
            assertThat(client.call("hello").contentText()).isEqualTo("Hello");
        }
        assertThat(client.call("hello").contentText()).matches("Too many calls\\. Try again in \\d+ s\\.");
        assertThat(TAKEN).isEmpty();
    }

    @OnServletContainers("Methods run on the threads of the container")
    @EveryRevision
    void aMethodStaysOnTheThreadOfItsRequest(ProtocolVersion version) {
        assertThat(A.client(version).call("hasRequest").contentText()).isEqualTo("true");
    }

    @Test
    void anInstanceCountsForItselfIfTheLimiterReturnsNothing() {
        McpTestClient client = B.client(ProtocolVersion.V2026_07_28);
        silent = Mono.empty();
        assertThat(client.call("hello").contentText()).isEqualTo("Hello");
        silent = Mono.never();
        assertThat(client.call("hello").contentText()).isEqualTo("Hello");
        assertThat(TAKEN).isEmpty();
    }
}
