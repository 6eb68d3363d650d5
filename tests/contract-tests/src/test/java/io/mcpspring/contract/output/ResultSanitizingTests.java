package io.mcpspring.contract.output;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.annotation.McpPrompt;
import io.mcpspring.annotation.McpResource;
import io.mcpspring.annotation.McpTool;
import io.mcpspring.method.McpInterceptor;
import io.mcpspring.protocol.CallToolResult;
import io.mcpspring.protocol.Content;
import io.mcpspring.protocol.EmbeddedResource;
import io.mcpspring.protocol.GetPromptResult;
import io.mcpspring.protocol.PromptMessage;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.protocol.ResourceContents;
import io.mcpspring.protocol.ResourceLink;
import io.mcpspring.resource.McpResourceDefinition;
import io.mcpspring.support.Answer;
import io.mcpspring.support.EveryRevision;
import io.mcpspring.support.TestServer;
import io.mcpspring.tool.McpToolDefinition;
import io.mcpspring.tool.McpToolException;
import java.net.URI;
import java.util.List;
import java.util.Map;
import org.springframework.context.annotation.Bean;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Results of tools and prompts do not have characters that people do not see and models read, unless that is
 * configured.
 */
class ResultSanitizingTests {

    private static final String TAG = "\uDB40\uDC41";

    private static final String HIDDEN = "\u0000\u001B\u007F\u0085\u200B\u202A\u202E\u2060\u2064\uFEFF"
            + "\u00AD\u034F\u115F\u3164\uFFA0\u200D\u200F\uFE0F\uFE0F\uDB40\uDD00" + TAG;

    private static final String VISIBLE = "a\tb\r\nc\uFE0F \u200F\u05D0 \u2066d\u2069"
            + " \u0645\u06CC\u200C\u062E\u0648 \uD83D\uDC69\u200D\u2764\uFE0F \\u202E \"";

    private static final String DIRTY = HIDDEN + VISIBLE + HIDDEN;

    record Page(String title, List<Map<String, String>> lines) {}

    static class Entries {

        @McpTool
        String text() {
            return DIRTY;
        }

        @McpTool
        Mono<String> reactive() {
            return Mono.just(DIRTY);
        }

        @McpTool
        Page structured() {
            return new Page(DIRTY, List.of(Map.of("line" + HIDDEN, DIRTY)));
        }

        @McpTool
        CallToolResult twins() {
            return CallToolResult.builder()
                    .structuredContent(Map.of("list", List.of(Map.of("a", 1, "a\u200B", 2))))
                    .build();
        }

        @McpTool(structured = McpTool.Structured.ALWAYS)
        String value() {
            return DIRTY;
        }

        @McpTool
        CallToolResult complete() {
            return CallToolResult.builder()
                    .text(DIRTY)
                    .structuredContent(Map.of("a", DIRTY))
                    .build();
        }

        @McpTool
        List<Content> blocks() {
            return List.of(
                    Content.text("clean"),
                    new EmbeddedResource(
                            new ResourceContents.Text("a://" + HIDDEN + "a", "text/plain", DIRTY, null), null, null),
                    new ResourceLink("a://" + HIDDEN + "a", DIRTY, DIRTY, DIRTY, null, null, null, List.of(), null),
                    new EmbeddedResource(
                            new ResourceContents.Blob("a://" + HIDDEN + "a", "image/png", new byte[1], null),
                            null,
                            null));
        }

        @McpTool
        String failing() {
            throw new McpToolException(DIRTY);
        }

        @McpTool
        String intercepted() {
            return "never returned";
        }

        @Bean
        static McpInterceptor interceptor() {
            return (invocation, chain) -> invocation.name().equals("intercepted")
                    ? Mono.just(CallToolResult.builder()
                            .text(DIRTY)
                            .structuredContent(Map.of("a", DIRTY))
                            .build())
                    : chain.proceed(invocation);
        }

        @McpTool(sanitize = false)
        String raw() {
            return DIRTY;
        }

        @McpTool(sanitize = true)
        String always() {
            return DIRTY;
        }

        @Bean
        McpToolDefinition defined() {
            return McpToolDefinition.named("defined")
                    .sanitize(false)
                    .call((arguments, exchange) -> DIRTY)
                    .build();
        }

        @McpResource(uri = "a://raw")
        String resource() {
            return DIRTY;
        }

        @McpResource(uri = "a://clean", sanitize = true)
        String cleanResource() {
            return DIRTY;
        }

        @Bean
        McpResourceDefinition definedResource() {
            return McpResourceDefinition.at("a://defined")
                    .sanitize(true)
                    .read((request, exchange) -> DIRTY)
                    .build();
        }

        @McpPrompt
        GetPromptResult prompt() {
            return new GetPromptResult(
                    DIRTY,
                    List.of(
                            PromptMessage.user(DIRTY),
                            PromptMessage.assistant(Content.resource(URI.create("a://a"), "text/plain", DIRTY))));
        }
    }

    private static final TestServer SERVER = TestServer.shared(Entries.class);

    private static final TestServer REVERSED = TestServer.shared(
            Entries.class, "mcp.server.output.sanitize=false", "mcp.server.output.sanitize-resources=true");

    private static String text(TestServer server, ProtocolVersion version, String tool) {
        return server.client(version).call(tool).contentText();
    }

    private static String read(TestServer server, ProtocolVersion version, String uri) {
        return server.client(version)
                .request("resources/read", "{\"uri\": \"" + uri + "\"}")
                .result()
                .at("/contents/0/text")
                .stringValue();
    }

    @EveryRevision
    void noObjectHasTwoMembersOfOneName(ProtocolVersion version) {
        Answer answer = SERVER.client(version).call("twins");
        assertThat(answer.result().get("isError").booleanValue()).isTrue();
        assertThat(answer.contentText())
                .isEqualTo("Tool 'twins' returned members whose names differ only by invisible characters.");
        assertThat(REVERSED.client(ProtocolVersion.newest())
                        .call("twins")
                        .result()
                        .at("/structuredContent/list/0"))
                .hasSize(2);
    }

    @EveryRevision
    void textsLoseHiddenCharacters(ProtocolVersion version) {
        assertThat(text(SERVER, version, "text")).isEqualTo(VISIBLE);
        assertThat(text(SERVER, version, "reactive")).isEqualTo(VISIBLE);
        assertThat(text(SERVER, version, "failing")).isEqualTo(VISIBLE);
        assertThat(SERVER.client(version).call("failing").isToolError()).isTrue();
    }

    @EveryRevision
    void bothCopiesOfStructuredContentLoseThem(ProtocolVersion version) {
        JsonNode result = SERVER.client(version).call("structured").result();
        JsonNode copy =
                JsonMapper.shared().readTree(result.at("/content/0/text").stringValue());
        assertThat(copy.get("title").stringValue()).isEqualTo(VISIBLE);
        assertThat(copy.at("/lines/0/line").stringValue()).isEqualTo(VISIBLE);
        if (version.hasStructuredContent()) {
            assertThat(result.get("structuredContent")).isEqualTo(copy);
        }
    }

    @EveryRevision
    void aStructuredTextLosesThem(ProtocolVersion version) {
        JsonNode result = SERVER.client(version).call("value").result();
        assertThat(result.at("/content/0/text").stringValue()).isEqualTo(VISIBLE);
        if (version.hasAnyStructuredContent()) {
            assertThat(result.get("structuredContent").stringValue()).isEqualTo(VISIBLE);
        }
    }

    @EveryRevision
    void aResultThatTheToolMadeLosesThem(ProtocolVersion version) {
        JsonNode result = SERVER.client(version).call("complete").result();
        assertThat(result.at("/content/0/text").stringValue()).isEqualTo(VISIBLE);
        if (version.hasStructuredContent()) {
            assertThat(result.at("/structuredContent/a").stringValue()).isEqualTo(VISIBLE);
        }
    }

    @EveryRevision
    void theResultOfAnInterceptorLosesThem(ProtocolVersion version) {
        JsonNode result = SERVER.client(version).call("intercepted").result();
        assertThat(result.at("/content/0/text").stringValue()).isEqualTo(VISIBLE);
        if (version.hasStructuredContent()) {
            assertThat(result.at("/structuredContent/a").stringValue()).isEqualTo(VISIBLE);
        }
    }

    @EveryRevision
    void documentsAndLinksLoseThem(ProtocolVersion version) {
        JsonNode blocks = SERVER.client(version).call("blocks").result().get("content");
        assertThat(blocks.at("/1/resource/text").stringValue()).isEqualTo(VISIBLE);
        assertThat(blocks.at("/1/resource/uri").stringValue()).isEqualTo("a://a");
        assertThat(blocks.at("/3/resource/uri").stringValue()).isEqualTo("a://a");
        if (version.hasResourceLinks()) {
            assertThat(blocks.at("/2/name").stringValue()).isEqualTo(VISIBLE);
            assertThat(blocks.at("/2/title").stringValue()).isEqualTo(VISIBLE);
            assertThat(blocks.at("/2/description").stringValue()).isEqualTo(VISIBLE);
        } else {
            assertThat(blocks.at("/2/text").stringValue()).isEqualTo(VISIBLE + ": a://a");
        }
    }

    @EveryRevision
    void anEntryMayDecideForItself(ProtocolVersion version) {
        assertThat(text(SERVER, version, "raw")).isEqualTo(DIRTY);
        assertThat(text(SERVER, version, "defined")).isEqualTo(DIRTY);
        assertThat(text(REVERSED, version, "always")).isEqualTo(VISIBLE);
        assertThat(read(SERVER, version, "a://clean")).isEqualTo(VISIBLE);
        assertThat(read(SERVER, version, "a://defined")).isEqualTo(VISIBLE);
    }

    private static JsonNode prompt(TestServer server, ProtocolVersion version) {
        return server.client(version)
                .request("prompts/get", "{\"name\": \"prompt\"}")
                .result();
    }

    @EveryRevision
    void promptsLoseThem(ProtocolVersion version) {
        JsonNode result = prompt(SERVER, version);
        assertThat(result.get("description").stringValue()).isEqualTo(VISIBLE);
        assertThat(result.at("/messages/0/content/text").stringValue()).isEqualTo(VISIBLE);
        assertThat(result.at("/messages/1/content/resource/text").stringValue()).isEqualTo(VISIBLE);
    }

    @EveryRevision
    void resourcesStayUnchanged(ProtocolVersion version) {
        assertThat(read(SERVER, version, "a://raw")).isEqualTo(DIRTY);
    }

    @EveryRevision
    void propertiesDecideForAllOtherEntries(ProtocolVersion version) {
        assertThat(text(REVERSED, version, "text")).isEqualTo(DIRTY);
        assertThat(prompt(REVERSED, version).at("/messages/0/content/text").stringValue())
                .isEqualTo(DIRTY);
        assertThat(read(REVERSED, version, "a://raw")).isEqualTo(VISIBLE);
    }
}
