package io.mcpspring.conformance;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.mcpspring.annotation.McpTool;
import io.mcpspring.annotation.McpToolParam;
import io.mcpspring.exchange.ElicitResult;
import io.mcpspring.exchange.McpExchange;
import io.mcpspring.exchange.Question;
import io.mcpspring.exchange.ReactiveMcpExchange;
import io.mcpspring.protocol.CreateMessageRequest;
import java.io.IOException;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.core.io.Resource;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Tools that ask the client before they return a result. */
@Component
class QuestionTools {

    record Account(
            @JsonPropertyDescription("User's response") String username,
            @JsonPropertyDescription("User's email address") String email) {}

    enum Status {
        @JsonProperty("active")
        ACTIVE,
        @JsonProperty("inactive")
        INACTIVE,
        @JsonProperty("pending")
        PENDING
    }

    record Defaults(
            @JsonProperty(defaultValue = "John Doe") String name,
            @JsonProperty(defaultValue = "30") int age,
            @JsonProperty(defaultValue = "95.5") double score,
            @JsonProperty(defaultValue = "active") Status status,
            @JsonProperty(defaultValue = "true") boolean verified) {}

    private final JsonMapper mapper;

    private final Question<ElicitResult<JsonNode>> enums;

    /** @param enums one property for each notation of a choice, one of which only hand-written schemas have */
    QuestionTools(JsonMapper mapper, @Value("classpath:schemas/elicitation-enums.json") Resource enums)
            throws IOException {
        this.mapper = mapper;
        this.enums = Question.elicit("enums", "Please choose", mapper.readTree(enums.getInputStream()));
    }

    @McpTool(name = "test_sampling", description = "Passes a prompt to the client's language model")
    String sampling(@McpToolParam(description = "The prompt") String prompt, McpExchange exchange) {
        return "LLM response: "
                + exchange.sample(CreateMessageRequest.of(prompt, 100)).text();
    }

    @McpTool(name = "test_elicitation", description = "Asks the user for a name and an address")
    String elicitation(@McpToolParam(description = "What the user is shown") String message, McpExchange exchange) {
        return "User response: " + described(exchange.elicit(message, Account.class));
    }

    @McpTool(name = "test_elicitation_sep1034_defaults", description = "Shows the user a form that is filled in")
    Mono<String> defaults(ReactiveMcpExchange exchange) {
        return exchange.elicit("Please check these values", Defaults.class)
                .map(answer -> "Elicitation completed: " + described(answer));
    }

    @McpTool(name = "test_elicitation_sep1330_enums", description = "Lets the user choose in five ways")
    String enums(McpExchange exchange) {
        return "Elicitation completed: " + described(exchange.ask(enums));
    }

    @McpTool(name = "test_missing_capability", description = "Cannot do without the client's language model")
    String indispensable(McpExchange exchange) {
        return exchange.sample(CreateMessageRequest.of("Say hello", 20)).text();
    }

    @McpTool(name = "test_streaming_elicitation", description = "Reports progress and asks the user")
    String streaming(McpExchange exchange) {
        exchange.progress(1, 2.0, "About to ask");
        String answer = described(exchange.elicit("Who are you?", Account.class));
        exchange.progress(2, 2.0, "Answered");
        return answer;
    }

    private String described(ElicitResult<?> answer) {
        String action = answer.isAccepted() ? "accept" : answer instanceof ElicitResult.Declined ? "decline" : "cancel";
        String content = answer.accepted().map(mapper::writeValueAsString).orElse("{}");
        return "action=" + action + ", content=" + content;
    }
}
