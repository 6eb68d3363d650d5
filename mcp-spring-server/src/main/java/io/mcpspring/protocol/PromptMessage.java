package io.mcpspring.protocol;

import java.util.Objects;

/**
 * A message of a prompt. Later revisions may add components: use neither the canonical constructor nor record patterns.
 *
 * @param role the sender
 * @param content the content
 */
public record PromptMessage(Role role, Content content) {

    /**
     * Checks that both are present.
     *
     * @param role the sender
     * @param content the content
     */
    public PromptMessage {
        Objects.requireNonNull(role, "role");
        Objects.requireNonNull(content, "content");
    }

    /**
     * Creates a message of the user.
     *
     * @param text the text
     * @return the message
     */
    public static PromptMessage user(String text) {
        return user(Content.text(text));
    }

    /**
     * Creates a message of the user.
     *
     * @param content the content
     * @return the message
     */
    public static PromptMessage user(Content content) {
        return new PromptMessage(Role.USER, content);
    }

    /**
     * Creates a message of the language model.
     *
     * @param text the text
     * @return the message
     */
    public static PromptMessage assistant(String text) {
        return assistant(Content.text(text));
    }

    /**
     * Creates a message of the language model.
     *
     * @param content the content
     * @return the message
     */
    public static PromptMessage assistant(Content content) {
        return new PromptMessage(Role.ASSISTANT, content);
    }
}
