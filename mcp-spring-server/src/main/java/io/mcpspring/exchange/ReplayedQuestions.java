package io.mcpspring.exchange;

import io.mcpspring.BlockingWork;
import io.mcpspring.protocol.InputRequest;
import io.mcpspring.protocol.InputRequiredResult;
import io.mcpspring.protocol.JsonRpcRequest;
import io.mcpspring.protocol.McpProtocolException;
import io.mcpspring.protocol.RequestMethod;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Asks in the modern era: an unanswered question ends the run; the client repeats its request with the answer, which
 * the next run returns.
 */
final class ReplayedQuestions extends ClientQuestions {

    private static final String STATE = "requestState";

    private static final String RESPONSES = "inputResponses";

    static final List<String> TRANSIENT = List.of("_meta", RESPONSES, STATE);

    private final String method;

    private final boolean mayAsk;

    private final ObjectNode params;

    private final InputRounds.State before;

    private final Map<String, JsonNode> responses;

    private Map<String, InputRequest> open = Map.of();

    private Map<String, String> asked = Map.of();

    private @Nullable String digest;

    private @Nullable McpProtocolException fault;

    private @Nullable String state;

    private boolean ends;

    /** @throws McpProtocolException if the client's state or answers are invalid */
    ReplayedQuestions(JsonRpcRequest request, Exchange exchange, QuestionServices asking) {
        super(exchange, asking);
        this.method = request.method();
        ObjectNode given = request.params();
        // Other requests cannot be repeated with an answer, and may be long-lived.
        this.mayAsk =
                RequestMethod.of(method).filter(RequestMethod::mayRequireInput).isPresent();
        this.params = mayAsk ? given : JsonNodeFactory.instance.objectNode();
        this.before =
                given.hasNonNull(STATE) ? asking.rounds().open(given.get(STATE), this::digest) : InputRounds.State.NONE;
        this.responses = params.hasNonNull(RESPONSES) ? InputRounds.responses(params.get(RESPONSES)) : Map.of();
        this.state = before.state();
        this.answers = before.answersWith(responses);
    }

    @Override
    Mono<Answers> ask(List<Question<?>> questions) {
        return BlockingWork.of(Mono.fromCallable(() -> answersTo(questions)));
    }

    private synchronized Answers answersTo(List<Question<?>> questions) {
        questions.forEach(this::claimKey);
        Map<Question<?>, Object> known = answers(questions);
        if (known.size() < questions.size()) {
            open(questions.stream()
                    .filter(question -> !known.containsKey(question))
                    .toList());
            throw new InputAwaited();
        }
        return new Answers(known);
    }

    @Override
    synchronized <A> A unusable(Question<A> question, Question.MalformedAnswer answer) {
        fault = McpProtocolException.invalidParams("'inputResponses." + question.key() + "': " + answer.getMessage());
        ends = true;
        throw new InputAwaited();
    }

    private void open(List<Question<?>> unanswered) {
        if (!mayAsk) {
            throw new McpClientCapabilityException("The client cannot be asked within " + method);
        }
        Map<Question<?>, InputRequest> requests = requests(unanswered);
        if (open.isEmpty()) {
            open = new LinkedHashMap<>();
            asked = new HashMap<>();
            // Computed here, because the end of the run may be on a thread that must not be occupied.
            digest();
        }
        requests.forEach((question, request) -> {
            open.put(question.key(), request);
            asked.put(question.key(), digest(question));
        });
        ends = true;
    }

    @Override
    Mono<Void> require(InputRequired input) {
        return BlockingWork.of(Mono.fromRunnable(() -> end(input)));
    }

    private synchronized void end(InputRequired input) {
        open(input.questions());
        state = input.state();
        throw new InputAwaited();
    }

    @Override
    Optional<JsonNode> unaskedAnswer(String key) {
        return before.asked().containsKey(key) ? Optional.empty() : Optional.ofNullable(responses.get(key));
    }

    @Override
    Optional<String> state() {
        return Optional.ofNullable(before.state());
    }

    @Override
    synchronized boolean endsRequest() {
        return ends;
    }

    @Override
    synchronized InputRequiredResult ending() {
        if (fault != null) {
            throw fault;
        }
        Map<String, InputRounds.Answer> answered = new HashMap<>(answers);
        answered.keySet().removeAll(open.keySet());
        return new InputRequiredResult(open, asking.rounds().seal(digest(), asked, answered, state));
    }

    private String digest() {
        if (digest == null) {
            digest = InputRounds.digest(method, params, exchange.context().userId());
        }
        return digest;
    }
}
