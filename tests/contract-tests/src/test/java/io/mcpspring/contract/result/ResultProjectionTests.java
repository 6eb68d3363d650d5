package io.mcpspring.contract.result;

import static io.mcpspring.support.ResultChecks.assertContent;

import io.mcpspring.annotation.McpTool;
import io.mcpspring.protocol.Annotations;
import io.mcpspring.protocol.Content;
import io.mcpspring.protocol.EmbeddedResource;
import io.mcpspring.protocol.Icon;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.protocol.ResourceContents;
import io.mcpspring.protocol.ResourceLink;
import io.mcpspring.protocol.Role;
import io.mcpspring.support.EveryRevision;
import io.mcpspring.support.TestServer;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Annotations and {@code _meta} of content blocks, adapted to each revision. */
class ResultProjectionTests {

    private static final byte[] BYTES = {1, 2, 3};

    static class Tools {

        private static Content annotated(Content content) {
            return content.withAnnotations(Annotations.forAudience(Role.USER, Role.ASSISTANT)
                            .withPriority(0.4)
                            .withLastModified(Instant.parse("2026-01-31T13:45:00Z")))
                    .withMeta(Map.of("shelf", 7));
        }

        @McpTool
        List<Content> annotated() {
            return List.of(
                    annotated(Content.text("hello")),
                    annotated(Content.image(BYTES, "image/png")),
                    annotated(Content.audio(BYTES, "audio/wav")),
                    annotated(new EmbeddedResource(
                            new ResourceContents.Text("orders://17", "text/plain", "Order 17", Map.of("row", 3)),
                            null,
                            null)));
        }

        @McpTool
        Content annotatedLink() {
            return annotated(Content.link(URI.create("orders://17/label.pdf"), "label.pdf"));
        }

        @McpTool
        Content partlyAnnotated() {
            return Content.text("hello").withAnnotations(Annotations.forAudience(Role.USER));
        }

        @McpTool
        Content fullLink() {
            return new ResourceLink(
                    "orders://17/label.pdf",
                    "label.pdf",
                    "Label",
                    "What goes on the parcel",
                    "application/pdf",
                    2048L,
                    null,
                    List.of(new Icon("https://example.com/i.png", null, List.of(), null)),
                    null);
        }
    }

    private static final String ANNOTATIONS = """
            {"audience": ["user", "assistant"], "priority": 0.4, "lastModified": "2026-01-31T13:45:00Z"}""";

    private static final String OLD_ANNOTATIONS = """
            {"audience": ["user", "assistant"], "priority": 0.4}""";

    private final TestServer server = TestServer.shared(Tools.class);

    @EveryRevision(since = ProtocolVersion.V2025_06_18)
    void blocksHaveAnnotationsAndMeta(ProtocolVersion version) {
        String extra = "\"annotations\": " + ANNOTATIONS + ", \"_meta\": {\"shelf\": 7}";
        assertContent(server.client(version).call("annotated"), """
                [{"type": "text", "text": "hello", %1$s},
                 {"type": "image", "data": "AQID", "mimeType": "image/png", %1$s},
                 {"type": "audio", "data": "AQID", "mimeType": "audio/wav", %1$s},
                 {"type": "resource", "resource": {"uri": "orders://17", "mimeType": "text/plain", "text": "Order 17",
                  "_meta": {"row": 3}}, %1$s}]
                """.formatted(extra));
    }

    @ParameterizedTest
    @EnumSource(names = "V2025_03_26")
    void theOldestRevisionHasNoMetaOfBlocksAndNoDate(ProtocolVersion version) {
        String extra = "\"annotations\": " + OLD_ANNOTATIONS;
        assertContent(server.client(version).call("annotated"), """
                [{"type": "text", "text": "hello", %1$s},
                 {"type": "image", "data": "AQID", "mimeType": "image/png", %1$s},
                 {"type": "audio", "data": "AQID", "mimeType": "audio/wav", %1$s},
                 {"type": "resource", "resource": {"uri": "orders://17", "mimeType": "text/plain", "text": "Order 17"},
                  %1$s}]
                """.formatted(extra));
    }

    @EveryRevision
    void aLinkIsTextInTheOldestRevision(ProtocolVersion version) {
        assertContent(
                server.client(version).call("annotatedLink"),
                version == ProtocolVersion.V2025_03_26
                        ? "[{\"type\": \"text\", \"text\": \"label.pdf: orders://17/label.pdf\", \"annotations\": %s}]"
                                .formatted(OLD_ANNOTATIONS)
                        : """
                [{"type": "resource_link", "uri": "orders://17/label.pdf", "name": "label.pdf", "annotations": %s,
                  "_meta": {"shelf": 7}}]
                """.formatted(ANNOTATIONS));
    }

    @EveryRevision
    void emptyAnnotationsAreNotSent(ProtocolVersion version) {
        assertContent(server.client(version).call("partlyAnnotated"), """
                [{"type": "text", "text": "hello", "annotations": {"audience": ["user"]}}]
                """);
    }

    @EveryRevision(since = ProtocolVersion.V2025_06_18)
    void aLinkHasIconsFrom20251125On(ProtocolVersion version) {
        String icons = version.isAtLeast(ProtocolVersion.V2025_11_25)
                ? ", \"icons\": [{\"src\": \"https://example.com/i.png\"}]"
                : "";
        assertContent(server.client(version).call("fullLink"), """
                [{"type": "resource_link", "uri": "orders://17/label.pdf", "name": "label.pdf", "title": "Label",
                  "description": "What goes on the parcel", "mimeType": "application/pdf", "size": 2048%s}]
                """.formatted(icons));
    }
}
