package io.mcpspring.protocol;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Asks the client's language model to continue a conversation. Later revisions may add components: use neither the
 * canonical constructor nor record patterns.
 *
 * @param messages the conversation so far
 * @param maxTokens the maximum number of tokens of the answer
 * @param systemPrompt the system prompt; {@code null} for none
 * @param temperature the temperature; {@code null} for no preference
 * @param stopSequences texts that end the answer; {@code null} for none
 * @param modelPreferences preferences for the model; {@code null} for none
 * @param metadata data for the provider of the model; {@code null} for none
 * @param tools tools that the model can call, for clients with {@code sampling.tools}; {@code null} for none
 * @param toolChoice whether the model may, must or must not call tools; {@code null} for no statement
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
     * Copies the messages, and checks that calls of tools have results.
     *
     * @param messages the conversation so far
     * @param maxTokens the maximum number of tokens of the answer
     * @param systemPrompt the system prompt; {@code null} for none
     * @param temperature the temperature; {@code null} for no preference
     * @param stopSequences texts that end the answer; {@code null} for none
     * @param modelPreferences preferences for the model; {@code null} for none
     * @param metadata data for the provider of the model; {@code null} for none
     * @param tools tools that the model can call, for clients with {@code sampling.tools}; {@code null} for none
     * @param toolChoice whether the model may, must or must not call tools; {@code null} for no statement
     * @throws IllegalArgumentException if a tool call of the model is not answered by the message after it, and by
     *     nothing else in that message
     */
    public CreateMessageRequest {
        messages = List.copyOf(messages);
        ToolConversation.check(messages);
    }

    /**
     * Creates a request with a single question.
     *
     * @param prompt the question
     * @param maxTokens the maximum number of tokens of the answer
     * @return the request
     */
    public static CreateMessageRequest of(String prompt, int maxTokens) {
        return of(List.of(SamplingMessage.user(prompt)), maxTokens);
    }

    /**
     * Creates a request that continues a conversation.
     *
     * @param messages the conversation so far
     * @param maxTokens the maximum number of tokens of the answer
     * @return the request
     */
    public static CreateMessageRequest of(List<SamplingMessage> messages, int maxTokens) {
        return new CreateMessageRequest(messages, maxTokens, null, null, null, null, null, null, null);
    }

    /**
     * Returns a copy with a system prompt.
     *
     * @param systemPrompt the system prompt
     * @return the copy
     */
    public CreateMessageRequest withSystemPrompt(String systemPrompt) {
        return copy(systemPrompt, temperature, stopSequences, modelPreferences, tools, toolChoice);
    }

    /**
     * Returns a copy with a temperature.
     *
     * @param temperature the temperature
     * @return the copy
     */
    public CreateMessageRequest withTemperature(double temperature) {
        return copy(systemPrompt, temperature, stopSequences, modelPreferences, tools, toolChoice);
    }

    /**
     * Returns a copy with stop sequences.
     *
     * @param stopSequences texts that end the answer
     * @return the copy
     */
    public CreateMessageRequest withStopSequences(String... stopSequences) {
        return copy(systemPrompt, temperature, List.of(stopSequences), modelPreferences, tools, toolChoice);
    }

    /**
     * Returns a copy with preferences for the model.
     *
     * @param modelPreferences the preferences
     * @return the copy
     */
    public CreateMessageRequest withModelPreferences(ModelPreferences modelPreferences) {
        return copy(systemPrompt, temperature, stopSequences, modelPreferences, tools, toolChoice);
    }

    private CreateMessageRequest copy(
            @Nullable String systemPrompt,
            @Nullable Double temperature,
            @Nullable List<String> stopSequences,
            @Nullable ModelPreferences modelPreferences,
            @Nullable List<Tool> tools,
            @Nullable ToolChoice toolChoice) {
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

    /**
     * Returns a copy in which the model can call tools. Its calls are returned as {@link ToolUseContent}; the caller
     * has to make them.
     *
     * @param tools the tools
     * @param mode whether the model may, must or must not call them
     * @return the copy
     */
    public CreateMessageRequest withTools(List<Tool> tools, ToolChoice.Mode mode) {
        return copy(
                systemPrompt, temperature, stopSequences, modelPreferences, List.copyOf(tools), new ToolChoice(mode));
    }
}
