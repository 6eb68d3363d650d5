package io.mcpspring.contract.asking;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.annotation.McpTool;
import io.mcpspring.exchange.McpExchange;
import io.mcpspring.exchange.ReactiveMcpExchange;
import io.mcpspring.protocol.AudioContent;
import io.mcpspring.protocol.Content;
import io.mcpspring.protocol.CreateMessageRequest;
import io.mcpspring.protocol.CreateMessageResult;
import io.mcpspring.protocol.ImageContent;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.protocol.Role;
import io.mcpspring.protocol.SamplingMessage;
import io.mcpspring.protocol.SamplingMessageContentBlock;
import io.mcpspring.protocol.TextContent;
import io.mcpspring.protocol.Tool;
import io.mcpspring.protocol.ToolChoice;
import io.mcpspring.protocol.ToolResultContent;
import io.mcpspring.protocol.ToolUseContent;
import io.mcpspring.support.Dialogue;
import io.mcpspring.support.EveryRevision;
import io.mcpspring.support.McpTestClient;
import io.mcpspring.support.Revisions;
import io.mcpspring.support.TestServer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** A tool asks the client for sampling and for its roots. */
@ExtendWith(OutputCaptureExtension.class)
class SamplingTests {

    private static final byte[] BYTES = "bytes".getBytes(StandardCharsets.UTF_8);

    static class Tools {

        @McpTool
        String ask(McpExchange exchange) {
            return describe(exchange.sample(CreateMessageRequest.of("Hi", 10)
                    .withSystemPrompt("Be kind")
                    .withTemperature(0.5)
                    .withStopSequences("stop", "end")));
        }

        @McpTool
        Mono<String> askReactive(ReactiveMcpExchange exchange) {
            return exchange.sample(CreateMessageRequest.of("Hi", 10)).map(Tools::describe);
        }

        @McpTool
        String show(McpExchange exchange) {
            return describe(exchange.sample(CreateMessageRequest.of(
                    List.of(
                            new SamplingMessage(Role.USER, List.of(Content.image(BYTES, "image/png"))),
                            new SamplingMessage(Role.ASSISTANT, List.of(Content.audio(BYTES, "audio/wav")))),
                    10)));
        }

        @McpTool
        String showTwo(McpExchange exchange) {
            return describe(exchange.sample(CreateMessageRequest.of(
                    List.of(new SamplingMessage(Role.USER, List.of(Content.text("a"), Content.text("b")))), 10)));
        }

        @McpTool
        String useTools(McpExchange exchange) {
            Tool weather = Tool.of(
                    "weather", null, JsonMapper.shared().createObjectNode().put("type", "object"));
            List<SamplingMessage> messages = new ArrayList<>(List.of(SamplingMessage.user("Weather?")));
            CreateMessageResult answer = exchange.sample(
                    CreateMessageRequest.of(messages, 10).withTools(List.of(weather), ToolChoice.Mode.REQUIRED));
            messages.add(new SamplingMessage(answer.role(), answer.content()));
            messages.add(new SamplingMessage(
                    Role.USER,
                    answer.content().stream()
                            .filter(ToolUseContent.class::isInstance)
                            .map(ToolUseContent.class::cast)
                            .<SamplingMessageContentBlock>map(call -> ToolResultContent.of(
                                    call.id(), Content.text(call.name() + call.input() + " is fine")))
                            .toList()));
            return describe(exchange.sample(
                    CreateMessageRequest.of(messages, 10).withTools(List.of(weather), ToolChoice.Mode.NONE)));
        }

        @McpTool
        String roots(McpExchange exchange) {
            return exchange.roots().stream()
                    .map(root -> root.uri() + " " + root.name())
                    .collect(Collectors.joining(", "));
        }

        private static String describe(CreateMessageResult result) {
            return result.role() + " " + result.model() + " " + result.stopReason() + ": "
                    + result.content().stream().map(Tools::describe).collect(Collectors.joining(", "));
        }

        private static String describe(SamplingMessageContentBlock block) {
            if (block instanceof TextContent text) {
                return text.text();
            }
            if (block instanceof ImageContent image) {
                return image.mimeType() + " " + image.data().length;
            }
            if (block instanceof AudioContent audio) {
                return audio.mimeType() + " " + audio.data().length;
            }
            return block instanceof ToolUseContent call ? call.name() : "?";
        }
    }

    private static final TestServer SERVER = TestServer.shared(Tools.class);

    private static McpTestClient client(ProtocolVersion version) {
        return SERVER.clientWith(version, Dialogue.EVERYTHING);
    }

    private static String says(String content) {
        return "{\"role\": \"assistant\", \"model\": \"m\", \"stopReason\": \"endTurn\", \"content\": " + content + "}";
    }

    @EveryRevision
    void theSamplingRequestHasAllParameters(ProtocolVersion version) {
        Dialogue dialogue = Dialogue.of(client(version), "ask", says("{\"type\": \"text\", \"text\": \"Hello\"}"));
        assertThat(dialogue.text()).isEqualTo("ASSISTANT m endTurn: Hello");
        JsonNode params = dialogue.questions().get(0).get("params");
        assertThat(dialogue.questions().get(0).get("method").stringValue()).isEqualTo("sampling/createMessage");
        assertThat(params).hasToString("""
                {"messages":[{"role":"user","content":{"type":"text","text":"Hi"}}],"maxTokens":10,\
                "systemPrompt":"Be kind","temperature":0.5,"stopSequences":["stop","end"]}""");
        assertThat(Dialogue.of(
                                client(version),
                                "askReactive",
                                "{\"role\": \"user\", \"model\": \"m\", \"content\": {\"type\": \"text\", \"text\": \"\"}, \"x\": 1}")
                        .text())
                .isEqualTo("USER m null: ");
    }

    @EveryRevision
    void imagesAndAudioAreSentAndReceived(ProtocolVersion version) {
        Dialogue image = Dialogue.of(
                client(version),
                "show",
                says("{\"type\": \"image\", \"data\": \"Ynl0ZXM=\", \"mimeType\": \"image/gif\"}"));
        assertThat(image.text()).isEqualTo("ASSISTANT m endTurn: image/gif 5");
        JsonNode messages = image.questions().get(0).at("/params/messages");
        assertThat(messages.at("/0/content/data").stringValue()).isEqualTo("Ynl0ZXM=");
        assertThat(messages.at("/1/content/type").stringValue()).isEqualTo("audio");
        assertThat(Dialogue.of(
                                client(version),
                                "show",
                                says("{\"type\": \"audio\", \"data\": \"Ynl0ZXM=\", \"mimeType\": \"audio/wav\"}"))
                        .text())
                .isEqualTo("ASSISTANT m endTurn: audio/wav 5");
    }

    @EveryRevision
    void severalBlocksRequireARevisionThatSupportsThem(ProtocolVersion version) {
        if (version.isAtLeast(ProtocolVersion.V2025_11_25)) {
            Dialogue dialogue = Dialogue.of(
                    client(version),
                    "showTwo",
                    says("[{\"type\": \"text\", \"text\": \"a\"}, {\"type\": \"text\", \"text\": \"b\"}]"));
            assertThat(dialogue.text()).isEqualTo("ASSISTANT m endTurn: a, b");
            assertThat(dialogue.questions().get(0).at("/params/messages/0/content"))
                    .hasSize(2);
        } else {
            assertThat(client(version).call("showTwo").contentText())
                    .isEqualTo("Revision " + version + " requires exactly one content block in each sampling message");
        }
    }

    @EveryRevision(since = ProtocolVersion.V2025_11_25)
    void theModelCallsToolsAndGetsTheirResults(ProtocolVersion version) {
        Dialogue dialogue = Dialogue.of(
                client(version),
                "useTools",
                "{\"role\": \"assistant\", \"model\": \"m\", \"stopReason\": \"toolUse\", \"content\": ["
                        + "{\"type\": \"tool_use\", \"id\": \"1\", \"name\": \"weather\","
                        + " \"input\": {\"in\": \"Oslo\"}},"
                        + "{\"type\": \"tool_use\", \"id\": \"2\", \"name\": \"weather\", \"input\": {}}]}",
                says("[{\"type\": \"text\", \"text\": \"Fine\"}]"));
        assertThat(dialogue.text()).isEqualTo("ASSISTANT m endTurn: Fine");
        assertThat(dialogue.questions().get(0).at("/params/toolChoice/mode").stringValue())
                .isEqualTo("required");
        assertThat(dialogue.questions().get(0).at("/params/tools/0/name").stringValue())
                .isEqualTo("weather");
        JsonNode results = dialogue.questions().get(1).at("/params/messages/2/content");
        assertThat(results).hasSize(2);
        assertThat(results.at("/0/toolUseId").stringValue()).isEqualTo("1");
        assertThat(results.at("/0/content/0/text").stringValue()).isEqualTo("weather{\"in\":\"Oslo\"} is fine");
        Dialogue single = Dialogue.of(
                client(version),
                "useTools",
                says("{\"type\": \"tool_use\", \"id\": \"1\", \"name\": \"weather\", \"input\": {}}"),
                says("[]"));
        assertThat(single.questions()
                        .get(1)
                        .at("/params/messages/2/content/type")
                        .stringValue())
                .isEqualTo("tool_result");
    }

    @EveryRevision
    void theClientReturnsItsRoots(ProtocolVersion version) {
        Dialogue dialogue = Dialogue.of(
                client(version),
                "roots",
                "{\"roots\": [{\"uri\": \"file:///home/a%20b\", \"name\": \"Home\"},"
                        + " {\"uri\": \"file:///c\"}], \"x\": 1}");
        assertThat(dialogue.text()).isEqualTo("file:///home/a%20b Home, file:///c null");
        assertThat(dialogue.questions().get(0).get("method").stringValue()).isEqualTo("roots/list");
        assertThat(Dialogue.of(client(version), "roots", "{\"roots\": []}").text())
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "file:///home/my project,       file:///home/my%20project",
        "file:///home/100%/[a]#b?c,     file:///home/100%25/%5Ba%5D%23b%3Fc",
        "file:///home/%61/b,            file:///home/%61/b",
        "/home/my project,              file:///home/my%20project",
        "file://d:\\dev\\my project,    file:///d:/dev/my%20project",
        "C:\\Users\\Ada,                file:///C:/Users/Ada",
        "C:/Users/Ada,                  file:///C:/Users/Ada",
        "/,                             file:///"
    })
    void aRootMayBeAPathThatIsNotEncoded(String given, String expected) {
        ObjectNode answer = JsonMapper.shared().createObjectNode();
        answer.putArray("roots").addObject().put("uri", given);
        Revisions.every()
                .forEach(version -> assertThat(Dialogue.of(client(version), "roots", answer.toString())
                                .text())
                        .isEqualTo(expected + " null"));
    }

    @EveryRevision
    void anInvalidAnswerIsRefused(ProtocolVersion version, CapturedOutput log) {
        for (String answer : List.of(
                "{}",
                "{\"role\": \"assistant\", \"model\": \"m\"}",
                says("null"),
                says("7"),
                says("\"x\""),
                says("[7]"),
                says("{}"),
                says("{\"type\": \"text\"}"),
                says("{\"type\": \"text\", \"text\": 7}"),
                says("{\"type\": \"video\", \"text\": \"x\"}"),
                says("{\"type\": \"image\", \"mimeType\": \"image/png\"}"),
                says("{\"type\": \"image\", \"mimeType\": \"image/png\", \"data\": \"?!\"}"),
                says("{\"type\": \"image\", \"mimeType\": \"image/png\", \"data\": {}}"),
                says("{\"type\": \"audio\", \"data\": \"Ynl0ZXM=\"}"),
                says("{\"type\": \"tool_use\", \"id\": \"1\", \"name\": \"x\"}"),
                says("{\"type\": \"tool_use\", \"id\": \"1\", \"name\": \"x\", \"input\": []}"),
                says("[]").replace("assistant", "system"),
                says("[]").replace("\"m\"", "7"),
                says("[]").replace("model", "models"))) {
            assertUnusable(Dialogue.of(client(version), "ask", answer), version);
        }
        for (String answer : List.of(
                "{}",
                "{\"roots\": {}}",
                "{\"roots\": [7]}",
                "{\"roots\": [{}]}",
                "{\"roots\": [{\"uri\": 7}]}",
                "{\"roots\": [{\"uri\": \"\"}]}",
                "{\"roots\": [{\"uri\": \"::\"}]}",
                "{\"roots\": [{\"uri\": \"https://example.com\"}]}",
                "{\"roots\": [{\"uri\": \"file://\"}]}",
                "{\"roots\": [{\"uri\": \"etc\"}]}")) {
            assertUnusable(Dialogue.of(client(version), "roots", answer), version);
        }
        assertThat(log).doesNotContain("ERROR");
    }

    private static void assertUnusable(Dialogue dialogue, ProtocolVersion version) {
        if (version.isModern()) {
            assertThat(dialogue.response().at("/error/code").intValue(0))
                    .as(dialogue.text())
                    .isEqualTo(-32602);
            assertThat(dialogue.response().at("/error/message").stringValue()).startsWith("'inputResponses.q1': ");
        } else {
            assertThat(dialogue.isToolError()).as(dialogue.text()).isTrue();
            assertThat(dialogue.text()).startsWith("The client's answer cannot be used: ");
        }
    }
}
