package io.mcpspring.contract.interceptor;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import com.fasterxml.jackson.annotation.JsonRawValue;
import io.mcpspring.annotation.McpPrompt;
import io.mcpspring.annotation.McpResource;
import io.mcpspring.annotation.McpTool;
import io.mcpspring.method.McpInterceptor;
import io.mcpspring.method.McpInvocation;
import io.mcpspring.method.McpToolExceptionResolver;
import io.mcpspring.protocol.CallToolResult;
import io.mcpspring.protocol.Content;
import io.mcpspring.protocol.GetPromptResult;
import io.mcpspring.protocol.McpResult;
import io.mcpspring.protocol.PromptMessage;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.protocol.ReadResourceResult;
import io.mcpspring.support.Answer;
import io.mcpspring.support.EveryRevision;
import io.mcpspring.support.RecordedLog;
import io.mcpspring.support.TestServer;
import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.context.annotation.Bean;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** What an interceptor or a resolver returns is completed and checked like what a method returns. */
class InterceptedResultsTests {

    record Sum(int total) {}

    static class Application {

        @McpTool
        Sum typed(String manner) {
            if (manner.startsWith("throw")) {
                throw new IllegalStateException(manner);
            }
            return new Sum(1);
        }

        @McpTool
        String untyped(String manner) {
            return manner;
        }

        @McpResource(uri = "notes://first")
        String note() {
            return "first";
        }

        @McpPrompt
        String prompt(String manner) {
            return manner;
        }

        @Bean
        static McpInterceptor acting() {
            return (invocation, chain) -> {
                McpResult result = switch (invocation.kind()) {
                    case RESOURCE -> new ReadResourceResult(List.of(), null);
                    case PROMPT -> messages(manner(invocation));
                    default -> result(manner(invocation));
                };
                return result == null
                        ? chain.proceed(invocation).map(proceeded -> increased(manner(invocation), proceeded))
                        : Mono.just(result);
            };
        }

        private static String manner(McpInvocation invocation) {
            return invocation.arguments().get("manner").stringValue();
        }

        /** Reads the structured content of a result. */
        private static McpResult increased(String manner, McpResult result) {
            return switch (manner) {
                case "tree" -> {
                    ObjectNode tree = JsonMapper.shared().valueToTree(((CallToolResult) result).structuredContent());
                    yield CallToolResult.structured(new Sum(tree.get("total").intValue() + 1));
                }
                case "converted" -> {
                    Map<?, ?> map =
                            JsonMapper.shared().convertValue(((CallToolResult) result).structuredContent(), Map.class);
                    yield CallToolResult.structured(new Sum((int) map.get("total") + 1));
                }
                default -> result;
            };
        }

        private static McpResult messages(String manner) {
            return switch (manner) {
                case "hidden" -> GetPromptResult.of(PromptMessage.user("a\u200Bb"));
                case "large" -> GetPromptResult.of(PromptMessage.user("x".repeat(2048)));
                case "thrown" -> GetPromptResult.of(PromptMessage.user("two")).withMeta(Map.of("a", FAILURE));
                case "withoutRole" -> GetPromptResult.of(new PromptMessage(null, Content.text("two")));
                case "failing" -> GetPromptResult.of(PromptMessage.user("two")).withMeta(Map.of("a", new Failing()));
                default -> null;
            };
        }

        private static McpResult result(String manner) {
            return switch (manner) {
                case "text" -> CallToolResult.of(Content.text("two"));
                case "fitting" -> CallToolResult.structured(new Sum(2));
                case "map" ->
                    CallToolResult.builder()
                            .text("two")
                            .structuredContent(Map.of("total", 2))
                            .build();
                case "otherType" -> CallToolResult.structured(Map.of("total", "two"));
                case "missing" -> CallToolResult.structured(Map.of());
                case "list" -> CallToolResult.structured(List.of(1, 2));
                case "file" -> CallToolResult.structured(Map.of("total", new File("secret")));
                case "failing" -> CallToolResult.structured(new Failing());
                case "raw" -> CallToolResult.structured(new Raw(""));
                case "thrown" -> CallToolResult.of(Content.text("two")).withMeta(Map.of("a", FAILURE));
                case "path" -> CallToolResult.of(Content.text("two")).withMeta(Map.of("a", List.of(Path.of("secret"))));
                case "error" ->
                    CallToolResult.builder()
                            .text("not possible")
                            .structuredContent(Map.of("total", "two"))
                            .isError(true)
                            .build();
                default -> null;
            };
        }

        @Bean
        static McpToolExceptionResolver resolving() {
            return (failure, exchange) -> switch (String.valueOf(failure.getMessage())) {
                case "throwFitting" -> CallToolResult.structured(new Sum(3));
                case "throwOther" -> CallToolResult.structured(Map.of("total", "three"));
                case "throwText" -> CallToolResult.of(Content.text("three"));
                default -> null;
            };
        }
    }

    private static final Exception FAILURE = new IllegalStateException("secret");

    public record Raw(@JsonRawValue String json) {}

    public record Failing() {

        public int getTotal() {
            throw new IllegalStateException("secret");
        }
    }

    private static final TestServer SERVER = TestServer.shared(Application.class, "mcp.server.resources.max-size=1KB");

    @EveryRevision
    void aResultThatFitsTheSchemaIsCompleted(ProtocolVersion version) {
        assertTotal(call(version, "typed", "fitting"), 2, "{\"total\":2}", version);
        assertTotal(call(version, "typed", "map"), 2, "two", version);
        assertTotal(call(version, "typed", "throwFitting"), 3, "{\"total\":3}", version);
        assertTotal(call(version, "typed", "proceed"), 1, "{\"total\":1}", version);
        assertTotal(call(version, "typed", "tree"), 2, "{\"total\":2}", version);
        assertTotal(call(version, "typed", "converted"), 2, "{\"total\":2}", version);
    }

    private static void assertTotal(Answer answer, int total, String text, ProtocolVersion version) {
        assertThat(answer.contentText()).isEqualTo(text);
        JsonNode structured = answer.result().path("structuredContent");
        assertThat(structured.isMissingNode()).isEqualTo(version == ProtocolVersion.V2025_03_26);
        if (!structured.isMissingNode()) {
            assertThat(structured.get("total").intValue()).isEqualTo(total);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"text", "otherType", "missing", "list", "file", "failing", "throwOther", "throwText"})
    void aResultThatCannotBeSentIsLoggedAndAnsweredWithAnErrorId(String manner) {
        for (ProtocolVersion version : List.of(ProtocolVersion.V2025_11_25, ProtocolVersion.newest())) {
            try (RecordedLog log = new RecordedLog()) {
                Answer answer = call(version, "typed", manner);
                assertThat(answer.isToolError()).isTrue();
                assertThat(answer.contentText()).startsWith("Tool 'typed' failed unexpectedly.");
                assertThat(answer.text()).doesNotContain("structuredContent", "secret");
                assertThat(log.lines(Level.ERROR)).hasSize(1);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"raw", "thrown", "path"})
    void neitherBrokenJsonNorWhatShowsTheInsideIsSent(String manner) {
        for (ProtocolVersion version : List.of(ProtocolVersion.V2025_11_25, ProtocolVersion.newest())) {
            try (RecordedLog log = new RecordedLog()) {
                Answer answer = call(version, "untyped", manner);
                assertThat(answer.text()).contains("error").doesNotContain("two", "structuredContent", "secret");
                assertThat(log.lines(Level.ERROR)).hasSize(1);
            }
        }
    }

    @EveryRevision
    void anErrorHasNoStructuredContent(ProtocolVersion version) {
        Answer answer = call(version, "typed", "error");
        assertThat(answer.isToolError()).isTrue();
        assertThat(answer.contentText()).isEqualTo("not possible");
        assertThat(answer.result().has("structuredContent")).isFalse();
    }

    @EveryRevision
    void aListIsWrappedWhereStructuredContentIsAnObject(ProtocolVersion version) {
        Answer answer = call(version, "untyped", "list");
        assertThat(answer.contentText()).isEqualTo("[1,2]");
        String structured = answer.result().path("structuredContent").toString();
        assertThat(structured)
                .isEqualTo(
                        switch (version) {
                            case V2025_03_26 -> "";
                            case V2025_06_18, V2025_11_25 -> "{\"result\":[1,2]}";
                            default -> "[1,2]";
                        });
    }

    @EveryRevision
    void aResourceWithoutContentsDoesNotExist(ProtocolVersion version) {
        Answer answer = SERVER.client(version).request("resources/read", "{\"uri\": \"notes://first\"}");
        assertThat(answer.error().get("message").stringValue()).startsWith("No such resource");
    }

    @EveryRevision
    void aPromptLosesHiddenCharacters(ProtocolVersion version) {
        assertThat(prompt(version, "hidden")
                        .result()
                        .at("/messages/0/content/text")
                        .stringValue())
                .isEqualTo("ab");
    }

    @EveryRevision
    void aPromptThatIsTooLargeIsRefused(ProtocolVersion version) {
        assertThat(prompt(version, "large").error().get("message").stringValue())
                .startsWith("The content is larger than the 1024 bytes");
    }

    @ParameterizedTest
    @ValueSource(strings = {"failing", "thrown", "withoutRole"})
    void aPromptThatCannotBeSentIsLoggedAndAnsweredWithAnErrorId(String manner) {
        for (ProtocolVersion version : List.of(ProtocolVersion.V2025_11_25, ProtocolVersion.newest())) {
            try (RecordedLog log = new RecordedLog()) {
                Answer answer = prompt(version, manner);
                assertThat(answer.errorCode()).as(answer.text()).isEqualTo(-32603);
                assertThat(answer.error().get("message").stringValue()).startsWith("Internal error, reported as ");
                assertThat(answer.text()).doesNotContain("secret", "two");
                assertThat(log.lines(Level.ERROR)).hasSize(1);
            }
        }
    }

    private static Answer prompt(ProtocolVersion version, String manner) {
        return SERVER.client(version)
                .request("prompts/get", "{\"name\": \"prompt\", \"arguments\": {\"manner\": \"" + manner + "\"}}");
    }

    private static Answer call(ProtocolVersion version, String tool, String manner) {
        return SERVER.client(version).call(tool, "{\"manner\": \"" + manner + "\"}");
    }
}
