package io.mcpspring.server;

import io.mcpspring.protocol.InputRequest;
import io.mcpspring.protocol.InputRequiredResult;
import io.mcpspring.protocol.JsonRpcMessage;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.util.function.Tuple2;
import reactor.util.function.Tuples;
import tools.jackson.databind.JsonNode;

/** Up to 2025-11-25: the client is asked by requests of the server, on the stream of the call, which waits. */
final class Conversation implements Inquiry {

    /** How often a tool looks again that wants to be called again without having asked anything. */
    private static final Duration LOOK_AGAIN = Duration.ofSeconds(1);

    private final Exchange exchange;

    private final Consumer<JsonRpcMessage> stream;

    private final Map<String, JsonNode> answers = new ConcurrentHashMap<>();

    private volatile @Nullable String state;

    Conversation(Exchange exchange, Consumer<JsonRpcMessage> stream) {
        this.exchange = exchange;
        this.stream = stream;
    }

    @Override
    public Mono<Answers> ask(List<Question<?>> questions) {
        return answersTo(questions).map(received -> {
            Map<Question<?>, Object> read = new LinkedHashMap<>();
            received.forEach((question, answer) -> read.put(question, read(question, answer)));
            return new Answers(read);
        });
    }

    private <A> A read(Question<A> question, JsonNode answer) {
        try {
            return exchange.read(question, answer);
        } catch (MalformedAnswerException malformed) {
            throw new McpClientException("The client's answer cannot be used: " + malformed.getMessage());
        }
    }

    @Override
    public Mono<Void> require(InputRequired input) {
        state = input.state();
        if (input.questions().isEmpty()) {
            return Mono.delay(LOOK_AGAIN).then();
        }
        return answersTo(input.questions())
                .doOnNext(received -> received.forEach((question, answer) -> answers.put(question.key(), answer)))
                .then();
    }

    private Mono<Map<Question<?>, JsonNode>> answersTo(List<Question<?>> questions) {
        return Mono.defer(() -> {
            questions.forEach(question -> question.requireFrom(exchange));
            // None is sent before all can be.
            List<Tuple2<Question<?>, InputRequest>> requests = questions.stream()
                    .<Tuple2<Question<?>, InputRequest>>map(question ->
                            Tuples.of(question, exchange.request(question)))
                    .toList();
            exchange.timeAsking().begin();
            return Flux.fromIterable(requests)
                    .flatMap(request -> exchange.context().channel().ask(request.getT2(), stream)
                            .map(answer -> Tuples.of(request.getT1(), answer)), Math.max(1, requests.size()))
                    .<Map<Question<?>, JsonNode>>collect(LinkedHashMap::new,
                            (all, answer) -> all.put(answer.getT1(), answer.getT2()))
                    .doFinally(signal -> exchange.timeAsking().end());
        });
    }

    @Override
    public Optional<JsonNode> answer(String key) {
        return Optional.ofNullable(answers.get(key));
    }

    @Override
    public <A> Optional<A> answer(Question<A> question) {
        return answer(question.key()).map(answer -> read(question, answer));
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
