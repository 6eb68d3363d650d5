package io.mcpspring.contract.output;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import io.mcpspring.annotation.McpPrompt;
import io.mcpspring.annotation.McpResource;
import io.mcpspring.annotation.McpTool;
import io.mcpspring.method.McpInterceptor;
import io.mcpspring.protocol.CallToolResult;
import io.mcpspring.protocol.Content;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.protocol.ResourceLink;
import io.mcpspring.resource.McpResourceDefinition;
import io.mcpspring.support.Answer;
import io.mcpspring.support.EveryRevision;
import io.mcpspring.support.RecordedLog;
import io.mcpspring.support.TestServer;
import io.mcpspring.tool.McpToolDefinition;
import java.net.URI;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.Bean;
import org.springframework.util.unit.DataSize;
import reactor.core.publisher.Mono;

/** Results that are too large are refused, or their texts are cut. */
class ResultSizeTests {

    private static final int MEGABYTE = 1024 * 1024;

    record Text(String text) {}

    static class Entries {

        @McpTool
        String text(int size) {
            return "x".repeat(size);
        }

        @McpTool
        Mono<Text> structured(int size) {
            return Mono.just(new Text("x".repeat(size)));
        }

        @McpTool
        byte[] binary(int size) {
            return new byte[size];
        }

        @McpTool(maxTextSize = "2KB", maxBinarySize = "3KB")
        CallToolResult own(int text, int binary) {
            return CallToolResult.of(Content.text("x".repeat(text)), Content.image(new byte[binary], "image/png"));
        }

        @McpTool(maxTextSize = "${none:16B}", cutText = true)
        CallToolResult cut() {
            return CallToolResult.of(
                    Content.text("1234"),
                    Content.link(URI.create("a://a"), "a"),
                    Content.text("\u20AC\uD83D\uDE00\uD83D\uDE00"),
                    Content.text("not sent"),
                    Content.image(new byte[3], "image/png"));
        }

        @McpTool(maxTextSize = "1KB", cutText = true)
        CallToolResult cutWithLink() {
            return CallToolResult.of(
                    Content.link(URI.create("a://a"), "x".repeat(1000)), Content.text("y".repeat(1000)));
        }

        @McpTool(maxTextSize = "10B", cutText = true)
        Text cutStructured() {
            return new Text("x".repeat(10));
        }

        @McpTool(maxTextSize = "10B", cutText = true)
        Content cutDocument() {
            return Content.resource(URI.create("a://a"), "text/plain", "x".repeat(11));
        }

        @Bean
        McpToolDefinition defined() {
            return McpToolDefinition.named("defined")
                    .maxTextSize(DataSize.ofBytes(3))
                    .maxBinarySize(DataSize.ofBytes(3))
                    .cutText(true)
                    .call((arguments, exchange) -> "12345")
                    .build();
        }

        @McpTool
        String intercepted() {
            return "";
        }

        @Bean
        static McpInterceptor enlarging() {
            return (invocation, chain) -> invocation.name().equals("intercepted")
                    ? Mono.just(CallToolResult.structured(Map.of("a", "x".repeat(MEGABYTE))))
                    : chain.proceed(invocation);
        }

        @McpTool
        ResourceLink link() {
            return new ResourceLink("a://a", "x".repeat(MEGABYTE), null, null, null, null, null, List.of(), null);
        }

        @McpResource(uri = "text://{size}")
        String read(int size) {
            return "x".repeat(size);
        }

        @McpResource(uri = "own://{size}", maxSize = "2KB")
        byte[] readOwn(int size) {
            return new byte[size];
        }

        @Bean
        McpResourceDefinition definedResource() {
            return McpResourceDefinition.at("defined://a")
                    .maxSize(DataSize.ofBytes(3))
                    .read((request, exchange) -> "1234")
                    .build();
        }

        @McpPrompt
        String prompt(int size) {
            return "x".repeat(size);
        }
    }

    private static final TestServer SERVER = TestServer.shared(Entries.class);

    private static final TestServer CUTTING = TestServer.shared(
            Entries.class,
            "mcp.server.limits.max-text-size=1KB",
            "mcp.server.limits.cut-text=true",
            "mcp.server.resources.max-size=4KB");

    private static String size(int size) {
        return "{\"size\": " + size + "}";
    }

    private static void assertRefused(Answer answer, String text) {
        assertThat(answer.isToolError()).isTrue();
        assertThat(answer.contentText()).isEqualTo(text);
        assertThat(answer.result().get("content")).hasSize(1);
        assertThat(answer.result().has("structuredContent")).isFalse();
    }

    private static String tooMuchText(String tool, int size, int limit) {
        return "Tool '" + tool + "' returned " + size + " bytes of text, but at most " + limit + " are allowed. Ask for"
                + " less, for instance with a narrower filter or for a smaller page.";
    }

    @EveryRevision
    void aTextOfMoreThanAMegabyteIsRefused(ProtocolVersion version) {
        assertThat(SERVER.client(version).call("text", size(MEGABYTE)).contentText())
                .hasSize(MEGABYTE);
        assertRefused(
                SERVER.client(version).call("text", size(MEGABYTE + 1)), tooMuchText("text", MEGABYTE + 1, MEGABYTE));
    }

    @EveryRevision
    void structuredContentOfMoreThanAMegabyteIsRefused(ProtocolVersion version) {
        int frame = "{\"text\":\"\"}".length();
        assertThat(SERVER.client(version)
                        .call("structured", size(MEGABYTE - frame))
                        .isToolError())
                .isFalse();
        assertRefused(
                SERVER.client(version).call("structured", size(MEGABYTE - frame + 1)),
                tooMuchText("structured", MEGABYTE + 1, MEGABYTE));
    }

    @EveryRevision
    void binaryContentHasALimitOfItsOwn(ProtocolVersion version) {
        assertThat(SERVER.client(version).call("binary", size(2 * MEGABYTE)).isToolError())
                .isFalse();
        assertRefused(
                CUTTING.client(version).call("binary", size(4097)),
                "The content is larger than the 4096 bytes that are allowed"
                        + " (mcp.server.resources.max-size, or the limit of the entry).");
    }

    @EveryRevision
    void aToolMayHaveLimitsOfItsOwn(ProtocolVersion version) {
        assertThat(CUTTING.client(version)
                        .call("own", "{\"text\": 2048, \"binary\": 3072}")
                        .isToolError())
                .isFalse();
        assertRefused(
                SERVER.client(version).call("own", "{\"text\": 2049, \"binary\": 0}"), tooMuchText("own", 2049, 2048));
        assertRefused(
                SERVER.client(version).call("own", "{\"text\": 0, \"binary\": 3073}"),
                "The content is larger than the 3072 bytes that are allowed"
                        + " (mcp.server.resources.max-size, or the limit of the entry).");
    }

    @EveryRevision
    void textsAreCutAtAWholeCharacterWithANotice(ProtocolVersion version) {
        Answer answer = SERVER.client(version).call("cut");
        assertThat(answer.isToolError()).isFalse();
        assertThat(answer.result().get("content")).hasSize(4);
        assertThat(answer.contentText()).isEqualTo("1234");
        assertThat(answer.result().at("/content/2/text").stringValue())
                .isEqualTo("\u20AC\n[The text was cut: these are the first 10 of 23 bytes. To see more, ask for less at"
                        + " a time.]");
        assertThat(answer.result().at("/content/3/type").stringValue()).isEqualTo("image");
        assertThat(SERVER.client(version).call("defined").contentText()).startsWith("123\n[");
        assertThat(CUTTING.client(version).call("text", size(2000)).contentText())
                .startsWith("x".repeat(1024) + "\n[");
    }

    @EveryRevision
    void theTextsOfLinksLeaveLessForTheOthers(ProtocolVersion version) {
        assertThat(SERVER.client(version)
                        .call("cutWithLink")
                        .result()
                        .at("/content/1/text")
                        .stringValue())
                .startsWith("y".repeat(19) + "\n[The text was cut: these are the first 19 of 1000 bytes.");
    }

    @EveryRevision
    void structuredContentAndDocumentsAreNeverCut(ProtocolVersion version) {
        assertRefused(SERVER.client(version).call("cutStructured"), tooMuchText("cutStructured", 21, 10));
        assertRefused(SERVER.client(version).call("cutDocument"), tooMuchText("cutDocument", 11, 10));
    }

    @EveryRevision
    void theResultOfAnInterceptorIsLimited(ProtocolVersion version) {
        assertRefused(SERVER.client(version).call("intercepted"), tooMuchText("intercepted", MEGABYTE + 8, MEGABYTE));
    }

    @EveryRevision
    void theTextsOfLinksCount(ProtocolVersion version) {
        assertRefused(SERVER.client(version).call("link"), tooMuchText("link", MEGABYTE + 5, MEGABYTE));
    }

    @EveryRevision
    void resourcesAndPromptsThatAreTooLargeAreErrors(ProtocolVersion version) {
        assertError(read(CUTTING, version, "text://4097"), 4096);
        assertError(read(SERVER, version, "own://2049"), 2048);
        assertError(read(SERVER, version, "defined://a"), 3);
        assertError(
                CUTTING.client(version)
                        .request("prompts/get", "{\"name\": \"prompt\", \"arguments\": {\"size\": \"4097\"}}"),
                4096);
        assertThat(read(CUTTING, version, "text://4096")
                        .result()
                        .at("/contents/0/text")
                        .stringValue())
                .hasSize(4096);
        assertThat(read(CUTTING, version, "own://2048").json().has("result")).isTrue();
    }

    private static Answer read(TestServer server, ProtocolVersion version, String uri) {
        return server.client(version).request("resources/read", "{\"uri\": \"" + uri + "\"}");
    }

    private static void assertError(Answer answer, int limit) {
        assertThat(answer.errorCode()).isEqualTo(-32603);
        assertThat(answer.error().get("message").stringValue())
                .isEqualTo("The content is larger than the " + limit
                        + " bytes that are allowed (mcp.server.resources.max-size, or the limit of the entry)");
    }

    @Test
    @Tag("change")
    void largeTextsAreLoggedOnceForEachTool() {
        try (TestServer server = TestServer.start(Entries.class);
                RecordedLog log = new RecordedLog()) {
            for (int i = 0; i < 2; i++) {
                server.client(ProtocolVersion.newest()).call("text", size(100 * 1024));
                server.client(ProtocolVersion.newest()).call("text", size(100 * 1024 + 1));
                server.client(ProtocolVersion.newest()).call("text", size(MEGABYTE + 1));
                server.client(ProtocolVersion.newest()).call("cut");
                read(server, ProtocolVersion.newest(), "own://2049");
            }
            assertThat(log.lines(Level.WARN))
                    .containsExactly(
                            "Tool 'text' returned more text than mcp.server.limits.text-warning-size, which fills much"
                                    + " of the context of a language model (102401 bytes; logged once)",
                            "Tool 'text' returned more text than the limit, so it is refused; return less, or set"
                                    + " mcp.server.limits.max-text-size or the tool's maxTextSize (1048577 bytes; logged"
                                    + " once)",
                            "Tool 'cut' returned more text than the limit, so it is cut; return less, or set"
                                    + " mcp.server.limits.max-text-size or the tool's maxTextSize (29 bytes; logged"
                                    + " once)",
                            "Resource template 'own://{size}' returned more than mcp.server.resources.max-size or its own"
                                    + " limit, which is refused (2049 bytes; logged once)");
        }
    }
}
