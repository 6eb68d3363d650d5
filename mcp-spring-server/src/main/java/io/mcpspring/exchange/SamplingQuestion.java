package io.mcpspring.exchange;

import io.mcpspring.protocol.AudioContent;
import io.mcpspring.protocol.ClientCapabilities.Feature;
import io.mcpspring.protocol.Content;
import io.mcpspring.protocol.CreateMessageRequest;
import io.mcpspring.protocol.CreateMessageResult;
import io.mcpspring.protocol.ImageContent;
import io.mcpspring.protocol.InputRequest;
import io.mcpspring.protocol.JsonValue;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.protocol.Role;
import io.mcpspring.protocol.SamplingMessageContentBlock;
import io.mcpspring.protocol.ToolResultContent;
import io.mcpspring.protocol.ToolUseContent;
import io.mcpspring.schema.Forms;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code sampling/createMessage}. */
record SamplingQuestion(CreateMessageRequest request) implements Question.Kind<CreateMessageResult> {

    /** Returns the features that a client must have declared. */
    static Feature[] needs(CreateMessageRequest request) {
        boolean tools = request.tools() != null
                || request.toolChoice() != null
                || request.messages().stream()
                        .flatMap(message -> message.content().stream())
                        .anyMatch(block -> block instanceof ToolUseContent || block instanceof ToolResultContent);
        return tools ? new Feature[] {Feature.SAMPLING, Feature.SAMPLING_TOOLS} : new Feature[] {Feature.SAMPLING};
    }

    @Override
    public InputRequest request(Forms forms, ProtocolVersion version) {
        if (!version.hasSamplingBlocks()
                && request.messages().stream()
                        .anyMatch(message -> message.content().size() != 1)) {
            throw new McpClientCapabilityException(
                    "Revision " + version + " requires exactly one content block in each sampling message");
        }
        return new InputRequest(
                "sampling/createMessage", (ObjectNode) JsonValue.of(request).tree());
    }

    @Override
    public CreateMessageResult read(JsonNode answer, Forms forms) {
        try {
            JsonNode content = answer.path("content");
            Stream<JsonNode> blocks = content.isArray() ? content.valueStream() : Stream.of(content);
            return new CreateMessageResult(
                    role(answer),
                    blocks.map(SamplingQuestion::block).toList(),
                    text(answer, "model"),
                    answer.path("stopReason").stringValue(null));
        } catch (JacksonException ex) {
            throw new Question.MalformedAnswer("a member has the wrong type");
        }
    }

    private static Role role(JsonNode answer) {
        return switch (text(answer, "role")) {
            case "assistant" -> Role.ASSISTANT;
            case "user" -> Role.USER;
            default -> throw new Question.MalformedAnswer("'role' must be assistant or user");
        };
    }

    private static SamplingMessageContentBlock block(JsonNode block) {
        return switch (block.path("type").asString("")) {
            case "text" -> Content.text(text(block, "text"));
            case "image" -> new ImageContent(block.path("data").binaryValue(), text(block, "mimeType"), null, null);
            case "audio" -> new AudioContent(block.path("data").binaryValue(), text(block, "mimeType"), null, null);
            case "tool_use" ->
                new ToolUseContent(
                        text(block, "id"),
                        text(block, "name"),
                        block.path("input").asObject(),
                        null);
            default -> throw new Question.MalformedAnswer("'content' must be text, image, audio or tool_use");
        };
    }

    private static String text(JsonNode json, String member) {
        String text = json.path(member).stringValue(null);
        if (text == null) {
            throw new Question.MalformedAnswer("'" + member + "' must be a string");
        }
        return text;
    }
}
