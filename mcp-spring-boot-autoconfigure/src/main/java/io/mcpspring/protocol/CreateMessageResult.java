package io.mcpspring.protocol;

import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What the client's language model answered.
 *
 * @param role who speaks, as a rule the assistant
 * @param content what it said
 * @param model the model that the client chose
 * @param stopReason why it stopped, for instance {@code endTurn}, {@code maxTokens} or {@code toolUse}
 */
public record CreateMessageResult(
        Role role,
        List<SamplingMessageContentBlock> content,
        String model,
        @Nullable String stopReason) {

    public CreateMessageResult {
        content = List.copyOf(content);
    }

    /** The text of the answer, without anything else in it. */
    public String text() {
        return content.stream()
                .filter(TextContent.class::isInstance)
                .map(block -> ((TextContent) block).text())
                .collect(Collectors.joining("\n"));
    }
}
