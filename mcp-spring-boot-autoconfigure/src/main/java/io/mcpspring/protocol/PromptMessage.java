package io.mcpspring.protocol;

/** One message of a prompt. */
public record PromptMessage(Role role, Content content) {

    public static PromptMessage user(String text) {
        return user(Content.text(text));
    }

    public static PromptMessage user(Content content) {
        return new PromptMessage(Role.USER, content);
    }

    public static PromptMessage assistant(String text) {
        return assistant(Content.text(text));
    }

    public static PromptMessage assistant(Content content) {
        return new PromptMessage(Role.ASSISTANT, content);
    }
}
