package io.mcpspring.contract.transport;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.annotation.McpTool;
import io.mcpspring.support.Extent;
import io.mcpspring.support.RawHttp;
import io.mcpspring.support.TestServer;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A connection serves one request after another, on whichever thread the responses are completed. */
class ConnectionReuseTests {

    static class Tools {

        @McpTool(description = "Counts texts")
        int count(List<String> texts) {
            return texts.size();
        }
    }

    private static final int CONNECTIONS = 3;

    private static final int CALLS = Extent.CURRENT == Extent.QUICK ? 10 : 50;

    private static final byte[] CALL = RawHttp.request(
            "POST /mcp",
            """
            {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "count",
             "arguments": {"texts": [%s]},
             "_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28",
                       "io.modelcontextprotocol/clientInfo": {"name": "test", "version": "1"},
                       "io.modelcontextprotocol/clientCapabilities": {}}}}""".formatted(String.join(",", Collections.nCopies(1600, "\"" + "x".repeat(300) + "\"")))
                    .getBytes(UTF_8),
            "Content-Type: application/json",
            "Accept: application/json, text/event-stream",
            "MCP-Protocol-Version: 2026-07-28",
            "Mcp-Method: tools/call",
            "Mcp-Name: count");

    @Test
    void largeRequestsAreReadAfterResponsesOfWorkerThreads() throws Exception {
        int port = TestServer.shared(Tools.class).port();
        ExecutorService clients = Executors.newFixedThreadPool(CONNECTIONS);
        try {
            List<Future<?>> calls = IntStream.range(0, CONNECTIONS)
                    .<Future<?>>mapToObj(client -> clients.submit(() -> callRepeatedly(port)))
                    .toList();
            for (Future<?> call : calls) {
                call.get();
            }
        } finally {
            clients.shutdownNow();
        }
    }

    private static void callRepeatedly(int port) {
        try (RawHttp connection = RawHttp.connect(port)) {
            for (int call = 0; call < CALLS; call++) {
                connection.send(CALL);
                assertThat(connection
                                .receive()
                                .json()
                                .at("/result/content/0/text")
                                .stringValue())
                        .isEqualTo("1600");
            }
        }
    }
}
