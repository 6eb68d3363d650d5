package io.mcpspring.contract.result;

import static io.mcpspring.support.ResultChecks.assertContent;
import static io.mcpspring.support.ResultChecks.assertObject;
import static io.mcpspring.support.ResultChecks.assertText;
import static io.mcpspring.support.ResultChecks.listed;
import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.annotation.McpTool;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.support.Answer;
import io.mcpspring.support.EveryRevision;
import io.mcpspring.support.McpTestClient;
import io.mcpspring.support.Revisions;
import io.mcpspring.support.TestServer;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.core.io.Resource;
import org.springframework.http.HttpEntity;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import reactor.core.publisher.Mono;

/** HTTP responses that methods return: the body is the result, and an error status makes it an error. */
@ExtendWith(OutputCaptureExtension.class)
class ResultResponseTests {

    static class Tools {

        record Order(String id) {}

        @McpTool
        ResponseEntity<Order> order() {
            return ResponseEntity.status(201).header("X-Internal", "secret").body(new Order("N17"));
        }

        @McpTool
        Mono<ResponseEntity<Order>> orderLater() {
            return Mono.just(order());
        }

        @McpTool
        HttpEntity<Order> entity() {
            return new HttpEntity<>(new Order("N17"));
        }

        @McpTool
        Optional<ResponseEntity<String>> text() {
            return Optional.of(ResponseEntity.ok("hello"));
        }

        @McpTool
        ResponseEntity<?> hidden() {
            return ResponseEntity.ok("hello");
        }

        @McpTool
        ResponseEntity<Void> nothing() {
            return ResponseEntity.noContent().build();
        }

        @McpTool
        ResponseEntity<Order> noContent() {
            return ResponseEntity.noContent().build();
        }

        @McpTool
        Mono<ResponseEntity<Order>> accepted() {
            return Mono.just(ResponseEntity.accepted().build());
        }

        @McpTool
        HttpEntity<List<Order>> empty() {
            return new HttpEntity<>(new HttpHeaders());
        }

        @McpTool
        Mono<Order> noOrder() {
            return Mono.empty();
        }

        @McpTool
        CompletionStage<Order> nullLater() {
            return CompletableFuture.completedFuture(null);
        }

        @McpTool
        ResponseEntity<Optional<Order>> maybe() {
            return ResponseEntity.ok(Optional.empty());
        }

        @McpTool
        ResponseEntity<byte[]> bytes() {
            return ResponseEntity.ok().contentType(MediaType.IMAGE_PNG).body(new byte[] {1, 2, 3});
        }

        @McpTool
        Mono<ResponseEntity<Resource>> resource() {
            return Mono.just(ResponseEntity.ok()
                    .contentType(new MediaType("audio", "ogg"))
                    .body(new ByteArrayResource(new byte[] {1, 2, 3})));
        }

        @McpTool
        ResponseEntity<List<byte[]>> several() {
            return ResponseEntity.ok(List.of(new byte[] {1}, new byte[] {2}));
        }

        @McpTool
        ResponseEntity<Order> notFound() {
            return ResponseEntity.notFound().build();
        }

        @McpTool
        ResponseEntity<?> problem() {
            return ResponseEntity.of(ProblemDetail.forStatusAndDetail(HttpStatus.CONFLICT, "The order is packed"))
                    .build();
        }

        @McpTool
        Mono<ResponseEntity<String>> unavailable() {
            return Mono.just(ResponseEntity.status(503).body("Try again in a minute"));
        }

        @McpTool
        ResponseEntity<String> unknownStatus() {
            return ResponseEntity.status(499).build();
        }
    }

    private final TestServer server = TestServer.shared(Tools.class);

    @EveryRevision
    void theBodyIsTheResult(ProtocolVersion version) {
        McpTestClient client = server.client(version);
        for (String tool : List.of("order", "orderLater", "entity")) {
            assertObject(client, tool, "{\"id\": \"N17\"}");
            if (version.isAtLeast(ProtocolVersion.V2025_06_18)) {
                assertThat(listed(client, tool).at("/outputSchema/properties").propertyNames())
                        .containsExactly("id");
            }
        }
        assertText(client.call("text"), "hello");
        assertText(client.call("hidden"), "hello");
        assertText(client.call("nothing"), "Done.");
    }

    @EveryRevision
    void aResponseWithoutAValueIsNoFailure(ProtocolVersion version, CapturedOutput log) {
        McpTestClient client = server.client(version);
        for (String tool : List.of("noContent", "accepted", "empty", "noOrder", "nullLater")) {
            Answer answer = client.call(tool);
            assertThat(answer.isToolError()).as(tool).isTrue();
            assertThat(answer.contentText()).isEqualTo("There is no result: the tool returned no value.");
        }
        assertThat(client.call("maybe").isToolError()).isFalse();
        assertThat(client.call("maybe").contentText()).isEqualTo("null");
        assertThat(log.getOut()).doesNotContain("failed");
    }

    @EveryRevision
    void theResponseDeterminesTheMediaTypeOfItsBytes(ProtocolVersion version) {
        McpTestClient client = server.client(version);
        assertContent(client.call("bytes"), "[{\"type\": \"image\", \"data\": \"AQID\", \"mimeType\": \"image/png\"}]");
        assertContent(
                client.call("resource"), "[{\"type\": \"audio\", \"data\": \"AQID\", \"mimeType\": \"audio/ogg\"}]");
        assertThat(client.call("several").result().get("content")).hasSize(2);
    }

    @ParameterizedTest
    @CsvSource({"notFound, 404 Not Found", "unavailable, Try again in a minute", "unknownStatus, 499"})
    void theStatusOfAnErrorIsAnError(String tool, String text) {
        for (ProtocolVersion version : Revisions.every()) {
            Answer answer = server.client(version).call(tool);
            assertThat(answer.isToolError()).isTrue();
            assertThat(answer.result().has("structuredContent")).isFalse();
            assertThat(answer.contentText()).isEqualTo(text);
        }
    }

    @EveryRevision
    void theBodyOfAnErrorIsItsContent(ProtocolVersion version) {
        Answer answer = server.client(version).call("problem");
        assertThat(answer.isToolError()).isTrue();
        assertThat(answer.contentText()).contains("\"detail\":\"The order is packed\"", "\"status\":409");
    }
}
