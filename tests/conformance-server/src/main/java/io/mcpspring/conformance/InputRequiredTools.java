package io.mcpspring.conformance;

import io.mcpspring.annotation.McpTool;
import io.mcpspring.exchange.Answers;
import io.mcpspring.exchange.ElicitResult;
import io.mcpspring.exchange.InputRequired;
import io.mcpspring.exchange.McpExchange;
import io.mcpspring.exchange.Question;
import io.mcpspring.protocol.ClientCapabilities.Feature;
import io.mcpspring.protocol.CreateMessageRequest;
import io.mcpspring.protocol.CreateMessageResult;
import io.mcpspring.protocol.Root;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.springframework.stereotype.Component;

/** Tools that cannot answer in the first round: some are written as if they waited, some return what they require. */
@Component
class InputRequiredTools {

    record Name(String name) {}

    record Color(String color) {}

    record Confirmation(boolean ok) {}

    private static final Question<ElicitResult<Name>> USER_NAME =
            Question.elicit("user_name", "What is your name?", Name.class);

    private static final Question<CreateMessageResult> GREETING =
            Question.sample("greeting", CreateMessageRequest.of("Generate a greeting", 50));

    private static final Question<CreateMessageResult> CAPITAL =
            Question.sample("capital_question", CreateMessageRequest.of("What is the capital of France?", 100));

    private static final Question<List<Root>> CLIENT_ROOTS = Question.roots("client_roots");

    private static final Question<ElicitResult<Confirmation>> CONFIRM =
            Question.elicit("confirm", "Please confirm", Confirmation.class);

    private static final String STATE = "waiting for confirmation";

    @McpTool(name = "test_input_required_result_elicitation", description = "Asks for the user's name")
    String elicitation(McpExchange exchange) {
        // The suite also sends an answer to a question that was not asked, and expects that it is accepted.
        return "Hello, "
                + exchange.unaskedAnswer("user_name")
                        .map(answer -> answer.at("/content/name").asString("stranger"))
                        .orElseGet(() ->
                                name(exchange.ask(Question.elicit("user_name", "What is your name?", Name.class))))
                + "!";
    }

    @McpTool(name = "test_input_required_result_sampling", description = "Asks the client's language model")
    String sampling(McpExchange exchange) {
        return "The model says: " + exchange.ask(CAPITAL).text();
    }

    @McpTool(name = "test_input_required_result_list_roots", description = "Asks for the client's roots")
    String roots(McpExchange exchange) {
        return "Roots: " + list(exchange.ask(CLIENT_ROOTS));
    }

    @McpTool(name = "test_input_required_result_request_state", description = "Asks for a confirmation, with a state")
    Object requestState(McpExchange exchange) {
        return confirmed(exchange);
    }

    @McpTool(name = "test_input_required_result_tampered_state", description = "Refuses a state that is not its own")
    Object tamperedState(McpExchange exchange) {
        return confirmed(exchange);
    }

    private static Object confirmed(McpExchange exchange) {
        return exchange.answer(CONFIRM)
                .<Object>map(answer -> "confirmed: " + answer.isAccepted()
                        + (exchange.state().filter(STATE::equals).isPresent() ? ", state-ok" : ", no state"))
                .orElseGet(() -> InputRequired.of(CONFIRM).withState(STATE));
    }

    @McpTool(name = "test_input_required_result_multiple_inputs", description = "Asks three questions in one round")
    String multipleInputs(McpExchange exchange) {
        Answers answers = exchange.ask(USER_NAME, GREETING, CLIENT_ROOTS);
        return answers.to(GREETING).text() + ", " + name(answers.to(USER_NAME)) + ", at home in "
                + list(answers.to(CLIENT_ROOTS));
    }

    @McpTool(name = "test_input_required_result_multi_round", description = "Asks two questions one after the other")
    String multiRound(McpExchange exchange) {
        String name = name(exchange.ask(Question.elicit("step1", "Step 1: What is your name?", Name.class)));
        ElicitResult<Color> color =
                exchange.ask(Question.elicit("step2", "Step 2: What is your favorite color?", Color.class));
        return name + " likes " + color.accepted().map(Color::color).orElse("no color");
    }

    @McpTool(name = "test_input_required_result_capabilities", description = "Asks what the client can be asked")
    Object capabilities(McpExchange exchange) {
        Map<Feature, Question<?>> questions = new LinkedHashMap<>();
        questions.put(Feature.ELICITATION_FORM, USER_NAME);
        questions.put(Feature.SAMPLING, GREETING);
        questions.put(Feature.ROOTS, CLIENT_ROOTS);
        questions.keySet().removeIf(feature -> !exchange.clientCapabilities().supports(feature));
        boolean answered = questions.values().stream()
                .allMatch(question -> exchange.answer(question).isPresent());
        return answered
                ? "Answered: " + questions.keySet()
                : InputRequired.of(questions.values().toArray(Question<?>[]::new));
    }

    private static String name(ElicitResult<Name> answer) {
        return answer.accepted().map(Name::name).orElse("stranger");
    }

    private static String list(List<Root> roots) {
        return roots.stream().map(root -> root.uri().toString()).collect(Collectors.joining(", "));
    }
}
