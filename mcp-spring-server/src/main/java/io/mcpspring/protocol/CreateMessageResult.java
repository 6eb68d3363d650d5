package io.mcpspring.protocol;

import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The answer of the client's language model ({@code sampling/createMessage}). Later revisions may add components: use
 * neither the canonical constructor nor record patterns.
 *
 * @param role the sender, usually the assistant
 * @param content the content
 * @param model the model that the client chose
 * @param stopReason the reason for the end, for instance {@code endTurn}, {@code maxTokens} or {@code toolUse};
 *     {@code null} if it is not known
 */
public record CreateMessageResult(
        Role role,
        List<SamplingMessageContentBlock> content,
        String model,
        @Nullable String stopReason) {

    /**
     * Copies the content.
     *
     * @param role the sender, usually the assistant
     * @param content the content
     * @param model the model that the client chose
     * @param stopReason the reason for the end, for instance {@code endTurn}, {@code maxTokens} or {@code toolUse};
     *     {@code null} if it is not known
     */
    public CreateMessageResult {
        content = List.copyOf(content);
    }

    /** {@return the text of the answer, without other content} */
    public String text() {
        return content.stream()
                .filter(TextContent.class::isInstance)
                .map(block -> ((TextContent) block).text())
                .collect(Collectors.joining("\n"));
    }
}
