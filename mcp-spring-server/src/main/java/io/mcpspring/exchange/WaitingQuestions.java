package io.mcpspring.exchange;

import io.mcpspring.BlockingWork;
import io.mcpspring.memory.RequestMemory;
import io.mcpspring.protocol.InputRequest;
import io.mcpspring.protocol.JsonRpcMessage;
import io.mcpspring.protocol.McpJson;
import java.time.Duration;
import java.util.HashMap;
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
import tools.jackson.databind.JsonNode;

/**
 * Asks by requests of the server on the stream of the call, which waits for the answers. Used in the legacy era and for
 * tasks.
 */
sealed class WaitingQuestions extends ClientQuestions permits TaskQuestions {

    /** The delay before a tool that returned an {@link InputRequired} without questions runs again. */
    private static final Duration DELAY = Duration.ofSeconds(1);

    private volatile @Nullable String state;

    WaitingQuestions(Exchange exchange, QuestionServices asking) {
        super(exchange, asking);
    }

    @Override
    Mono<Answers> ask(List<Question<?>> questions) {
        return Mono.defer(() -> {
                    questions.forEach(this::claimKey);
                    return obtain(questions);
                })
                .then(BlockingWork.of(Mono.fromSupplier(() -> new Answers(answers(questions)))));
    }

    @Override
    Mono<Void> require(InputRequired input) {
        state = input.state();
        // A tool that asks again although it has an answer needs another one.
        input.questions().forEach(question -> replace(question, null));
        return input.questions().isEmpty()
                ? Mono.delay(DELAY).then()
                : obtain(input.questions()).then(BlockingWork.of(Mono.empty()));
    }

    private Mono<Void> obtain(List<Question<?>> questions) {
        return Mono.defer(() -> {
            // No question is sent unless all of them can be.
            Map<Question<?>, InputRequest> requests = requests(questions.stream()
                    .filter(question -> known(question).isEmpty())
                    .toList());
            return requests.isEmpty()
                    ? Mono.empty()
                    : asking.openQuestions()
                            .count(
                                    requests.size(),
                                    Mono.using(exchange.timeAsking()::begin, time -> send(requests), TimeAsking::end))
                            // The request that brings the answer must neither wait for the call nor cancel it.
                            .then(Mono.<Void>empty().subscribeOn(Schedulers.boundedElastic()));
        });
    }

    private Mono<Void> send(Map<Question<?>, InputRequest> requests) {
        if (exchange.isCancelled()) {
            // Not the exception that a tool may catch to continue without the answer: the request has ended.
            return Mono.error(new CancellationException("The client cannot be asked: its request has ended"));
        }
        return Flux.fromIterable(requests.entrySet())
                .flatMap(
                        request -> ask(request.getValue()).doOnNext(answer -> remember(request.getKey(), answer)),
                        requests.size())
                .then();
    }

    private Mono<JsonNode> ask(InputRequest request) {
        ClientChannel.QuestionObserver observer = exchange.context().attribute(ClientChannel.QuestionObserver.class);
        Mono<JsonNode> answer = observer == null
                ? send(request, exchange::emit)
                : observer.observe(request, exchange.version(), exchange::emit, this::send);
        return answer.onErrorMap(
                TimeoutException.class,
                late -> new McpClientCapabilityException("The client did not answer within "
                        + asking.timeToAnswer().toSeconds() + " s"));
    }

    private Mono<JsonNode> send(InputRequest request, Consumer<JsonRpcMessage> stream) {
        return deliver(request, stream).timeout(asking.timeToAnswer());
    }

    Mono<JsonNode> deliver(InputRequest request, Consumer<JsonRpcMessage> stream) {
        return exchange.context().channel().ask(request, stream);
    }

    private void remember(Question<?> question, JsonNode answer) {
        if (!exchange.context().memory().take(counted(answer))) {
            throw new McpClientCapabilityException(
                    "The client's answer is too large: the server is processing too many large requests");
        }
        replace(question, new InputRounds.Answer(digest(question), answer));
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

    private static long counted(JsonNode answer) {
        return McpJson.writeValue(answer).length + RequestMemory.ofValues(values(answer));
    }

    /** Returns the number of values and members. */
    private static long values(JsonNode tree) {
        long values = 1 + (tree.isObject() ? tree.size() : 0);
        for (JsonNode child : tree) {
            values += values(child);
        }
        return values;
    }

    @Override
    final <A> A unusable(Question<A> question, Question.MalformedAnswer answer) {
        // A tool that asks again sends the question again.
        replace(question, null);
        throw new McpClientCapabilityException("The client's answer cannot be used: " + answer.getMessage());
    }

    @Override
    Optional<String> state() {
        return Optional.ofNullable(state);
    }
}
