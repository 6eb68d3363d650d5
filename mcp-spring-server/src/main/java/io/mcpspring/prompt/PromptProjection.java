package io.mcpspring.prompt;

import io.mcpspring.content.ContentProjection;
import io.mcpspring.protocol.GetPromptResult;
import io.mcpspring.protocol.PromptMessage;
import io.mcpspring.protocol.ProtocolVersion;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/** Prompts and their results as a revision has them: members that the revision lacks are left out. */
final class PromptProjection {

    private PromptProjection() {}

    /** Adapts the definition of a prompt. */
    static void adapt(ObjectNode prompt, ProtocolVersion version) {
        if (!version.hasTitles()) {
            prompt.get("arguments").forEach(argument -> ((ObjectNode) argument).remove("title"));
        }
    }

    static GetPromptResult of(GetPromptResult result, ProtocolVersion version) {
        List<PromptMessage> messages = result.messages().stream()
                .map(message -> new PromptMessage(message.role(), ContentProjection.of(message.content(), version)))
                .toList();
        return new GetPromptResult(result.description(), messages, result.meta());
    }
}
