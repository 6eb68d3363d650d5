package io.mcpspring.contract.transport;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.annotation.McpTool;
import io.mcpspring.exchange.McpExchange;
import io.mcpspring.protocol.LoggingLevel;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.support.Answer;
import io.mcpspring.support.EventStream;
import io.mcpspring.support.EventStream.Event;
import io.mcpspring.support.EveryRevision;
import io.mcpspring.support.McpTestClient;
import io.mcpspring.support.OnServletContainers;
import io.mcpspring.support.RawHttp;
import io.mcpspring.support.TestServer;
import io.mcpspring.tool.McpToolException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** A response is JSON unless messages precede it or it takes long; then it is a stream. */
class StreamTests {

    private static final Semaphore GO_ON = new Semaphore(0);

    static class Tools {

        @McpTool(description = "Says nothing before its end")
        String quiet() {
            return "two\nlines\r\n\u2028and an end";
        }

        @McpTool(description = "Says nothing for long")
        String slow() throws InterruptedException {
            GO_ON.acquire();
            return "done";
        }

        @McpTool(description = "Says something, then nothing for long")
        String begun(McpExchange exchange) throws InterruptedException {
            exchange.log(LoggingLevel.ALERT, "two\nlines\r\nof text");
            GO_ON.acquire();
            return "done";
        }

        @McpTool(description = "Says much in order")
        String chatty(McpExchange exchange) {
            IntStream.range(0, 500).forEach(i -> {
                exchange.log(LoggingLevel.ALERT, i);
                exchange.progress(i);
            });
            return "done";
        }

        @McpTool(description = "Fails after it said something")
        String failing(McpExchange exchange) {
            exchange.log(LoggingLevel.ALERT, "begun");
            throw new McpToolException("broken");
        }
    }

    private static final TestServer SERVER = TestServer.shared(Tools.class);

    private static final TestServer IMPATIENT = TestServer.shared(Tools.class, "mcp.server.http.sse.keep-alive=100ms");

    private static final TestServer SILENT =
            TestServer.shared(Tools.class, "mcp.server.http.sse.keep-alive=0", "mcp.server.http.sse.write-timeout=1s");

    @BeforeEach
    void reset() {
        GO_ON.drainPermits();
    }

    @EveryRevision
    void aResponseWithoutEarlierMessagesIsJson(ProtocolVersion version) {
        Answer answer = request(SERVER.client(version), "quiet", "application/json, text/event-stream");
        assertThat(answer.header("Content-Type")).isEqualTo("application/json");
        assertThat(answer.header("Content-Length")).isNotNull();
        assertThat(answer.header("X-Accel-Buffering")).isNull();
    }

    @EveryRevision
    void aResponseWithoutEarlierMessagesIsAStreamForAClientOfEvents(ProtocolVersion version) {
        Answer answer = request(SERVER.client(version), "quiet", "text/event-stream");
        assertThat(answer.isStream()).isTrue();
        assertThat(answer.messages()).hasSize(1);
        assertThat(answer.contentText()).isEqualTo("two\nlines\r\n\u2028and an end");
    }

    @EveryRevision
    void theHeadersOfAStreamPreventBuffering(ProtocolVersion version) {
        try (EventStream stream = stream(SERVER.client(version), "begun")) {
            assertThat(stream.header("Cache-Control")).isEqualTo("no-cache, no-transform");
            assertThat(stream.header("X-Accel-Buffering")).isEqualTo("no");
            assertThat(stream.header("Content-Length")).isNull();
            GO_ON.release();
            assertThat(stream.rest()).hasSize(2);
        }
    }

    @EveryRevision
    void aStreamBeginsAtOnceWithACommentOrAnEventId(ProtocolVersion version) {
        try (EventStream stream = stream(SERVER.client(version), "begun")) {
            Event first = stream.next();
            assertThat(first.message()).isNull();
            assertThat(first.isComment()).isEqualTo(version != ProtocolVersion.V2025_11_25);
            if (!first.isComment()) {
                assertThat(first.id()).isNotBlank();
                assertThat(first.data()).isEmpty();
            }
            // A servlet container notices a lost client by further comments.
            assertThat(stream.nextMessage().at("/params/data").stringValue()).isEqualTo("two\nlines\r\nof text");
            GO_ON.release();
            assertThat(stream.nextMessage().at("/result/content/0/text").stringValue())
                    .isEqualTo("done");
            assertThat(stream.restOfEvents()).isEmpty();
            assertThat(stream.failure()).isNull();
        }
    }

    @EveryRevision
    void messagesKeepTheirOrderAndTheResponseIsTheLast(ProtocolVersion version) {
        Answer answer = request(SERVER.client(version), "chatty", "application/json, text/event-stream");
        assertThat(answer.notifications("notifications/message"))
                .extracting(message -> message.at("/params/data").intValue())
                .isEqualTo(IntStream.range(0, 500).boxed().toList());
        assertThat(answer.notifications("notifications/progress")).isNotEmpty();
        assertThat(answer.messages()).last().isSameAs(answer.json());
    }

    @EveryRevision
    void aFailureEndsAStreamLikeAResult(ProtocolVersion version) {
        Answer answer = request(SERVER.client(version), "failing", "application/json, text/event-stream");
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.messages()).hasSize(2);
        assertThat(answer.isToolError()).isTrue();
    }

    @EveryRevision
    void commentsKeepAnIdleStreamAlive(ProtocolVersion version) {
        try (EventStream stream = stream(IMPATIENT.client(version), "begun")) {
            stream.nextMessage();
            assertThat(stream.next().isComment()).isTrue();
            assertThat(stream.next().isComment()).isTrue();
            GO_ON.release();
            assertThat(stream.rest()).singleElement().matches(message -> message.has("result"));
        }
    }

    @Test
    @OnServletContainers("Netty detects a lost client without a write")
    void theFirstWriteIsSoonFollowedByAComment() {
        TestServer patient = TestServer.shared(Tools.class, "mcp.server.http.sse.keep-alive=1m");
        long begin = System.nanoTime();
        try (EventStream stream = stream(patient.client(ProtocolVersion.V2026_07_28), "begun")) {
            stream.nextMessage();
            assertThat(stream.next().isComment()).isTrue();
            assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(30));
            GO_ON.release();
            assertThat(stream.rest()).hasSize(1);
        }
    }

    @EveryRevision
    void aSlowResponseBecomesAStream(ProtocolVersion version) {
        try (EventStream stream = stream(IMPATIENT.client(version), "slow")) {
            Event first = stream.next();
            assertThat(first.isComment()).isEqualTo(version != ProtocolVersion.V2025_11_25);
            assertThat(stream.next().isComment()).isTrue();
            GO_ON.release();
            assertThat(stream.rest()).singleElement().matches(message -> message.has("result"));
            assertThat(stream.failure()).isNull();
        }
    }

    @EveryRevision
    void aSlowResponseStaysJsonForAClientOfJson(ProtocolVersion version) throws Exception {
        McpTestClient client = IMPATIENT.client(version);
        try (RawHttp connection = send(IMPATIENT, client, "slow", "application/json");
                EventStream other = stream(IMPATIENT.client(version), "slow")) {
            // The other response, which started later, is a stream by now.
            other.next();
            GO_ON.release(2);
            RawHttp.Response response = connection.receive();
            assertThat(response.json().at("/result/content/0/text").stringValue())
                    .isEqualTo("done");
            assertThat(other.rest()).hasSize(1);
        }
    }

    @EveryRevision
    void withoutKeepAliveThereAreNoComments(ProtocolVersion version) throws Exception {
        McpTestClient client = SILENT.client(version);
        try (RawHttp json = send(SILENT, client, "slow", "application/json, text/event-stream");
                EventStream stream = stream(client, "begun");
                EventStream other = stream(IMPATIENT.client(version), "begun")) {
            other.nextMessage();
            for (int comments = 0; comments < 4; comments++) {
                assertThat(other.next().isComment()).isTrue();
            }
            GO_ON.release(3);
            assertThat(json.receive().json().at("/result/content/0/text").stringValue())
                    .isEqualTo("done");
            assertThat(stream.restOfEvents())
                    .as("the beginning, a message, the response")
                    .hasSize(3);
            other.rest();
        }
    }

    @Test
    void aBatchWithoutMessagesIsAnArray() {
        McpTestClient client = SERVER.client(ProtocolVersion.V2025_03_26);
        Answer answer = client.post("[%s, {\"jsonrpc\": \"2.0\", \"method\": \"notifications/x\"}, %s]"
                .formatted(call(1, "quiet"), call("\"b\"", "quiet")));
        assertThat(answer.isStream()).isFalse();
        assertThat(answer.json())
                .extracting(response -> response.get("id").toString())
                .containsExactlyInAnyOrder("1", "\"b\"");
        assertThat(client.post("[" + call(3, "quiet") + "]").json()).hasSize(1).allMatch(JsonNode::isObject);
    }

    @Test
    void aBatchWithMessagesIsAStreamOfSingleMessages() {
        McpTestClient client = SERVER.client(ProtocolVersion.V2025_03_26);
        Answer answer = client.post("[%s, %s, %s]".formatted(call(1, "quiet"), call(2, "failing"), call(3, "quiet")));
        assertThat(answer.isStream()).isTrue();
        assertThat(answer.messages()).hasSize(4);
        assertThat(answer.messages().stream().filter(message -> message.has("id")))
                .extracting(response -> response.get("id").intValue())
                .containsExactlyInAnyOrder(1, 2, 3);
    }

    @Test
    void aSlowBatchBecomesAStream() {
        McpTestClient client = IMPATIENT.client(ProtocolVersion.V2025_03_26);
        try (RawHttp connection = RawHttp.connect(IMPATIENT.port())) {
            connection.send(RawHttp.request(
                    "POST /mcp",
                    "[%s, %s]".formatted(call(1, "quiet"), call(2, "slow")).getBytes(UTF_8),
                    lines(client.headers())));
            assertThat(connection.receiveHead().header("Content-Type")).isEqualTo("text/event-stream");
            GO_ON.release();
        }
    }

    private static String call(Object id, String tool) {
        return "{\"jsonrpc\": \"2.0\", \"id\": %s, \"method\": \"tools/call\", \"params\": {\"name\": \"%s\"}}"
                .formatted(id, tool);
    }

    private static Answer request(McpTestClient client, String tool, String accept) {
        ObjectNode params = params(tool);
        Map<String, String> headers = client.headers("tools/call", params);
        headers.put("Accept", accept);
        return client.post(client.body("tools/call", params), headers);
    }

    private static EventStream stream(McpTestClient client, String tool) {
        return client.stream("tools/call", params(tool));
    }

    private static RawHttp send(TestServer server, McpTestClient client, String tool, String accept) {
        ObjectNode params = params(tool);
        Map<String, String> headers = client.headers("tools/call", params);
        headers.put("Accept", accept);
        RawHttp connection = RawHttp.connect(server.port());
        connection.send(
                RawHttp.request("POST /mcp", client.body("tools/call", params).getBytes(UTF_8), lines(headers)));
        return connection;
    }

    private static String[] lines(Map<String, String> headers) {
        return headers.entrySet().stream()
                .map(header -> header.getKey() + ": " + header.getValue())
                .toArray(String[]::new);
    }

    private static ObjectNode params(String tool) {
        ObjectNode params = JsonMapper.shared().createObjectNode().put("name", tool);
        params.putObject("_meta").put("progressToken", 1).put("io.modelcontextprotocol/logLevel", "alert");
        return params;
    }
}
