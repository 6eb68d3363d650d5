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
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.stream.IntStream;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Progress notifications for clients that have sent a progress token. */
class ProgressTests {

    private static final Semaphore GO_ON = new Semaphore(0);

    static class Tools {

        @McpTool(description = "Counts")
        String blocking(McpExchange exchange) {
            IntStream.rangeClosed(1, 1000).forEach(i -> exchange.progress(i, 1000.0, "step " + i));
            return "done";
        }

        @McpTool(description = "Counts")
        Mono<String> reactive(ReactiveMcpExchange exchange) {
            return Flux.range(1, 1000)
                    .doOnNext(i -> exchange.progress(i, 1000.0, "step " + i))
                    .then(Mono.just("done"));
        }

        @McpTool(description = "Counts")
        CompletableFuture<String> future(ReactiveMcpExchange exchange) {
            return CompletableFuture.supplyAsync(() -> {
                IntStream.rangeClosed(1, 1000).forEach(i -> exchange.progress(i, 1000.0, "step " + i));
                return "done";
            });
        }

        @McpTool(description = "Counts in four threads")
        Mono<String> threads(ReactiveMcpExchange exchange) {
            return Flux.range(1, 1000)
                    .parallel(4)
                    .runOn(Schedulers.boundedElastic())
                    .doOnNext(i -> exchange.progress(i, 1000.0, "step " + i))
                    .sequential()
                    .then(Mono.just("done"));
        }

        @McpTool(description = "Fails at the end")
        String failing(McpExchange exchange) {
            blocking(exchange);
            throw new IllegalArgumentException("broken");
        }

        @McpTool(description = "Reports once and waits")
        String waiting(McpExchange exchange) throws InterruptedException {
            exchange.progress(0.5);
            GO_ON.acquire();
            return "done";
        }

        @McpTool(description = "Says goodbye too late")
        String late(McpExchange exchange) {
            exchange.progress(1);
            Schedulers.boundedElastic().schedule(() -> {
                for (int i = 2; i < 1000; i++) {
                    exchange.progress(i);
                }
            });
            return "done";
        }

        @McpTool(description = "Emits")
        Flux<String> flux() {
            return Flux.range(1, 5).delayElements(Duration.ofMillis(25)).map(i -> "element " + i);
        }

        @McpTool(description = "Emits and reports for itself")
        Flux<String> reportingFlux(ReactiveMcpExchange exchange) {
            return flux().index((index, text) -> {
                exchange.progress((index + 1) / 10.0, 0.5, text);
                return text;
            });
        }
    }

    private static final TestServer SERVER = TestServer.shared(Tools.class);

    @EveryRevision
    void isReportedInEveryStyleInRisingOrderUpToTheLastValue(ProtocolVersion version) {
        McpTestClient client = SERVER.client(version);
        for (String tool : List.of("blocking", "reactive", "future", "threads", "failing")) {
            Answer answer = call(client, tool, "\"t\"");
            List<JsonNode> reports = answer.notifications("notifications/progress");
            assertThat(values(reports))
                    .as(tool)
                    .hasSizeBetween(2, 100)
                    .isSorted()
                    .doesNotHaveDuplicates()
                    .last()
                    .isEqualTo(1000.0);
            assertThat(reports.get(reports.size() - 1).get("params").toString())
                    .isEqualTo("{\"progressToken\":\"t\","
                            + "\"progress\":1000,\"total\":1000,\"message\":\"step 1000\"}");
            assertThat(answer.messages()).hasSize(reports.size() + 1).last().isSameAs(answer.json());
        }
    }

    @EveryRevision
    void isNotReportedWithoutAToken(ProtocolVersion version) {
        McpTestClient client = SERVER.client(version);
        for (String tool : List.of("blocking", "reactive", "flux", "reportingFlux")) {
            Answer answer = client.call(tool);
            assertThat(answer.isStream()).isFalse();
            assertThat(answer.isToolError()).isFalse();
        }
    }

    @EveryRevision
    void isNotReportedForAnInvalidToken(ProtocolVersion version) {
        for (String token : List.of("null", "1.5", "true", "{}", "[]")) {
            assertThat(call(SERVER.client(version), "blocking", token).isStream())
                    .as(token)
                    .isFalse();
        }
    }

    @EveryRevision
    void isNotReportedToAClientThatDoesNotAcceptAStream(ProtocolVersion version) {
        McpTestClient client = SERVER.client(version);
        ObjectNode params = params("blocking", "1");
        var headers = client.headers("tools/call", params);
        headers.put("Accept", "application/json");
        Answer answer = client.post(client.body("tools/call", params), headers);
        assertThat(answer.isStream()).isFalse();
        assertThat(answer.contentText()).isEqualTo("done");
    }

    @EveryRevision
    void containsTheTokenAsTheClientSentIt(ProtocolVersion version) {
        for (String token : List.of("0", "\"\"", "42", "\"42\"", "9007199254740993")) {
            List<JsonNode> reports =
                    call(SERVER.client(version), "blocking", token).notifications("notifications/progress");
            assertThat(reports)
                    .as(token)
                    .isNotEmpty()
                    .allMatch(report ->
                            report.at("/params/progressToken").toString().equals(token));
        }
    }

    @EveryRevision
    void arrivesWhileTheToolRuns(ProtocolVersion version) {
        try (EventStream stream = SERVER.client(version).streamCall("waiting", "{}", "1")) {
            assertThat(stream.nextMessage().at("/params/progress").doubleValue())
                    .isEqualTo(0.5);
            GO_ON.release();
            assertThat(stream.rest()).singleElement().matches(response -> response.has("result"));
        }
    }

    @EveryRevision
    void endsWithTheResponse(ProtocolVersion version) {
        McpTestClient client = SERVER.client(version);
        for (int round = 0; round < 20; round++) {
            Answer answer = call(client, "late", "1");
            assertThat(answer.messages()).last().isSameAs(answer.json());
            assertThat(values(answer.notifications("notifications/progress")))
                    .isSorted()
                    .startsWith(1.0);
        }
    }

    @EveryRevision
    void countsTheElementsOfAFlux(ProtocolVersion version) {
        List<JsonNode> reports = call(SERVER.client(version), "flux", "1").notifications("notifications/progress");
        assertThat(values(reports)).startsWith(1.0).endsWith(5.0).isSorted().doesNotHaveDuplicates();
        assertThat(reports).noneMatch(report -> report.get("params").has("total"));
    }

    @EveryRevision
    void ofAFluxWithAReporterIsThatOfTheReporter(ProtocolVersion version) {
        List<JsonNode> reports =
                call(SERVER.client(version), "reportingFlux", "1").notifications("notifications/progress");
        assertThat(values(reports)).startsWith(0.1).endsWith(0.5).isSorted();
        assertThat(reports)
                .allMatch(report -> report.at("/params/message").asString("").startsWith("element "));
    }

    private static Answer call(McpTestClient client, String tool, String token) {
        return client.request("tools/call", params(tool, token));
    }

    private static ObjectNode params(String tool, String token) {
        ObjectNode params = JsonMapper.shared().createObjectNode().put("name", tool);
        params.putObject("_meta").set("progressToken", JsonMapper.shared().readTree(token));
        return params;
    }

    private static List<Double> values(List<JsonNode> reports) {
        return reports.stream()
                .map(report -> report.at("/params/progress").doubleValue())
                .toList();
    }
}
