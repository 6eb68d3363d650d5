package io.mcpspring.contract.limit;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.McpServer;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.server.InitializeLimit;
import io.mcpspring.support.Answer;
import io.mcpspring.support.McpTestClient;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** What is kept for each caller and entry, if it is configured. */
final class CallerLimits {

    /** The largest number of callers whose allowance is kept. */
    private static final int MOST_CALLERS = 100_000;

    static Limit.Table table() {
        return new Limit.Table()
                .on(
                        "limits.rate=5/1h",
                        "limits.initialize-rate=3/1h",
                        "limits.entries[0].name=text",
                        "limits.entries[0].rate=2/1h")
                .row("calls of a caller in a period", CallerLimits::rate)
                .row("sessions that a caller initializes in a period", CallerLimits::initializeRate)
                .row("calls of one entry, by a caller in a period or at the same time", CallerLimits::rateOfAnEntry)
                .row(
                        "remaining allowances of callers and entries, if rates are configured",
                        server -> initialize(server, "earlier", MOST_CALLERS),
                        CallerLimits::allowances)
                .on(
                        "limits.max-concurrency=6",
                        "limits.max-concurrency-per-caller=3",
                        "limits.entries[0].name=hold",
                        "limits.entries[0].max-concurrency=5")
                .row("calls of one entry, by a caller in a period or at the same time", CallerLimits::callsOfAnEntry)
                .row("running calls of the server; of a caller", CallerLimits::callsOfACaller)
                .row("running calls of the server; of a caller", CallerLimits::callsOfTheServer);
    }

    private static McpTestClient caller(LimitedServer server, String user) {
        return server.client(ProtocolVersion.V2026_07_28, user);
    }

    private static void rate(LimitedServer server) {
        for (int i = 0; i < 50; i++) {
            assertThat(caller(server, "eager").call("greet").isToolError()).isEqualTo(i >= 5);
        }
    }

    private static void rateOfAnEntry(LimitedServer server) {
        McpTestClient caller = caller(server, "selective");
        for (int i = 0; i < 3; i++) {
            assertThat(caller.call("text", "{\"size\": 1}").isToolError()).isEqualTo(i == 2);
        }
        assertThat(caller.call("greet").contentText()).isEqualTo("hello");
    }

    private static void initializeRate(LimitedServer server) {
        McpTestClient third = null;
        for (int i = 0; i < 3; i++) {
            third = server.client(ProtocolVersion.V2025_11_25, "restless");
        }
        for (int i = 0; i < 50; i++) {
            assertThat(initialize(third).status()).isEqualTo(429);
        }
        assertThat(third.call("greet").contentText()).isEqualTo("hello");
    }

    private static Answer initialize(McpTestClient client) {
        Map<String, String> headers = client.headers();
        headers.keySet().removeAll(List.of("Mcp-Session-Id", "MCP-Protocol-Version"));
        return client.post("""
                {"jsonrpc": "2.0", "id": 7, "method": "initialize", "params": {"protocolVersion": "2025-11-25",
                 "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}}""", headers);
    }

    /** Lets callers initialize a session, as their requests would. */
    private static void initialize(LimitedServer server, String name, int callers) {
        InitializeLimit rate = server.bean(McpServer.class).parts().protection().initialize();
        for (int i = 0; i < callers; i++) {
            assertThat(rate.secondsToWait(name + i, null).block()).isZero();
        }
    }

    private static void allowances(LimitedServer server) {
        McpTestClient third = null;
        for (int i = 0; i < 3; i++) {
            third = server.client(ProtocolVersion.V2025_11_25, "forgotten");
        }
        initialize(server, "later", MOST_CALLERS - 1);
        assertThat(initialize(third).status()).isEqualTo(429);
        initialize(server, "last", MOST_CALLERS);
        assertThat(initialize(third).status()).isEqualTo(200);
    }

    private static void callsOfAnEntry(LimitedServer server) {
        holds(server, List.of("ada", "ada", "ada", "ben", "ben"), () -> {
            assertThat(caller(server, "eve").call("greet").contentText()).isEqualTo("hello");
            return caller(server, "eve").call("hold");
        });
    }

    private static void callsOfACaller(LimitedServer server) {
        holds(server, List.of("ada", "ada", "ada"), () -> caller(server, "ada").call("greet"));
    }

    private static void callsOfTheServer(LimitedServer server) {
        CompletableFuture<Answer> other = LimitedServer.atOnce(
                        1, () -> caller(server, "joe").call("keep", "{\"text\": \"a\"}"))
                .get(0);
        holds(server, List.of("ada", "ada", "ada", "ben", "ben"), () -> {
            LimitedServer.until(() -> server.entries().running.get() == 6);
            return caller(server, "eve").call("greet");
        });
        server.entries().released.release();
        assertThat(other.join().isToolError()).isFalse();
    }

    /** Lets users hold calls, and refuses one more. */
    private static void holds(LimitedServer server, List<String> users, Supplier<Answer> oneMore) {
        LimitedEntries entries = server.entries();
        List<CompletableFuture<Answer>> calls = users.stream()
                .flatMap(user ->
                        LimitedServer.atOnce(1, () -> caller(server, user).call("hold")).stream())
                .toList();
        LimitedServer.until(() -> entries.running.get() >= users.size());
        assertThat(oneMore.get().isToolError()).isTrue();
        entries.released.release(users.size());
        LimitedServer.until(
                () -> calls.stream().filter(CompletableFuture::isDone).count() >= users.size() - 1);
        entries.begun.drainPermits();
    }

    private CallerLimits() {}
}
