package io.mcpspring.contract.result;

import static io.mcpspring.support.ResultChecks.assertContent;
import static io.mcpspring.support.ResultChecks.assertNeutralError;
import static io.mcpspring.support.ResultChecks.listed;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import io.mcpspring.annotation.McpTool;
import io.mcpspring.annotation.McpTool.Structured;
import io.mcpspring.protocol.CallToolResult;
import io.mcpspring.protocol.Content;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.support.Answer;
import io.mcpspring.support.EveryRevision;
import io.mcpspring.support.McpTestClient;
import io.mcpspring.support.TestServer;
import java.awt.image.BufferedImage;
import java.awt.image.RenderedImage;
import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.IOException;
import java.io.Serializable;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.FutureTask;
import java.util.function.Supplier;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.core.io.Resource;
import reactor.core.publisher.Flux;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** Elements of collections, arrays and publishers become content by the same rules as single values. */
class ResultElementsTests {

    static class Tools {

        private static final byte[] PDF = "%PDF-1.7".getBytes(StandardCharsets.US_ASCII);

        record Point(int x, int y) {}

        private static BufferedImage image() {
            return new BufferedImage(1, 1, BufferedImage.TYPE_INT_RGB);
        }

        private static Resource resource() {
            return new ByteArrayResource("a,b".getBytes(StandardCharsets.US_ASCII)) {
                @Override
                public String getFilename() {
                    return "rows.csv";
                }
            };
        }

        @McpTool
        List<BufferedImage> images() {
            return List.of(image(), image());
        }

        @McpTool
        RenderedImage[] imageArray() {
            return new RenderedImage[] {image(), image()};
        }

        @McpTool
        Flux<BufferedImage> imageFlux() {
            return Flux.just(image(), image());
        }

        @McpTool
        List<byte[]> bytes() {
            return List.of(PDF, PDF);
        }

        @McpTool
        byte[][] byteArrays() {
            return new byte[][] {PDF, PDF};
        }

        @McpTool
        Flux<byte[]> byteFlux() {
            return Flux.just(PDF, PDF);
        }

        @McpTool
        List<ByteBuffer> buffers() {
            return List.of(ByteBuffer.wrap(PDF), ByteBuffer.wrap(PDF));
        }

        @McpTool
        Collection<? extends Resource> resources() {
            return List.of(resource(), resource());
        }

        @McpTool
        List<Object> mixed() {
            return List.of("text", image(), Content.text("block"), new Point(1, 2), 7, resource());
        }

        @McpTool
        Object[] mixedArray() {
            return mixed().toArray();
        }

        @McpTool
        Object hidden() {
            return mixed();
        }

        @McpTool
        Flux<Object> mixedFlux() {
            return Flux.fromIterable(mixed());
        }

        @McpTool(structured = Structured.NEVER)
        Collection<?> mixedAsText() {
            return mixed();
        }

        @McpTool
        Flux<Optional<Resource>> optionalResources() {
            return Flux.just(Optional.of(resource()), Optional.empty());
        }

        @McpTool
        List<Optional<Resource>> listOfOptionalResources() {
            return List.of(Optional.empty(), Optional.of(resource()));
        }

        @McpTool
        List<Object> undeclaredOptionalResources() {
            return List.of(Optional.of(resource()), Optional.empty());
        }

        @McpTool
        List<Object> hiddenOptionalFile() {
            return List.of(Optional.of(new File("/etc/hostname")));
        }

        @McpTool
        List<Object> data() {
            return Arrays.asList("a", 1, null, Map.of("b", true));
        }

        @McpTool
        List<Object> noData() {
            return List.of();
        }

        @McpTool
        List<BufferedImage> noImages() {
            return List.of();
        }

        @McpTool
        List<BufferedImage> missingImage() {
            return Arrays.asList(image(), null);
        }

        @McpTool
        Object hiddenFile() {
            return new File("/etc/hostname");
        }

        @McpTool
        List<Object> hiddenFiles() {
            return List.of("a", new File("/etc/hostname").toPath());
        }

        @McpTool
        List<Object> hiddenFileInList() {
            return List.of(List.of(new File("/etc/hostname")));
        }

        @McpTool
        Object hiddenFileInMap() {
            return Map.of("a", new File("/etc/hostname"));
        }

        @McpTool
        Map<String, Object> hiddenFileInEntries() {
            return Map.of("a", new File("/etc/hostname"));
        }

        @McpTool
        List<Map<String, Object>> hiddenFileInRows() {
            return List.of(Map.of("a", new File("/etc/hostname")));
        }

        @McpTool(structured = McpTool.Structured.ALWAYS)
        List<Object> hiddenFilesUnderASchema() {
            return List.of(new File("/etc/hostname"));
        }

        @McpTool
        Map<Object, Integer> hiddenFileAsKey() {
            return Map.of(new File("/etc/hostname"), 1);
        }

        record Report(String a) {}

        @McpTool(outputType = Report.class)
        CallToolResult hiddenFileInResultWithASchema() {
            return CallToolResult.structured(Map.of("a", new File("/etc/hostname")));
        }

        @McpTool(outputType = Report.class)
        Object hiddenFileInObjectWithASchema() {
            return Map.of("a", new File("/etc/hostname"));
        }

        @McpTool(structured = McpTool.Structured.NEVER)
        Serializable hiddenFileAsText() {
            return new File("/etc/hostname");
        }

        @McpTool
        Iterable<Object> hiddenFileInIterable() {
            return List.of(new File("/etc/hostname"));
        }

        @McpTool
        CallToolResult hiddenFileInResult() {
            return CallToolResult.structured(Map.of("a", new File("/etc/hostname")));
        }

        @McpTool
        Object hiddenFunction() {
            return List.of((Supplier<String>) () -> "a");
        }

        @McpTool
        Object hiddenFailure() {
            return new IllegalStateException("/etc/hostname");
        }

        record Reply<T>(T value, @JsonAnyGetter Map<String, Object> others) {}

        @McpTool
        Reply<?> hiddenFailureInMember() {
            return new Reply<>(new IllegalStateException("/etc/hostname"), Map.of());
        }

        @McpTool
        Reply<Serializable> hiddenFileInMember() {
            return new Reply<>(new File("/etc/hostname"), Map.of());
        }

        @McpTool
        Object hiddenStreamInOtherMember() {
            return new Reply<>(1, Map.of("a", new ByteArrayInputStream(new byte[0])));
        }

        @McpTool
        Map<String, Object> hiddenFailureInEntryOfMember() {
            return Map.of("a", new Reply<>(Optional.of(Map.of("b", new IOException("/etc/hostname"))), Map.of()));
        }

        @McpTool
        Flux<Object> hiddenFileInMemberOfElement() {
            return Flux.just(new Reply<>(List.of(new File("/etc/hostname").toPath()), Map.of()));
        }

        @McpTool
        Object hiddenFailureInTree() {
            return JsonNodeFactory.instance.objectNode().putPOJO("a", new IOException("/etc/hostname"));
        }

        @McpTool
        Object hiddenFuture() {
            return new FutureTask<>(() -> "a");
        }
    }

    private final TestServer server = TestServer.shared(Tools.class);

    @EveryRevision
    void eachImageIsABlock(ProtocolVersion version) {
        McpTestClient client = server.client(version);
        for (String tool : List.of("images", "imageArray", "imageFlux")) {
            JsonNode content = client.call(tool).result().get("content");
            assertThat(content).as(tool).hasSize(2).allSatisfy(block -> {
                assertThat(block.get("type").stringValue()).isEqualTo("image");
                assertThat(block.get("mimeType").stringValue()).isEqualTo("image/png");
            });
        }
        assertContent(client.call("noImages"), "[]");
    }

    @EveryRevision
    void eachByteArrayIsABlock(ProtocolVersion version) {
        McpTestClient client = server.client(version);
        for (String tool : List.of("bytes", "byteArrays", "byteFlux", "buffers")) {
            JsonNode content = client.call(tool).result().get("content");
            assertThat(content).as(tool).hasSize(2).allSatisfy(block -> {
                assertThat(block.get("type").stringValue()).isEqualTo("resource");
                assertThat(block.at("/resource/mimeType").stringValue()).isEqualTo("application/pdf");
            });
        }
    }

    @EveryRevision
    void eachResourceIsABlock(ProtocolVersion version) {
        String block = """
                {"type": "resource",
                 "resource": {"uri": "resource:///rows.csv", "mimeType": "text/csv", "text": "a,b"}}""";
        assertContent(server.client(version).call("resources"), "[" + block + "," + block + "]");
        for (String tool : List.of("optionalResources", "listOfOptionalResources", "undeclaredOptionalResources")) {
            assertContent(server.client(version).call(tool), "[" + block + "]");
        }
    }

    @EveryRevision
    void mixedElementsKeepTheirOrder(ProtocolVersion version) {
        McpTestClient client = server.client(version);
        for (String tool : List.of("mixed", "mixedArray", "hidden", "mixedFlux", "mixedAsText")) {
            Answer answer = client.call(tool);
            JsonNode content = answer.result().get("content");
            assertThat(content.valueStream().map(block -> block.get("type").stringValue()))
                    .as(tool)
                    .containsExactly("text", "image", "text", "text", "text", "resource");
            assertThat(content.valueStream()
                            .filter(block -> block.has("text"))
                            .map(block -> block.get("text").stringValue()))
                    .containsExactly("text", "block", "{\"x\":1,\"y\":2}", "7");
            assertThat(answer.result().has("structuredContent")).isFalse();
            assertThat(listed(client, tool).has("outputSchema")).isFalse();
        }
    }

    @EveryRevision
    void elementsWithoutContentAreData(ProtocolVersion version) {
        McpTestClient client = server.client(version);
        Answer answer = client.call("data");
        assertThat(answer.contentText()).isEqualTo("[\"a\",1,null,{\"b\":true}]");
        assertThat(answer.result().has("structuredContent")).isEqualTo(version != ProtocolVersion.V2025_03_26);
        assertThat(client.call("noData").contentText()).isEqualTo("[]");
    }

    @EveryRevision
    void aNullElementIsOmitted(ProtocolVersion version) {
        Answer answer = server.client(version).call("missingImage");
        assertThat(answer.isToolError()).as(answer.text()).isFalse();
        assertThat(answer.result().get("content").valueStream())
                .extracting(block -> block.get("type").stringValue())
                .containsExactly("image");
    }

    @EveryRevision
    void anUnwritableValueOfAnUndeclaredTypeIsAnError(ProtocolVersion version) {
        McpTestClient client = server.client(version);
        for (String tool : List.of(
                "hiddenFile",
                "hiddenFiles",
                "hiddenOptionalFile",
                "hiddenFileInList",
                "hiddenFileInMap",
                "hiddenFileInEntries",
                "hiddenFileInRows",
                "hiddenFilesUnderASchema",
                "hiddenFileAsKey",
                "hiddenFileInResultWithASchema",
                "hiddenFileInObjectWithASchema",
                "hiddenFailureInMember",
                "hiddenFileInMember",
                "hiddenStreamInOtherMember",
                "hiddenFailureInEntryOfMember",
                "hiddenFileInMemberOfElement",
                "hiddenFailureInTree",
                "hiddenFileAsText",
                "hiddenFileInIterable",
                "hiddenFileInResult",
                "hiddenFunction",
                "hiddenFailure",
                "hiddenFuture")) {
            assertNeutralError(client.call(tool), tool);
        }
    }
}
