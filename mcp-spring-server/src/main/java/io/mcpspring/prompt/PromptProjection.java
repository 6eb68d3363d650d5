package io.mcpspring.prompt;

import io.mcpspring.content.ContentProjection;
import io.mcpspring.protocol.GetPromptResult;
import io.mcpspring.protocol.Prompt;
import io.mcpspring.protocol.PromptArgument;
import io.mcpspring.protocol.PromptMessage;
import io.mcpspring.protocol.ProtocolVersion;
import java.util.List;

/** Prompts and their results as a revision has them: members that the revision lacks are left out. */
final class PromptProjection {

    private PromptProjection() {}

    static Prompt of(Prompt prompt, ProtocolVersion version) {
        boolean titles = version.hasTitles();
        return new Prompt(
                prompt.name(),
                titles ? prompt.title() : null,
                prompt.description(),
                titles ? prompt.arguments() : withoutTitles(prompt.arguments()),
                version.hasIcons() ? prompt.icons() : List.of(),
                titles ? prompt.meta() : null);
    }

    private static List<PromptArgument> withoutTitles(List<PromptArgument> arguments) {
        return arguments.stream()
                .map(argument -> new PromptArgument(argument.name(), null, argument.description(), argument.required()))
                .toList();
    }

    static GetPromptResult of(GetPromptResult result, ProtocolVersion version) {
        List<PromptMessage> messages = result.messages().stream()
                .map(message -> new PromptMessage(message.role(), ContentProjection.of(message.content(), version)))
                .toList();
        return new GetPromptResult(result.description(), messages, result.meta());
    }
}
