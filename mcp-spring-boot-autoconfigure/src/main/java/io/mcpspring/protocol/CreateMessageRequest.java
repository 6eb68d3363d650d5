package io.mcpspring.protocol;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Asks the client's language model to continue a conversation.
 *
 * @param messages the conversation so far
 * @param maxTokens how long the answer may become
 * @param systemPrompt what the model should be told beforehand
 * @param temperature how freely it should answer
 * @param stopSequences texts that end the answer
 * @param modelPreferences which model to choose
 * @param metadata for the model's provider
 * @param tools tools that the model may call; only for clients with {@code sampling.tools}
 * @param toolChoice whether it may, must or must not call them; only together with such a client
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record CreateMessageRequest(
        List<SamplingMessage> messages,
        int maxTokens,
        @Nullable String systemPrompt,
        @Nullable Double temperature,
        @Nullable List<String> stopSequences,
        @Nullable ModelPreferences modelPreferences,
        @Nullable Map<String, ?> metadata,
        @Nullable List<Tool> tools,
        @Nullable ToolChoice toolChoice) {

    /**
     * @throws IllegalArgumentException if a tool call of the model is not answered by the message after it, and by
     *     nothing else in that message
     */
    public CreateMessageRequest {
        messages = List.copyOf(messages);
        ToolConversation.check(messages);
    }

    /** A single question. */
    public static CreateMessageRequest of(String prompt, int maxTokens) {
        return of(List.of(SamplingMessage.user(prompt)), maxTokens);
    }

    /** A conversation to be continued. */
    public static CreateMessageRequest of(List<SamplingMessage> messages, int maxTokens) {
        return new CreateMessageRequest(messages, maxTokens, null, null, null, null, null, null, null);
    }

    public CreateMessageRequest withSystemPrompt(String systemPrompt) {
        return new CreateMessageRequest(
                messages,
                maxTokens,
                systemPrompt,
                temperature,
                stopSequences,
                modelPreferences,
                metadata,
                tools,
                toolChoice);
    }

    public CreateMessageRequest withTemperature(double temperature) {
        return new CreateMessageRequest(
                messages,
                maxTokens,
                systemPrompt,
                temperature,
                stopSequences,
                modelPreferences,
                metadata,
                tools,
                toolChoice);
    }

    public CreateMessageRequest withStopSequences(String... stopSequences) {
        return new CreateMessageRequest(
                messages,
                maxTokens,
                systemPrompt,
                temperature,
                List.of(stopSequences),
                modelPreferences,
                metadata,
                tools,
                toolChoice);
    }

    public CreateMessageRequest withModelPreferences(ModelPreferences modelPreferences) {
        return new CreateMessageRequest(
                messages,
                maxTokens,
                systemPrompt,
                temperature,
                stopSequences,
                modelPreferences,
                metadata,
                tools,
                toolChoice);
    }

    /** Lets the model call tools; their calls come back as {@link ToolUseContent} and are the caller's to make. */
    public CreateMessageRequest withTools(List<Tool> tools, ToolChoice.Mode mode) {
        return new CreateMessageRequest(
                messages,
                maxTokens,
                systemPrompt,
                temperature,
                stopSequences,
                modelPreferences,
                metadata,
                List.copyOf(tools),
                new ToolChoice(mode));
    }
}
