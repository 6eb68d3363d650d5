package io.mcpspring.exchange;

import io.mcpspring.protocol.InputRequest;
import io.mcpspring.protocol.InputRequiredResult;
import io.mcpspring.protocol.JsonLimits;
import io.mcpspring.protocol.JsonRpcMessage;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;
import reactor.util.function.Tuple2;
import reactor.util.function.Tuples;
import tools.jackson.databind.JsonNode;

/** Up to 2025-11-25: the client is asked by requests of the server, on the stream of the call, which waits. */
final class Conversation implements Inquiry {

    /** How often a tool looks again that wants to be called again without having asked anything. */
    private static final Duration LOOK_AGAIN = Duration.ofSeconds(1);

    private final Exchange exchange;

    private final OpenQuestions openQuestions;

    private final Consumer<JsonRpcMessage> stream;

    private final Map<String, RequestState.Answer> answers = new ConcurrentHashMap<>();

    private volatile @Nullable String state;

    Conversation(Exchange exchange, OpenQuestions openQuestions, Consumer<JsonRpcMessage> stream) {
        this.exchange = exchange;
        this.openQuestions = openQuestions;
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
        // A tool that has seen an answer and asks all the same wants another one.
        input.questions().forEach(question -> answers.remove(question.key()));
        return input.questions().isEmpty() ? Mono.delay(LOOK_AGAIN).then() : obtain(input.questions());
    }

    private Mono<Void> obtain(List<Question<?>> questions) {
        return Mono.defer(() -> {
            questions.forEach(question -> question.requireFrom(exchange));
            // None is sent before all can be.
            List<Tuple2<Question<?>, InputRequest>> requests = questions.stream()
                    .filter(question -> known(question).isEmpty())
                    .<Tuple2<Question<?>, InputRequest>>map(question -> Tuples.of(question, exchange.request(question)))
                    .toList();
            return requests.isEmpty()
                    ? Mono.empty()
                    : openQuestions.count(
                            requests.size(),
                            Mono.using(exchange.timeAsking()::begin, asking -> send(requests), TimeAsking::end));
        });
    }

    private Mono<Void> send(List<Tuple2<Question<?>, InputRequest>> requests) {
        if (exchange.isCancelled()) {
            // Not the exception that a tool may catch to do without the answer: there is nothing left to do.
            return Mono.error(new CancellationException("The client cannot be asked: its request is over"));
        }
        return Flux.fromIterable(requests)
                .flatMap(
                        request -> exchange.context()
                                .channel()
                                .ask(request.getT2(), stream)
                                .doOnNext(answer -> remember(request.getT1(), answer)),
                        requests.size())
                .then();
    }

    private void remember(Question<?> question, JsonNode answer) {
        answers.put(question.key(), new RequestState.Answer(exchange.digest(question), answer));
    }

    private Optional<JsonNode> known(Question<?> question) {
        return Optional.ofNullable(answers.get(question.key()))
                .filter(known -> known.fits(exchange.digest(question)))
                .map(RequestState.Answer::answer);
    }

    @Override
    public Optional<JsonNode> answer(String key) {
        return Optional.ofNullable(answers.get(key)).map(RequestState.Answer::answer);
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
        } catch (MalformedAnswerException malformed) {
            // So that a tool which tries once more asks once more.
            answers.remove(question.key());
            throw new McpClientCapabilityException("The client's answer cannot be used: " + malformed.getMessage());
        }
    }

    @Override
    public boolean hasLargeAnswers() {
        return answers.values().stream().anyMatch(answer -> JsonLimits.isLarge(answer.answer()));
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
