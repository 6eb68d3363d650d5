package io.mcpspring.exchange;

import io.mcpspring.protocol.InputRequest;
import io.mcpspring.protocol.InputRequiredResult;
import io.mcpspring.protocol.JsonLimits;
import io.mcpspring.protocol.JsonRpcMessage;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;
import reactor.util.function.Tuple2;
import reactor.util.function.Tuples;
import tools.jackson.databind.JsonNode;

/**
 * Asks by requests of the server on the stream of the call, which waits for the answers. Used in the legacy era and for
 * tasks.
 */
final class Conversation implements Inquiry {

    /** The delay before a tool that returned an {@link InputRequired} without questions runs again. */
    private static final Duration DELAY = Duration.ofSeconds(1);

    /** The part of each answer that does not count as memory of the request. */
    private static final int FREE_WEIGHT = 16 * 1024;

    private final Exchange exchange;

    private final Asking asking;

    private final Consumer<JsonRpcMessage> stream;

    // Immutable and replaced at each change, so that a call without answers creates no map.
    private volatile Map<String, InputRounds.Answer> answers = Map.of();

    private volatile @Nullable String state;

    Conversation(Exchange exchange, Asking asking, Consumer<JsonRpcMessage> stream) {
        this.exchange = exchange;
        this.asking = asking;
        this.stream = stream;
    }

    @Override
    public Mono<Answers> ask(List<Question<?>> questions) {
        return Mono.defer(() -> {
                    questions.forEach(exchange::claimKey);
                    return obtain(questions);
                })
                .then(Mono.defer(() -> {
                    Mono<Answers> answers = Mono.fromSupplier(() -> answersTo(questions));
                    return hasLargeAnswers() ? answers.subscribeOn(Schedulers.boundedElastic()) : answers;
                }));
    }

    private Answers answersTo(List<Question<?>> questions) {
        Map<Question<?>, Object> read = new LinkedHashMap<>();
        questions.forEach(question -> read.put(question, answer(question).orElseThrow()));
        return new Answers(read);
    }

    @Override
    public Mono<Void> require(InputRequired input) {
        state = input.state();
        // A tool that asks again although it has an answer needs another one.
        input.questions().forEach(this::forget);
        return input.questions().isEmpty() ? Mono.delay(DELAY).then() : obtain(input.questions());
    }

    private Mono<Void> obtain(List<Question<?>> questions) {
        return Mono.defer(() -> {
            Question.requireFeatures(questions, exchange);
            // No question is sent unless all of them can be.
            List<Tuple2<Question<?>, InputRequest>> requests = questions.stream()
                    .filter(question -> known(question).isEmpty())
                    .<Tuple2<Question<?>, InputRequest>>map(question -> Tuples.of(question, exchange.request(question)))
                    .toList();
            return requests.isEmpty()
                    ? Mono.empty()
                    : asking.openQuestions()
                            .count(
                                    requests.size(),
                                    Mono.using(exchange.timeAsking()::begin, time -> send(requests), TimeAsking::end));
        });
    }

    private Mono<Void> send(List<Tuple2<Question<?>, InputRequest>> requests) {
        if (exchange.isCancelled()) {
            // Not the exception that a tool may catch to continue without the answer: the request has ended.
            return Mono.error(new CancellationException("The client cannot be asked: its request has ended"));
        }
        return Flux.fromIterable(requests)
                .flatMap(
                        request -> ask(request.getT2()).doOnNext(answer -> remember(request.getT1(), answer)),
                        requests.size())
                .then();
    }

    private Mono<JsonNode> ask(InputRequest request) {
        ClientChannel.QuestionObserver observer = exchange.context().attribute(ClientChannel.QuestionObserver.class);
        Mono<JsonNode> answer = observer == null
                ? send(request, stream)
                : observer.observe(request, exchange.version(), stream, this::send);
        return answer.onErrorMap(
                TimeoutException.class,
                late -> new McpClientCapabilityException("The client did not answer within "
                        + asking.timeToAnswer().toSeconds() + " s"));
    }

    private Mono<JsonNode> send(InputRequest request, Consumer<JsonRpcMessage> stream) {
        return exchange.context().channel().ask(request, stream).timeout(asking.timeToAnswer());
    }

    private void remember(Question<?> question, JsonNode answer) {
        if (!exchange.context().memory().take(counted(answer))) {
            throw new McpClientCapabilityException(
                    "The client's answer is too large: the server is processing too many large requests");
        }
        replace(question, new InputRounds.Answer(exchange.digest(question), answer));
    }

    private void forget(Question<?> question) {
        replace(question, null);
    }

    private synchronized void replace(Question<?> question, InputRounds.@Nullable Answer answer) {
        Map<String, InputRounds.Answer> changed = new HashMap<>(answers);
        InputRounds.Answer before =
                answer == null ? changed.remove(question.key()) : changed.put(question.key(), answer);
        answers = changed;
        if (before != null) {
            exchange.context().memory().giveBack(counted(before.answer()));
        }
    }

    private static int counted(JsonNode answer) {
        return Math.max(0, JsonLimits.weight(answer) - FREE_WEIGHT);
    }

    private Optional<JsonNode> known(Question<?> question) {
        return Optional.ofNullable(answers.get(question.key()))
                .filter(known -> known.fits(exchange.digest(question)))
                .map(InputRounds.Answer::answer);
    }

    @Override
    public Optional<JsonNode> answer(String key) {
        return Optional.ofNullable(answers.get(key)).map(InputRounds.Answer::answer);
    }

    @Override
    public <A> Optional<A> answer(Question<A> question) {
        return known(question).map(answer -> read(question, answer));
    }

    @Override
    public Optional<JsonNode> unaskedAnswer(String key) {
        return Optional.empty();
    }

    private <A> A read(Question<A> question, JsonNode answer) {
        try {
            return exchange.read(question, answer);
        } catch (Question.MalformedAnswer malformed) {
            // A tool that asks again sends the question again.
            forget(question);
            throw new McpClientCapabilityException("The client's answer cannot be used: " + malformed.getMessage());
        }
    }

    @Override
    public boolean hasLargeAnswers() {
        Map<String, InputRounds.Answer> known = answers;
        return !known.isEmpty() && known.values().stream().anyMatch(answer -> JsonLimits.isLarge(answer.answer()));
    }

    @Override
    public Optional<String> state() {
        return Optional.ofNullable(state);
    }

    @Override
    public boolean endsRequest() {
        return false;
    }

    @Override
    public InputRequiredResult ending() {
        throw new IllegalStateException("The client was asked while the request was served");
    }
}
