package io.mcpspring.contract.transport;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.annotation.McpTool;
import io.mcpspring.exchange.McpExchange;
import io.mcpspring.protocol.LoggingLevel;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.support.EveryRevision;
import io.mcpspring.support.McpTestClient;
import io.mcpspring.support.RawHttp;
import io.mcpspring.support.RecordedLog;
import io.mcpspring.support.TestServer;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** A stream whose client has left fails alone: the web server keeps serving the other connections. */
class LostStreamTests {

    private static final int ROUNDS = 20;

    private static final Semaphore LOST = new Semaphore(0);

    private static final Semaphore ENDED = new Semaphore(0);

    static class Tools {

        @McpTool(description = "Writes before and after the loss of the connection")
        String talk(McpExchange exchange) throws InterruptedException {
            exchange.log(LoggingLevel.ALERT, "before");
            try {
                LOST.acquire();
                exchange.log(LoggingLevel.ALERT, "after");
                exchange.log(LoggingLevel.ALERT, "long after");
                return "done";
            } finally {
                ENDED.release();
            }
        }
    }

    private final TestServer server = TestServer.shared(Tools.class);

    @EveryRevision
    void otherConnectionsRemainUsable(ProtocolVersion version) throws Exception {
        McpTestClient client = server.client(version);
        try (RecordedLog log = new RecordedLog();
                RawHttp other = RawHttp.connect(server.port())) {
            for (int round = 0; round < ROUNDS; round++) {
                try (RawHttp lost = RawHttp.connect(server.port())) {
                    lost.send(request(client, "tools/call", call()));
                    assertThat(lost.receiveHead().status()).isEqualTo(200);
                }
                LOST.drainPermits();
                LOST.release();
                do {
                    other.send(request(client, "tools/list", JsonMapper.shared().createObjectNode()));
                    assertThat(other.receive().json().at("/result/tools")).hasSize(1);
                } while (!ENDED.tryAcquire(1, TimeUnit.MILLISECONDS));
            }
            assertThat(log.worries()).isEmpty();
        }
    }

    private static ObjectNode call() {
        ObjectNode params = JsonMapper.shared().createObjectNode().put("name", "talk");
        params.putObject("_meta").put("io.modelcontextprotocol/logLevel", "alert");
        return params;
    }

    private static byte[] request(McpTestClient client, String method, ObjectNode params) {
        return RawHttp.request(
                "POST /mcp",
                client.body(method, params).getBytes(UTF_8),
                PlainTools.lines(client.headers(method, params)));
    }
}
