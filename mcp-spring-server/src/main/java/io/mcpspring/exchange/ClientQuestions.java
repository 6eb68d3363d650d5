package io.mcpspring.exchange;

import io.mcpspring.protocol.ClientCapabilities.Feature;
import io.mcpspring.protocol.InputRequest;
import io.mcpspring.protocol.InputRequiredResult;
import io.mcpspring.protocol.JsonValue;
import io.mcpspring.protocol.McpProtocolException;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.seal.CanonicalJson;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.springframework.util.Assert;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;

/** The way of a tool's questions to the client, and of the answers back. */
abstract sealed class ClientQuestions permits WaitingQuestions, ReplayedQuestions {

    /**
     * Ends a run that will be repeated with the client's answers. Not a failure; an error, so that handlers of
     * exceptions do not catch it and transactions roll back.
     */
    static final class InputAwaited extends Error {

        InputAwaited() {
            super("The run ends here, and is repeated when the client has answered a question", null, false, false);
        }
    }

    final Exchange exchange;

    final QuestionServices asking;

    // Immutable and replaced at each change, so that a call without answers creates no map.
    volatile Map<String, InputRounds.Answer> answers = Map.of();

    // Most runs do not ask.
    private Map<String, String> digestsByKey = Map.of();

    private int lastKey;

    ClientQuestions(Exchange exchange, QuestionServices asking) {
        this.exchange = exchange;
        this.asking = asking;
    }

    /** Notes that the method is called again from its beginning. */
    final synchronized void restart() {
        digestsByKey = Map.of();
        lastKey = 0;
    }

    /** Returns the key for a question without one. */
    final synchronized String nextKey() {
        return "q" + ++lastKey;
    }

    /**
     * Reserves a question's key for it. Two questions with the same key would each be taken for a change of the other,
     * and be asked again and again.
     *
     * @throws IllegalStateException if the run has asked another question under this key
     */
    final void claimKey(Question<?> question) {
        String digest = digest(question);
        String other;
        synchronized (this) {
            digestsByKey = digestsByKey.isEmpty() ? new HashMap<>() : digestsByKey;
            other = digestsByKey.putIfAbsent(question.key(), digest);
        }
        Assert.state(
                other == null || other.equals(digest),
                () -> "Two different questions have the key '" + question.key() + "'");
    }

    /** Returns a hash of the content of a question, independent of the revision. */
    final String digest(Question<?> question) {
        return CanonicalJson.digest(JsonValue.of(question.kind.request(asking.forms(), ProtocolVersion.newest()))
                .tree());
    }

    /**
     * Returns the requests by which the client is asked.
     *
     * @throws McpClientCapabilityException if one of the questions cannot be asked; names all features that the client
     *     did not declare
     */
    final Map<Question<?>, InputRequest> requests(Collection<Question<?>> questions) {
        Set<Feature> missing = EnumSet.noneOf(Feature.class);
        questions.forEach(question -> missing.addAll(question.needs));
        missing.removeIf(exchange.context().clientCapabilities()::supports);
        if (!missing.isEmpty()) {
            throw McpClientCapabilityException.notDeclared(missing);
        }
        Map<Question<?>, InputRequest> requests = new LinkedHashMap<>();
        questions.forEach(
                question -> requests.put(question, question.kind.request(asking.forms(), exchange.version())));
        return requests;
    }

    /** Returns the answers that are known. */
    final Map<Question<?>, Object> answers(List<Question<?>> questions) {
        Map<Question<?>, Object> known = new HashMap<>();
        questions.forEach(question -> answer(question).ifPresent(answer -> known.put(question, answer)));
        return known;
    }

    /** Returns the answer to a question, unless the question has changed since the client answered it. */
    final Optional<JsonNode> known(Question<?> question) {
        return Optional.ofNullable(answers.get(question.key()))
                .filter(answer -> answer.question().equals(digest(question)))
                .map(InputRounds.Answer::answer);
    }

    private <A> A read(Question<A> question, JsonNode answer) {
        try {
            return question.kind.read(answer, asking.forms());
        } catch (Question.MalformedAnswer malformed) {
            return unusable(question, malformed);
        }
    }

    /**
     * Always throws, because an answer cannot be used: the failure of the method, or an {@link InputAwaited} if the run
     * ends instead.
     */
    abstract <A> A unusable(Question<A> question, Question.MalformedAnswer answer);

    /**
     * Returns the answers, or a {@link McpClientCapabilityException}, or an {@link InputAwaited} if this run has to
     * end.
     */
    abstract Mono<Answers> ask(List<Question<?>> questions);

    /** Completes when the tool can run again; an {@link InputAwaited} if it does so at the client's next request. */
    abstract Mono<Void> require(InputRequired input);

    /** An answer to a question of an {@link InputRequired}. */
    Optional<JsonNode> answer(String key) {
        return Optional.ofNullable(answers.get(key)).map(InputRounds.Answer::answer);
    }

    /** The same, if the question is still the one that the client was asked. */
    <A> Optional<A> answer(Question<A> question) {
        return known(question).map(answer -> read(question, answer));
    }

    /** An answer to a question that the client was not asked in this request. */
    Optional<JsonNode> unaskedAnswer(String key) {
        return Optional.empty();
    }

    /** The state of an {@link InputRequired}. */
    abstract Optional<String> state();

    /** Whether the request ends with questions, or with an error about their answers, instead of its own result. */
    boolean endsRequest() {
        return false;
    }

    /**
     * Returns the questions with which the request {@linkplain #endsRequest() ends}.
     *
     * @throws McpProtocolException if the client's answers are wrong
     */
    InputRequiredResult ending() {
        throw new IllegalStateException("The client was asked while the request was served");
    }
}
