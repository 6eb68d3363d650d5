package io.mcpspring.contract.limit;

import static io.mcpspring.contract.limit.LimitedEntries.MEGABYTE;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import io.mcpspring.contract.binding.HostileJson;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.support.Answer;
import io.mcpspring.support.Dialogue;
import io.mcpspring.support.EventStream;
import io.mcpspring.support.McpTestClient;
import io.mcpspring.support.RawHttp;
import io.mcpspring.support.RecordedLog;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What is kept for each connection and request. */
final class RequestLimits {

    private static final int KB = 1024;

    private static final String TIME_TO_CHECK =
            "time in which arguments are checked against their schema and constraints, and converted";

    static Limit.Table table() {
        return new Limit.Table()
                .on("http.max-request-size=64KB", "http.max-depth=10", "http.read-timeout=2s")
                .row("body of a request", RequestLimits::bodies)
                .row("nesting of its JSON", RequestLimits::nesting)
                .row("digits of a number in it", RequestLimits::digits)
                .row("exponent of a number in it", RequestLimits::exponents)
                .row("values in the JSON of a request", RequestLimits::values)
                .row("time in which a body arrives", RequestLimits::slowBodies)
                .row("`id` of a request", RequestLimits::ids)
                .row("`_meta` of a request", RequestLimits::meta)
                // Longer than a busy machine needs, because a batch becomes a stream then.
                .on("http.sse.keep-alive=15s")
                .row("messages of a batch (2025-03-26)", RequestLimits::batches)
                .row("responses of a batch that are collected", RequestLimits::responsesOfABatch)
                .on("http.sse.buffer-size=256KB", "http.sse.write-timeout=1h")
                .row("bytes that wait for the client of a stream", RequestLimits::unreadStreams)
                .on("http.sse.buffer-size=64MB", "http.sse.write-timeout=500ms")
                .row(
                        "time for which they wait; so does a JSON response of more than 100 KB",
                        RequestLimits::unreadResponses)
                .on(
                        "tools.max-collected=100",
                        "limits.max-text-size=100KB",
                        "limits.text-warning-size=50KB",
                        "resources.max-size=200KB",
                        "tools.timeout=3s")
                .row("elements of a `Flux`", RequestLimits::elements)
                .row(
                        "argument of a prompt, or variable of a template, whose parameter is not a text",
                        RequestLimits::arguments)
                .row(
                        TIME_TO_CHECK,
                        // HTTP clients and servers keep the buffers of large requests.
                        RequestLimits::comparisons,
                        RequestLimits::slowArguments)
                .row(TIME_TO_CHECK, RequestLimits::slowConstraints)
                .row("texts in the result of a tool together; its structured content", RequestLimits::texts)
                .row("texts in the result of a tool together; its structured content", RequestLimits::warnings)
                .row(
                        "result of a prompt or resource; binary content in the result of a tool; file or stream that is"
                                + " read for them",
                        RequestLimits::contents)
                .row("time of a call", RequestLimits::times)
                .row("resources and tasks in the filter of `subscriptions/listen`", RequestLimits::filters)
                .row("sealed state of a call that asks (2026-07-28; the client keeps it)", RequestLimits::states);
    }

    private static void bodies(LimitedServer server) {
        McpTestClient client = server.legacy();
        for (int i = 0; i < 50; i++) {
            assertThat(server.post(client, ping(padding(64 * KB))).status()).isEqualTo(200);
            assertThat(server.post(client, ping(padding(64 * KB + 1))).status()).isEqualTo(413);
        }
    }

    /** Returns parameters with which the body of {@link #ping} has a size. */
    private static String padding(int size) {
        return "{\"a\":\"" + "x".repeat(size - ping("{\"a\":\"\"}").length()) + "\"}";
    }

    private static String ping(String params) {
        return "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\",\"params\":" + params + "}";
    }

    private static String nested(int levels) {
        return "{\"a\":" + "[".repeat(levels) + "]".repeat(levels) + "}";
    }

    private static void nesting(LimitedServer server) {
        accepts(server, nested(8), nested(9), nested(20_000));
    }

    private static void digits(LimitedServer server) {
        accepts(server, "{\"a\":" + "1".repeat(1000) + "}", "{\"a\":" + "1".repeat(1001) + "}");
    }

    /** An array has two values, its begin and its end, besides its elements; the message has eleven. */
    private static void values(LimitedServer server) {
        accepts(server, "{\"a\":[1" + ",1".repeat(9_900) + "]}", "{\"a\":[1" + ",1".repeat(10_000) + "]}");
    }

    private static void ids(LimitedServer server) {
        McpTestClient client = server.legacy();
        for (int i = 0; i < 50; i++) {
            assertThat(server.post(client, pingWithId(256)).status()).isEqualTo(200);
            assertThat(server.post(client, pingWithId(257)).status()).isEqualTo(400);
        }
    }

    private static String pingWithId(int characters) {
        return ping("{}").replace("\"id\":1", "\"id\":\"" + "x".repeat(characters) + "\"");
    }

    private static void meta(LimitedServer server) {
        String start = "{\"_meta\":{\"a\":\"";
        accepts(
                server,
                start + "x".repeat(16 * KB - "{\"a\":\"\"}".length()) + "\"}}",
                start + "x".repeat(16 * KB) + "\"}}");
    }

    /** The server accepts the first parameters many times, and refuses the others. */
    private static void accepts(LimitedServer server, String good, String... tooMuch) {
        McpTestClient client = server.legacy();
        for (int i = 0; i < 20; i++) {
            assertThat(server.post(client, ping(good)).status()).isEqualTo(200);
            for (String bad : tooMuch) {
                assertThat(server.post(client, ping(bad)).status()).isEqualTo(400);
            }
        }
    }

    private static void slowBodies(LimitedServer server) {
        McpTestClient client = server.legacy();
        byte[] part = new byte[60 * KB];
        List<RawHttp> connections = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            RawHttp connection =
                    server.open(RawHttp.head("POST /mcp", LimitedServer.lines(client, "Content-Length: " + 61 * KB)));
            connection.send(part);
            connections.add(connection);
        }
        for (RawHttp connection : connections) {
            assertThat(connection.receive().status()).isEqualTo(408);
            connection.countRest();
        }
        LimitedServer.close(connections);
    }

    private static void batches(LimitedServer server) {
        McpTestClient client = server.batching();
        for (int i = 0; i < 20; i++) {
            assertThat(client.post(batch(ping("{}"), 100)).json().size()).isEqualTo(100);
            assertThat(client.post(batch(ping("{}"), 101)).status()).isEqualTo(400);
        }
    }

    private static String batch(String message, int number) {
        return IntStream.range(0, number)
                .mapToObj(id -> message.replaceFirst("\"id\":1", "\"id\":" + id))
                .collect(Collectors.joining(",", "[", "]"));
    }

    private static String call(String tool, String arguments) {
        return "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"%s\",\"arguments\":%s}}"
                .formatted(tool, arguments);
    }

    private static void responsesOfABatch(LimitedServer server) {
        McpTestClient client = server.batching();
        for (int i = 0; i < 3; i++) {
            Answer collected = client.post(batch(call("text", "{\"size\":100000}"), 9));
            assertThat(collected.isStream()).isFalse();
            assertThat(collected.json().size()).isEqualTo(9);
            String large = batch(call("text", "{\"size\":100000}"), 50);
            Answer stream = client.post(large);
            assertThat(stream.isStream()).isTrue();
            assertThat(stream.messages()).hasSize(50);
            assertThat(LimitedServer.postForJson(client, large).json())
                    .hasSize(50)
                    .filteredOn(response -> response.has("result"))
                    .hasSize(11);
        }
    }

    private static void unreadStreams(LimitedServer server) throws InterruptedException {
        List<RawHttp> connections = server.callsThatAreNotRead(5, "flood");
        assertThat(server.entries().cancelled.tryAcquire(5, 20, TimeUnit.SECONDS))
                .isTrue();
        for (RawHttp connection : connections) {
            assertThat(connection.countRest()).isLessThan(16 * MEGABYTE);
        }
        LimitedServer.close(connections);
    }

    private static void unreadResponses(LimitedServer server) {
        try (RecordedLog log = new RecordedLog()) {
            List<RawHttp> connections = new ArrayList<>(server.callsThatAreNotRead(1, "huge"));
            assertThat(connections.get(0).receiveHead().status()).isEqualTo(200);
            connections.addAll(server.callsThatAreNotRead(2, "flood"));
            // A stream may end earlier, because what it has to send exceeds the share of the caller.
            LimitedServer.until(() -> log.lines().stream()
                            .filter(line -> line.matches(
                                    "A client does not read its response|There is no memory for what a client.*"))
                            .count()
                    == 3);
            for (RawHttp connection : connections.subList(1, 3)) {
                assertThat(connection.countRest()).isLessThan(16 * MEGABYTE);
            }
            LimitedServer.close(connections);
        }
    }

    private static void elements(LimitedServer server) {
        assertThat(server.modern().call("elements", "{\"number\": 100}").isToolError())
                .isFalse();
        for (int number : new int[] {101, 10_000_000}) {
            assertThat(server.modern()
                            .call("elements", "{\"number\": " + number + "}")
                            .isToolError())
                    .isTrue();
        }
    }

    /** A variable of a template cannot be longer, because the address cannot be. */
    private static void arguments(LimitedServer server) {
        assertThat(server.modern()
                        .request("prompts/get", number(8192))
                        .result()
                        .at("/messages/0/content/text")
                        .stringValue())
                .isEqualTo("A number of 8192 digits");
        for (int digits : new int[] {8193, 3 * MEGABYTE}) {
            assertThat(server.modern().request("prompts/get", number(digits)).errorCode())
                    .isEqualTo(-32602);
        }
    }

    private static String number(int digits) {
        return "{\"name\": \"number\", \"arguments\": {\"number\": \"" + "1".repeat(digits) + "\"}}";
    }

    private static void slowConstraints(LimitedServer server) {
        List<CompletableFuture<Answer>> calls = LimitedServer.atOnce(
                20, () -> server.modern().call("checked", "{\"code\": \"" + "a".repeat(60) + "!\"}"));
        assertThat(LimitedServer.answers(calls)).allMatch(Answer::isToolError);
        assertThat(server.modern().call("checked", "{\"code\": \"good\"}").isToolError())
                .isFalse();
    }

    private static void slowArguments(LimitedServer server) {
        comparisons(server);
        assertThat(server.modern()
                        .call("select", filter("{\"op\":\"and\",\"left\":", 60))
                        .contentText())
                .isEqualTo("60");
        // Without the name of the type, each level doubles the work.
        Answer refused = server.modern().call("select", filter("{\"left\":", 60));
        assertThat(refused.isToolError()).as(refused.text()).isTrue();
        assertThat(refused.contentText()).contains("takes too long to check");
    }

    private static String filter(String object, int levels) {
        return "{\"filter\":" + object.repeat(levels) + "null" + "}".repeat(levels) + "}";
    }

    private static void exponents(LimitedServer server) {
        accepts(server, "{\"a\":1e1000}", "{\"a\":1e1001}", "{\"a\":-1e999999999}");
        assertThat(server.modern().call("bits", "{\"number\": 1e999}").contentText())
                .isEqualTo("3319");
        Answer asText = server.modern().call("bits", "{\"number\": \"1e99999\"}");
        assertThat(asText.isToolError()).as(asText.text()).isTrue();
    }

    private static void comparisons(LimitedServer server) {
        assertThat(server.modern().call("distinct", colliding(990)).contentText())
                .isEqualTo("990");
        // As different callers, because the requests take more memory than the share of one.
        AtomicInteger callers = new AtomicInteger();
        List<CompletableFuture<Answer>> calls = LimitedServer.atOnce(
                10,
                () -> server.client(ProtocolVersion.V2026_07_28, "user" + callers.incrementAndGet())
                        .call("distinct", colliding(30_000)));
        LimitedServer.answers(calls)
                .forEach(answer ->
                        assertThat(answer.isToolError()).as(answer.text()).isTrue());
    }

    private static String colliding(int number) {
        return IntStream.range(0, number)
                .mapToObj(i -> "[\"" + HostileJson.colliding(i, 15) + "\"]")
                .collect(Collectors.joining(",", "{\"texts\": [", "]}"));
    }

    private static void texts(LimitedServer server) {
        limits(server, 100 * KB, 100 * KB + 1, "text", 0);
        limits(server, 100 * KB, 100 * KB + 1, "structured", "{\"text\":\"\"}".length());
    }

    private static void limits(LimitedServer server, int most, int tooMuch, String tool, int overhead) {
        for (int i = 0; i < 10; i++) {
            for (int size : new int[] {most, tooMuch, 10 * MEGABYTE}) {
                Answer answer = server.modern().call(tool, "{\"size\": " + (size - overhead) + "}");
                assertThat(answer.isToolError()).as(tool + " " + size).isEqualTo(size > most);
            }
        }
    }

    private static void warnings(LimitedServer server) {
        try (RecordedLog log = new RecordedLog()) {
            for (int size : new int[] {50 * KB, 50 * KB + 1, 60 * KB, 70 * KB}) {
                assertThat(server.modern()
                                .call("wordy", "{\"size\": " + size + "}")
                                .contentText())
                        .hasSize(size);
                assertThat(log.lines(Level.WARN))
                        .filteredOn(line -> line.contains("wordy"))
                        .hasSize(size > 50 * KB ? 1 : 0);
            }
        }
    }

    private static void contents(LimitedServer server) {
        McpTestClient client = server.modern();
        for (String entry : List.of("long://%d", "stream://%d")) {
            client.request("resources/read", "{\"uri\": \"" + entry.formatted(199 * KB) + "\"}")
                    .result();
            client.request("resources/read", "{\"uri\": \"" + entry.formatted(20 * MEGABYTE) + "\"}")
                    .error();
        }
        String prompt = "{\"name\": \"longPrompt\", \"arguments\": {\"size\": \"%d\"}}";
        client.request("prompts/get", prompt.formatted(199 * KB)).result();
        client.request("prompts/get", prompt.formatted(20 * MEGABYTE)).error();
        limits(server, 199 * KB, 200 * KB + 1, "image", 0);
    }

    private static void times(LimitedServer server) throws InterruptedException {
        List<CompletableFuture<Answer>> calls =
                LimitedServer.atOnce(20, () -> server.batching().call("never"));
        assertThat(LimitedServer.answers(calls)).allMatch(Answer::isToolError);
        assertThat(server.entries().cancelled.tryAcquire(20, 10, TimeUnit.SECONDS))
                .isTrue();
    }

    private static void filters(LimitedServer server) {
        try (EventStream stream = server.modern().stream("subscriptions/listen", listen(1000, 70))) {
            assertThat(stream.nextMessage().get("method").stringValue()).endsWith("acknowledged");
            for (String filter : List.of(listen(1001, 20), listen(1, 8193), listen(100, 2000))) {
                assertThat(server.modern()
                                .request("subscriptions/listen", filter)
                                .errorCode())
                        .isEqualTo(-32602);
            }
        }
    }

    /** Returns a filter of resources with addresses of this length. */
    static String listen(int resources, int length) {
        return "{\"notifications\": {\"resourceSubscriptions\": ["
                + IntStream.range(0, resources)
                        .mapToObj(i -> "\"" + address(i, length) + "\"")
                        .collect(Collectors.joining(","))
                + "]}}";
    }

    static String address(int number, int length) {
        String start = "items://" + number + "-";
        return start + "x".repeat(length - start.length());
    }

    private static void states(LimitedServer server) {
        McpTestClient client = server.modern();
        JsonNode state = client.call("state", "{\"size\": 32768}").result();
        assertThat(state.get("requestState").stringValue()).hasSizeGreaterThan(32_768);
        assertThat(failed(client.call("state", "{\"size\": 32769}"))).isTrue();
        JsonNode first = client.call("askTwice", "{}").result();
        for (int size : new int[] {100_000, 300_000, 3 * MEGABYTE}) {
            String answers = "{\"%s\": %s}"
                    .formatted(
                            first.get("inputRequests")
                                    .propertyNames()
                                    .iterator()
                                    .next(),
                            Dialogue.accept("{\"name\": \"" + "x".repeat(size) + "\"}"));
            Answer next = Dialogue.call(
                    client, "askTwice", "{}", JsonMapper.shared().readTree(answers), first.get("requestState"));
            assertThat(failed(next)).as("%s characters: %s", size, next.text()).isEqualTo(size > 200_000);
        }
    }

    private static boolean failed(Answer answer) {
        return answer.json().has("error") || answer.isToolError();
    }

    private RequestLimits() {}
}
