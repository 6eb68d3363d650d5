package io.mcpspring.conformance;

import io.mcpspring.annotation.McpComplete;
import io.mcpspring.annotation.McpPrompt;
import io.mcpspring.annotation.McpPromptParam;
import io.mcpspring.exchange.McpExchange;
import io.mcpspring.exchange.Question;
import io.mcpspring.protocol.Content;
import io.mcpspring.protocol.PromptMessage;
import java.net.URI;
import java.util.List;
import java.util.stream.Stream;
import org.springframework.stereotype.Component;

/** Prompts of every kind, and the completion of an argument. */
@Component
class Prompts {

    record Context(String context) {}

    @McpPrompt(name = "test_simple_prompt", description = "Says one thing")
    String simple() {
        return "This is a simple prompt for testing.";
    }

    @McpPrompt(name = "test_prompt_with_arguments", description = "Repeats its arguments")
    String withArguments(
            @McpPromptParam(description = "First test argument") String arg1,
            @McpPromptParam(description = "Second test argument") String arg2) {
        return "Prompt with arguments: arg1='" + arg1 + "', arg2='" + arg2 + "'";
    }

    @McpComplete(prompt = "test_prompt_with_arguments")
    List<String> arg1(String typed) {
        return Stream.of("test", "testing", "tomorrow")
                .filter(value -> value.startsWith(typed))
                .toList();
    }

    @McpPrompt(name = "test_prompt_with_embedded_resource", description = "Embeds a document")
    List<PromptMessage> withDocument(@McpPromptParam(description = "URI of the resource to embed") URI resourceUri) {
        return List.of(
                PromptMessage.user(
                        Content.resource(resourceUri, "text/plain", "Embedded resource content for testing.")),
                PromptMessage.user("Please process the embedded resource above."));
    }

    @McpPrompt(name = "test_prompt_with_image", description = "Shows an image")
    List<PromptMessage> withImage() {
        return List.of(
                PromptMessage.user(Content.image(Samples.PNG, "image/png")),
                PromptMessage.user("Please analyze the image above."));
    }

    @McpPrompt(name = "test_input_required_result_prompt", description = "Asks for its context")
    String asking(McpExchange exchange) {
        return "Answer in this context: "
                + exchange.ask(Question.elicit("user_context", "What context should the prompt use?", Context.class))
                        .accepted()
                        .map(Context::context)
                        .orElse("none");
    }
}
