package io.mcpspring.contract.call;

import static io.mcpspring.support.ResultChecks.assertContent;
import static io.mcpspring.support.ResultChecks.assertNeutralError;
import static io.mcpspring.support.ResultChecks.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.annotation.McpTool;
import io.mcpspring.protocol.Content;
import io.mcpspring.protocol.McpProtocolException;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.support.Answer;
import io.mcpspring.support.EveryRevision;
import io.mcpspring.support.McpTestClient;
import io.mcpspring.support.TestServer;
import io.mcpspring.tool.McpToolException;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** The model or the client only gets texts that the author of a tool has written for it. */
class ErrorTextTests {

    static class Tools {

        record Order(String id) {}

        @SuppressWarnings("serial")
        static final class OutOfStock extends McpToolException {

            OutOfStock(String article) {
                super(article + " is sold out; try again on Monday", new IllegalStateException("secret"));
            }
        }

        @McpTool
        Order explained() {
            throw new McpToolException("No such order. Try list_orders.");
        }

        @McpTool
        Mono<Order> explainedByMono() {
            return Mono.error(new McpToolException("No such order. Try list_orders."));
        }

        @McpTool
        Flux<Order> explainedAfterTheFirst() {
            return Flux.just(new Order("N17"))
                    .concatWith(Mono.error(new McpToolException("No such order. Try list_orders.")));
        }

        @McpTool
        CompletableFuture<Order> explainedByFuture() {
            return CompletableFuture.supplyAsync(this::explained);
        }

        @McpTool
        String domain() {
            throw new OutOfStock("Tea");
        }

        @McpTool
        String content() {
            throw new McpToolException(
                    List.of(
                            Content.text("See the picture"),
                            Content.image(new byte[] {1}, "image/png"),
                            Content.link(URI.create("help://17"), "help")),
                    null);
        }

        @McpTool
        String withoutWords() {
            throw new McpToolException(List.of(), null);
        }

        @McpTool
        String protocol() {
            throw new McpProtocolException(-31001, "Licence expired", Map.of("since", "2026-01-31"));
        }

        @McpTool
        Mono<String> protocolByMono() {
            return Mono.error(new McpProtocolException(-31001, "Licence expired", Map.of("since", "2026-01-31")));
        }

        @McpTool
        CompletableFuture<String> protocolByFuture() {
            return CompletableFuture.supplyAsync(() -> {
                throw new CompletionException(
                        new McpProtocolException(-31001, "Licence expired", Map.of("since", "2026-01-31")));
            });
        }

        @McpTool
        String protocolWithoutData() {
            throw new McpProtocolException(42, "Licence expired");
        }

        @McpTool
        String wrongParameters() {
            throw McpProtocolException.invalidParams("Not like this");
        }

        @McpTool
        String reservedCode() {
            throw new McpProtocolException(-32042, "Not mine to use");
        }

        @McpTool
        String unexpected() {
            throw new IllegalStateException("secret", new IllegalArgumentException("also secret"));
        }

        @McpTool
        Object cyclic() {
            Object[] cycle = new Object[1];
            cycle[0] = cycle;
            return cycle;
        }
    }

    private final TestServer server = TestServer.shared(Tools.class);

    @EveryRevision
    void theTextOfAToolExceptionReachesTheModel(ProtocolVersion version) {
        McpTestClient client = server.client(version);
        for (String tool : List.of("explained", "explainedByMono", "explainedAfterTheFirst", "explainedByFuture")) {
            Answer answer = client.call(tool);
            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.isToolError()).isTrue();
            assertContent(answer, "[{\"type\": \"text\", \"text\": \"No such order. Try list_orders.\"}]");
            assertThat(answer.result().has("structuredContent")).isFalse();
        }
    }

    @EveryRevision
    void aSubclassOfToolExceptionShowsItsTextAndNotItsCause(ProtocolVersion version) {
        Answer answer = server.client(version).call("domain");
        assertThat(answer.isToolError()).isTrue();
        assertThat(answer.contentText()).isEqualTo("Tea is sold out; try again on Monday");
        assertThat(answer.text()).doesNotContain("secret", "OutOfStock");
    }

    @EveryRevision
    void theContentOfAToolExceptionReachesTheModel(ProtocolVersion version) {
        McpTestClient client = server.client(version);
        Answer answer = client.call("content");
        assertThat(answer.isToolError()).isTrue();
        String link = version == ProtocolVersion.V2025_03_26
                ? "{\"type\": \"text\", \"text\": \"help: help://17\"}"
                : "{\"type\": \"resource_link\", \"uri\": \"help://17\", \"name\": \"help\"}";
        assertContent(answer, """
                [{"type": "text", "text": "See the picture"},
                 {"type": "image", "data": "AQ==", "mimeType": "image/png"}, %s]
                """.formatted(link));
        assertThat(client.call("withoutWords").isToolError()).isTrue();
    }

    @EveryRevision
    void aProtocolExceptionIsAnErrorOfTheProtocol(ProtocolVersion version) {
        McpTestClient client = server.client(version);
        for (String tool : List.of("protocol", "protocolByMono", "protocolByFuture")) {
            Answer answer = client.call(tool);
            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.error()).isEqualTo(json("""
                    {"code": -31001, "message": "Licence expired", "data": {"since": "2026-01-31"}}"""));
        }
        assertThat(client.call("protocolWithoutData").error())
                .isEqualTo(json("{\"code\": 42, \"message\": \"Licence expired\"}"));
        assertThat(client.call("wrongParameters").error())
                .isEqualTo(json("{\"code\": -32602, \"message\": \"Not like this\"}"));
    }

    @EveryRevision
    void aReservedErrorCodeIsAnUnexpectedFailure(ProtocolVersion version) {
        assertNeutralError(server.client(version).call("reservedCode"), "reservedCode");
    }

    @EveryRevision
    void anUnexpectedFailureIsNotDescribedToTheClient(ProtocolVersion version) {
        McpTestClient client = server.client(version);
        for (String tool : List.of("unexpected", "cyclic")) {
            Answer answer = client.call(tool);
            assertNeutralError(answer, tool);
            assertThat(answer.text())
                    .doesNotContainIgnoringCase(
                            "secret", "Exception", "Error:", "java", "io.mcpspring", "jackson", "depth");
        }
    }

    @EveryRevision
    void everyFailureHasAUniqueId(ProtocolVersion version) {
        McpTestClient client = server.client(version);
        assertThat(assertNeutralError(client.call("unexpected"), "unexpected"))
                .isNotEqualTo(assertNeutralError(client.call("unexpected"), "unexpected"));
    }
}
