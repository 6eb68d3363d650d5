package io.mcpspring.exchange;

import io.mcpspring.protocol.InputRequest;
import io.mcpspring.protocol.InputRequiredResult;
import io.mcpspring.protocol.JsonLimits;
import io.mcpspring.protocol.JsonRpcRequest;
import io.mcpspring.protocol.McpProtocolException;
import io.mcpspring.protocol.RequestMethod;
import io.mcpspring.validation.Quoted;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Asks in the modern era: an unanswered question ends the run; the client repeats its request with the answer, which
 * the next run returns.
 */
final class Replay implements Inquiry {

    private static final String STATE = "requestState";

    static final List<String> TRANSIENT = List.of("_meta", "inputResponses", STATE);

    private final Exchange exchange;

    private final InputRounds rounds;

    private final String method;

    private final boolean mayAsk;

    private final ObjectNode params;

    private final InputRounds.State before;

    private final Map<String, JsonNode> responses;

    private final Map<String, InputRounds.Answer> used;

    private Map<String, InputRequest> open = Map.of();

    private Map<String, String> asked = Map.of();

    private @Nullable String digest;

    private @Nullable McpProtocolException fault;

    private @Nullable String state;

    private boolean ends;

    /** Whether a request has a state whose check takes so much time that it must not occupy a non-blocking thread. */
    static boolean isSlow(JsonRpcRequest request) {
        return request.params().has(STATE) && JsonLimits.isLarge(request.params());
    }

    /** @throws McpProtocolException if the client's state or answers are invalid */
    Replay(JsonRpcRequest request, Exchange exchange, InputRounds rounds) {
        this.exchange = exchange;
        this.rounds = rounds;
        this.method = request.method();
        ObjectNode given = request.params();
        Map<String, JsonNode> answers = responses(given.path("inputResponses"));
        // Other requests cannot be repeated with an answer, and may be long-lived.
        this.mayAsk =
                RequestMethod.of(method).filter(RequestMethod::mayRequireInput).isPresent();
        this.params = mayAsk ? given : JsonNodeFactory.instance.objectNode();
        this.before = given.has(STATE) ? rounds.open(given.get(STATE), this::digest) : InputRounds.State.NONE;
        this.responses = mayAsk ? answers : Map.of();
        this.state = before.state();
        this.used = used(before, responses);
    }

    private static Map<String, InputRounds.Answer> used(InputRounds.State before, Map<String, JsonNode> responses) {
        if (responses.isEmpty()) {
            return before.answers();
        }
        Map<String, InputRounds.Answer> used = new HashMap<>(before.answers());
        before.asked().forEach((key, question) -> {
            if (responses.containsKey(key)) {
                used.put(key, new InputRounds.Answer(question, responses.get(key)));
            }
        });
        return used;
    }

    private static Map<String, JsonNode> responses(JsonNode json) {
        if (json.isMissingNode()) {
            return Map.of();
        }
        Map<String, JsonNode> responses = new HashMap<>();
        if (!json.isObject() && !json.isNull()) {
            throw McpProtocolException.invalidParams("'inputResponses' must be an object");
        }
        json.forEachEntry((key, response) -> {
            if (!response.isObject()) {
                throw McpProtocolException.invalidParams("'inputResponses." + Quoted.of(key) + "' must be an object");
            }
            responses.put(key, response);
        });
        return responses;
    }

    @Override
    public Mono<Answers> ask(List<Question<?>> questions) {
        return offEventLoop(Mono.fromCallable(() -> answersTo(questions)));
    }

    // The digest of large parameters takes as much time as large answers do.
    private <T> Mono<T> offEventLoop(Mono<T> work) {
        return Mono.defer(() -> Schedulers.isInNonBlockingThread() && (hasLargeAnswers() || JsonLimits.isLarge(params))
                ? work.subscribeOn(Schedulers.boundedElastic())
                : work);
    }

    private synchronized Answers answersTo(List<Question<?>> questions) {
        Map<Question<?>, Object> answers = new HashMap<>();
        Map<Question<?>, InputRequest> unanswered = new LinkedHashMap<>();
        for (Question<?> question : questions) {
            exchange.claimKey(question);
            JsonNode answer = known(question);
            if (answer == null) {
                unanswered.put(question, exchange.request(question));
            } else {
                answers.put(question, read(question, answer));
            }
        }
        if (!unanswered.isEmpty()) {
            remember(unanswered);
            throw new InputAwaited();
        }
        return new Answers(answers);
    }

    // A question that has changed since the client answered it is asked again.
    private @Nullable JsonNode known(Question<?> question) {
        InputRounds.Answer answer = used.get(question.key());
        return answer != null && answer.fits(exchange.digest(question)) ? answer.answer() : null;
    }

    private <A> A read(Question<A> question, JsonNode answer) {
        try {
            return exchange.read(question, answer);
        } catch (Question.MalformedAnswer malformed) {
            fault = McpProtocolException.invalidParams(
                    "'inputResponses." + question.key() + "': " + malformed.getMessage());
            ends = true;
            throw new InputAwaited();
        }
    }

    private void remember(Map<Question<?>, InputRequest> unanswered) {
        if (!mayAsk) {
            throw new McpClientCapabilityException("The client cannot be asked within " + method);
        }
        Question.requireFeatures(unanswered.keySet(), exchange);
        if (open.isEmpty()) {
            open = new LinkedHashMap<>();
            asked = new HashMap<>();
            // Computed here, because the end of the run may be on a thread that must not be occupied.
            digest();
        }
        unanswered.forEach((question, request) -> {
            InputRequest other = open.putIfAbsent(question.key(), request);
            if (other != null && !other.equals(request)) {
                throw new IllegalStateException("Two different questions have the key '" + question.key() + "'");
            }
            asked.put(question.key(), exchange.digest(question));
        });
        ends = true;
    }

    @Override
    public Mono<Void> require(InputRequired input) {
        return offEventLoop(Mono.defer(() -> required(input)));
    }

    private synchronized Mono<Void> required(InputRequired input) {
        Map<Question<?>, InputRequest> questions = new LinkedHashMap<>();
        input.questions().forEach(question -> questions.put(question, exchange.request(question)));
        try {
            remember(questions);
        } catch (McpClientCapabilityException | IllegalStateException ex) {
            return Mono.error(ex);
        }
        state = input.state();
        return Mono.error(new InputAwaited());
    }

    @Override
    public synchronized Optional<JsonNode> answer(String key) {
        return Optional.ofNullable(used.get(key)).map(InputRounds.Answer::answer);
    }

    @Override
    public Optional<JsonNode> unaskedAnswer(String key) {
        return before.asked().containsKey(key) ? Optional.empty() : Optional.ofNullable(responses.get(key));
    }

    @Override
    public synchronized <A> Optional<A> answer(Question<A> question) {
        return Optional.ofNullable(known(question)).map(answer -> read(question, answer));
    }

    @Override
    public boolean hasLargeAnswers() {
        return !responses.isEmpty() && responses.values().stream().anyMatch(JsonLimits::isLarge);
    }

    @Override
    public Optional<String> state() {
        return Optional.ofNullable(before.state());
    }

    @Override
    public synchronized boolean endsRequest() {
        return ends;
    }

    @Override
    public synchronized InputRequiredResult ending() {
        if (fault != null) {
            throw fault;
        }
        Map<String, InputRounds.Answer> answered = new HashMap<>(used);
        answered.keySet().removeAll(open.keySet());
        return new InputRequiredResult(open, rounds.seal(new InputRounds.State(digest(), 0, asked, answered, state)));
    }

    private String digest() {
        if (digest == null) {
            digest = InputRounds.digest(method, params, exchange.context().user());
        }
        return digest;
    }
}
