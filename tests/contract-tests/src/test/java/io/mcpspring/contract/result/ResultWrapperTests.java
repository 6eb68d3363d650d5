package io.mcpspring.contract.result;

import static io.mcpspring.support.ResultChecks.assertObject;
import static io.mcpspring.support.ResultChecks.assertText;
import static io.mcpspring.support.ResultChecks.assertValue;
import static io.mcpspring.support.ResultChecks.json;
import static io.mcpspring.support.ResultChecks.listed;
import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.annotation.McpTool;
import io.mcpspring.protocol.CallToolResult;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.support.Answer;
import io.mcpspring.support.EveryRevision;
import io.mcpspring.support.McpTestClient;
import io.mcpspring.support.ModernRevisions;
import io.mcpspring.support.TestServer;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import org.springframework.http.ResponseEntity;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** {@code Mono}, {@code Flux}, {@code CompletionStage} and {@code Optional} are unwrapped first. */
class ResultWrapperTests {

    static class Tools {

        static final Semaphore CANCELLED = new Semaphore(0);

        record Order(String id) {}

        @McpTool
        Mono<String> mono() {
            return Mono.just("a");
        }

        @McpTool
        Mono<String> monoElsewhere() {
            return Mono.fromSupplier(() -> "a").subscribeOn(Schedulers.parallel());
        }

        @McpTool
        Mono<Optional<String>> monoOfOptional() {
            return Mono.just(Optional.of("a"));
        }

        @McpTool
        CompletableFuture<String> future() {
            return CompletableFuture.supplyAsync(() -> "a");
        }

        @McpTool
        CompletionStage<String> stage() {
            return CompletableFuture.completedStage("a");
        }

        @McpTool
        Optional<String> optional() {
            return Optional.of("a");
        }

        @McpTool
        Object hidden() {
            return Mono.just("a");
        }

        @McpTool
        Mono<String> emptyMono() {
            return Mono.empty();
        }

        @McpTool
        Mono<Void> monoOfNothing() {
            return Mono.empty();
        }

        @McpTool
        Mono<CallToolResult> monoWithoutResult() {
            return Mono.empty();
        }

        @McpTool
        CompletableFuture<String> futureOfNull() {
            return CompletableFuture.completedFuture(null);
        }

        @McpTool
        CompletableFuture<Void> futureOfNothing() {
            return CompletableFuture.completedFuture(null);
        }

        @McpTool
        Mono<String> nullMono() {
            return null;
        }

        @McpTool
        Mono<Order> monoOrder() {
            return Mono.just(new Order("N17"));
        }

        @McpTool
        CompletableFuture<Order> futureOrder() {
            return CompletableFuture.supplyAsync(() -> new Order("N17"));
        }

        @McpTool
        Optional<Order> optionalOrder() {
            return Optional.of(new Order("N17"));
        }

        @McpTool
        Optional<Order> noOptionalOrder() {
            return Optional.empty();
        }

        @McpTool
        Mono<Optional<Order>> noOptionalOrderLater() {
            return Mono.just(Optional.empty());
        }

        @McpTool
        @Nullable
        Order noOrder() {
            return null;
        }

        @McpTool
        @Nullable
        Mono<Order> noOrderLater() {
            return Mono.empty();
        }

        @McpTool
        Order missingOrder() {
            return null;
        }

        @McpTool
        Mono<Order> missingMono() {
            return Mono.empty();
        }

        @McpTool
        CompletableFuture<Order> missingFuture() {
            return CompletableFuture.completedFuture(null);
        }

        @McpTool
        List<Order> missingList() {
            return null;
        }

        @McpTool
        Flux<String> threeWords() {
            return Flux.just("a", "b", "c");
        }

        @McpTool
        Publisher<String> publisher() {
            return Mono.just("a");
        }

        @McpTool
        Flux<String> emptyFlux() {
            return Flux.empty();
        }

        @McpTool
        Flux<Optional<Order>> optionalOrders() {
            return Flux.just(Optional.of(new Order("N17")), Optional.empty());
        }

        @McpTool
        Mono<List<Optional<Order>>> listOfOptionalOrders() {
            return optionalOrders().collectList();
        }

        @McpTool
        Flux<OptionalInt> optionalNumbers() {
            return Flux.just(OptionalInt.of(17), OptionalInt.empty());
        }

        @McpTool
        Optional<ResponseEntity<Order>> optionalResponse() {
            return Optional.of(ResponseEntity.ok(new Order("N17")));
        }

        @McpTool
        Flux<Integer> endless() {
            return Flux.range(1, Integer.MAX_VALUE).doOnCancel(CANCELLED::release);
        }
    }

    private final TestServer server = TestServer.shared(Tools.class, "mcp.server.tools.max-collected=3");

    @EveryRevision
    void aWrapperIsReplacedByItsValue(ProtocolVersion version) {
        McpTestClient client = server.client(version);
        for (String tool :
                List.of("mono", "monoElsewhere", "monoOfOptional", "future", "stage", "optional", "hidden")) {
            assertText(client.call(tool), "a");
        }
        for (String tool : List.of("monoOrder", "futureOrder")) {
            assertObject(client, tool, "{\"id\": \"N17\"}");
        }
    }

    @EveryRevision
    void aWrapperWithoutAValueIsAShortText(ProtocolVersion version) {
        McpTestClient client = server.client(version);
        for (String tool : List.of("monoOfNothing", "futureOfNothing")) {
            assertText(client.call(tool), "Done.");
        }
        for (String tool : List.of("emptyMono", "monoWithoutResult", "futureOfNull", "nullMono")) {
            assertText(client.call(tool), "null");
        }
    }

    @EveryRevision
    void anAbsentNullableValueIsNull(ProtocolVersion version) {
        McpTestClient client = server.client(version);
        assertValue(client, "optionalOrder", "{\"id\": \"N17\"}");
        assertValue(client, "optionalResponse", "{\"id\": \"N17\"}");
        for (String tool : List.of("noOptionalOrder", "noOptionalOrderLater", "noOrder", "noOrderLater")) {
            assertValue(client, tool, "null");
        }
    }

    @EveryRevision
    void nullInPlaceOfARequiredValueIsAnError(ProtocolVersion version) {
        McpTestClient client = server.client(version);
        for (String tool : List.of("missingOrder", "missingMono", "missingFuture", "missingList")) {
            Answer answer = client.call(tool);
            assertThat(answer.isToolError()).as(tool).isTrue();
            assertThat(answer.contentText()).isEqualTo("There is no result: the tool returned no value.");
        }
    }

    @EveryRevision
    void severalValuesAreAList(ProtocolVersion version) {
        McpTestClient client = server.client(version);
        assertValue(client, "threeWords", "[\"a\", \"b\", \"c\"]");
        assertValue(client, "publisher", "[\"a\"]");
        assertValue(client, "emptyFlux", "[]");
    }

    @EveryRevision
    void anEmptyOptionalAmongSeveralValuesIsNull(ProtocolVersion version) {
        McpTestClient client = server.client(version);
        for (String tool : List.of("optionalOrders", "listOfOptionalOrders")) {
            assertValue(client, tool, "[{\"id\": \"N17\"}, null]");
        }
        assertValue(client, "optionalNumbers", "[17, null]");
    }

    @ModernRevisions
    void theSchemaOfOptionalElementsHasNullOnce(ProtocolVersion version) {
        McpTestClient client = server.client(version);
        for (String tool : List.of("optionalOrders", "listOfOptionalOrders")) {
            assertThat(listed(client, tool).get("outputSchema")).isEqualTo(json("""
                    {"type": "array", "items": {"anyOf": [
                        {"type": "object", "properties": {"id": {"type": "string"}}}, {"type": "null"}]}}"""));
        }
    }

    @EveryRevision
    void tooManyValuesAreAnErrorAndCancelTheSource(ProtocolVersion version) throws Exception {
        Answer answer = server.client(version).call("endless");
        assertThat(answer.isToolError()).isTrue();
        assertThat(answer.contentText()).isEqualTo("Tool 'endless' was stopped: it returned more than 3 elements.");
        assertThat(answer.result().has("structuredContent")).isFalse();
        assertThat(Tools.CANCELLED.tryAcquire(30, TimeUnit.SECONDS))
                .as("cancelled")
                .isTrue();
    }
}
