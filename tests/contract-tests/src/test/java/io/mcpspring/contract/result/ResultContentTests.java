package io.mcpspring.contract.result;

import static io.mcpspring.support.ResultChecks.assertContent;
import static io.mcpspring.support.ResultChecks.assertEmpty;
import static io.mcpspring.support.ResultChecks.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.annotation.McpTool;
import io.mcpspring.protocol.CallToolResult;
import io.mcpspring.protocol.Content;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.protocol.TextContent;
import io.mcpspring.support.Answer;
import io.mcpspring.support.EveryRevision;
import io.mcpspring.support.McpTestClient;
import io.mcpspring.support.ResultChecks;
import io.mcpspring.support.TestServer;
import java.net.URI;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Tools that return a {@code CallToolResult} or content of any kind. */
class ResultContentTests {

    private static final byte[] BYTES = {1, 2, 3};

    static class Tools {

        record Point(int x, int y) {}

        @McpTool
        CallToolResult finished() {
            return CallToolResult.of(Content.text("one"), Content.text("two")).withMeta(Map.of("trace", "t-1"));
        }

        @McpTool
        CallToolResult finishedWithoutContent() {
            return CallToolResult.of();
        }

        @McpTool
        CallToolResult failed() {
            return CallToolResult.error("No such order. Try list_orders.");
        }

        @McpTool
        CallToolResult failedWithData() {
            return new CallToolResult(List.of(Content.text("No")), Map.of("a", 1), true, Map.of("trace", "t-2"));
        }

        @McpTool
        CallToolResult structured() {
            return CallToolResult.structured(new Point(1, 2));
        }

        @McpTool
        CallToolResult structuredList() {
            return CallToolResult.structured(List.of(new Point(1, 2)));
        }

        @McpTool
        CallToolResult structuredWithOwnText() {
            return new CallToolResult(List.of(Content.text("A point")), new Point(1, 2), false, null);
        }

        @McpTool
        Mono<CallToolResult> later() {
            return Mono.just(CallToolResult.of(Content.text("later")));
        }

        private static List<Content> kinds() {
            return List.of(
                    Content.text("Ünïcode \"quoted\"\n"),
                    Content.image(BYTES, "image/png"),
                    Content.audio(BYTES, "audio/wav"),
                    Content.link(URI.create("orders://17/label.pdf"), "label.pdf"),
                    Content.resource(URI.create("orders://17"), "text/plain", "Order 17"),
                    Content.resource(URI.create("orders://17/scan"), "application/pdf", BYTES));
        }

        @McpTool
        List<Content> list() {
            return kinds();
        }

        @McpTool
        Set<? extends Content> set() {
            return new LinkedHashSet<>(kinds());
        }

        @McpTool
        ArrayList<Content> arrayList() {
            return new ArrayList<>(kinds());
        }

        @McpTool
        Content[] array() {
            return kinds().toArray(Content[]::new);
        }

        @McpTool
        Flux<Content> flux() {
            return Flux.fromIterable(kinds());
        }

        @McpTool
        Mono<List<Content>> mono() {
            return Mono.just(kinds());
        }

        @McpTool
        CompletableFuture<Content[]> future() {
            return CompletableFuture.completedFuture(array());
        }

        @McpTool
        Optional<List<Content>> optional() {
            return Optional.of(kinds());
        }

        @McpTool
        Object unknown() {
            return kinds();
        }

        @McpTool
        TextContent oneBlock() {
            return Content.text("alone");
        }

        @McpTool
        List<Content> listWithAGap() {
            return Arrays.asList(Content.text("a"), null);
        }

        @McpTool
        Content[] arrayWithAGap() {
            return new Content[] {Content.text("a"), null};
        }

        @McpTool
        List<Content> emptyList() {
            return List.of();
        }

        @McpTool
        TextContent[] emptyArray() {
            return new TextContent[0];
        }

        @McpTool
        Flux<TextContent> emptyFlux() {
            return Flux.empty();
        }
    }

    private static final String LINK = """
            {"type": "resource_link", "uri": "orders://17/label.pdf", "name": "label.pdf"}""";

    private static final String LINK_AS_TEXT = """
            {"type": "text", "text": "label.pdf: orders://17/label.pdf"}""";

    private static final String KINDS = """
            [{"type": "text", "text": "Ünïcode \\"quoted\\"\\n"},
             {"type": "image", "data": "AQID", "mimeType": "image/png"},
             {"type": "audio", "data": "AQID", "mimeType": "audio/wav"},
             %s,
             {"type": "resource",
              "resource": {"uri": "orders://17", "mimeType": "text/plain", "text": "Order 17"}},
             {"type": "resource",
              "resource": {"uri": "orders://17/scan", "mimeType": "application/pdf", "blob": "AQID"}}]
            """;

    private final TestServer server = TestServer.shared(Tools.class);

    @EveryRevision
    void aToolResultIsSentUnchanged(ProtocolVersion version) {
        Answer answer = server.client(version).call("finished");
        assertContent(answer, "[{\"type\": \"text\", \"text\": \"one\"}, {\"type\": \"text\", \"text\": \"two\"}]");
        assertThat(answer.result().at("/_meta/trace").stringValue()).isEqualTo("t-1");
        assertThat(answer.result().get("isError")).isEqualTo(json("false"));
        assertThat(answer.result().has("structuredContent")).isFalse();
    }

    @EveryRevision
    void metaOfAResultIsKeptBesideTheIdentityOfTheServer(ProtocolVersion version) {
        Answer answer = server.client(version).call("finished");
        assertThat(answer.result().get("_meta").propertyNames())
                .containsExactlyElementsOf(
                        version.isModern() ? List.of("trace", "io.modelcontextprotocol/serverInfo") : List.of("trace"));
        assertThat(answer.result().has("resultType")).isEqualTo(version.isModern());
    }

    @EveryRevision
    void anErrorResultReachesTheModel(ProtocolVersion version) {
        Answer answer = server.client(version).call("failed");
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.isToolError()).isTrue();
        assertContent(answer, "[{\"type\": \"text\", \"text\": \"No such order. Try list_orders.\"}]");
    }

    @EveryRevision
    void anErrorHasNoStructuredContent(ProtocolVersion version) {
        Answer answer = server.client(version).call("failedWithData");
        assertThat(answer.isToolError()).isTrue();
        assertContent(answer, "[{\"type\": \"text\", \"text\": \"No\"}]");
        assertThat(answer.result().has("structuredContent")).isFalse();
        assertThat(answer.result().at("/_meta/trace").stringValue()).isEqualTo("t-2");
    }

    @EveryRevision
    void structuredContentOfAToolResultIsRepeatedAsText(ProtocolVersion version) {
        Answer answer = server.client(version).call("structured");
        assertContent(answer, "[{\"type\": \"text\", \"text\": \"{\\\"x\\\":1,\\\"y\\\":2}\"}]");
        assertStructuredContent(answer, version, "{\"x\": 1, \"y\": 2}", "{\"x\": 1, \"y\": 2}");
    }

    @EveryRevision
    void aListInAToolResultIsWrappedForOlderRevisions(ProtocolVersion version) {
        Answer answer = server.client(version).call("structuredList");
        assertThat(answer.contentText()).isEqualTo("[{\"x\":1,\"y\":2}]");
        assertStructuredContent(answer, version, "[{\"x\": 1, \"y\": 2}]", "{\"result\": [{\"x\": 1, \"y\": 2}]}");
    }

    @EveryRevision
    void givenContentReplacesTheTextOfStructuredContent(ProtocolVersion version) {
        Answer answer = server.client(version).call("structuredWithOwnText");
        assertContent(answer, "[{\"type\": \"text\", \"text\": \"A point\"}]");
        assertStructuredContent(answer, version, "{\"x\": 1, \"y\": 2}", "{\"x\": 1, \"y\": 2}");
    }

    @EveryRevision
    void aToolResultMayBeAsynchronous(ProtocolVersion version) {
        assertThat(server.client(version).call("later").contentText()).isEqualTo("later");
    }

    @EveryRevision
    void contentOfAnyCollectionKeepsItsOrder(ProtocolVersion version) {
        McpTestClient client = server.client(version);
        String expected = KINDS.formatted(version == ProtocolVersion.V2025_03_26 ? LINK_AS_TEXT : LINK);
        for (String tool :
                List.of("list", "set", "arrayList", "array", "flux", "mono", "future", "optional", "unknown")) {
            Answer answer = client.call(tool);
            assertThat(answer.result().get("content")).as(tool).isEqualTo(json(expected));
            assertThat(answer.result().has("structuredContent")).as(tool).isFalse();
        }
    }

    @EveryRevision
    void aSingleBlockIsContent(ProtocolVersion version) {
        ResultChecks.assertText(server.client(version).call("oneBlock"), "alone");
    }

    @EveryRevision
    void noContentIsEmptyContent(ProtocolVersion version) {
        McpTestClient client = server.client(version);
        for (String tool : List.of("finishedWithoutContent", "emptyList", "emptyArray", "emptyFlux")) {
            assertEmpty(client.call(tool));
        }
    }

    @EveryRevision
    void aNullBlockIsOmitted(ProtocolVersion version) {
        McpTestClient client = server.client(version);
        for (String tool : List.of("listWithAGap", "arrayWithAGap")) {
            Answer answer = client.call(tool);
            assertThat(answer.isToolError()).as(answer.text()).isFalse();
            assertThat(answer.contentText()).isEqualTo("a");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"finished", "list", "array", "flux", "mono", "future", "oneBlock", "unknown"})
    void contentHasNoOutputSchema(String tool) {
        McpTestClient client = server.client(ProtocolVersion.V2026_07_28);
        assertThat(ResultChecks.listed(client, tool).has("outputSchema")).isFalse();
    }

    private static void assertStructuredContent(Answer answer, ProtocolVersion version, String bare, String wrapped) {
        if (version == ProtocolVersion.V2025_03_26) {
            assertThat(answer.result().has("structuredContent")).isFalse();
        } else {
            assertThat(answer.result().get("structuredContent")).isEqualTo(json(version.isModern() ? bare : wrapped));
        }
    }
}
