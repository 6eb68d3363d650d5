package io.mcpspring.exchange;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.mcpspring.protocol.ClientCapabilities;
import io.mcpspring.protocol.JsonRpcNotification;
import io.mcpspring.protocol.JsonRpcRequest;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.protocol.RequestId;
import io.mcpspring.schema.Forms;
import io.mcpspring.seal.Sealer;
import io.mcpspring.server.TestDispatcher;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.IntNode;
import tools.jackson.databind.node.JsonNodeFactory;

class ExchangeTests {

    private static final JsonRpcNotification MESSAGE = new JsonRpcNotification("notifications/test", Map.of());

    private final List<String> sent = new CopyOnWriteArrayList<>();

    @Test
    void aMessageThatIsBeingSentPrecedesTheResponse() {
        AtomicReference<Exchange> exchange = new AtomicReference<>();
        Thread answer = new Thread(() -> {
            exchange.get().finish();
            sent.add("response");
        });
        exchange.set(exchange(() -> {
            answer.start();
            await().until(() ->
                    List.of(Thread.State.BLOCKED, Thread.State.TERMINATED).contains(answer.getState()));
            sent.add("message");
        }));
        exchange.get().send(MESSAGE);
        await().until(() -> !answer.isAlive());
        assertThat(sent).containsExactly("message", "response");
    }

    // Whoever learns that the client has left may hold locks for which a sender waits.
    @Test
    void theEndWithoutAResponseDoesNotWaitForAMessageThatIsBeingSent() {
        AtomicReference<Exchange> exchange = new AtomicReference<>();
        exchange.set(exchange(() -> {
            Thread end = new Thread(() -> exchange.get().end());
            end.start();
            await().until(() -> !end.isAlive());
            sent.add("message");
        }));
        exchange.get().send(MESSAGE);
        exchange.get().send(MESSAGE);
        assertThat(sent).containsExactly("message");
    }

    // A task may be called again once per second, for hours.
    @Test
    void aMethodMayAskForTheNextCallAnyNumberOfTimes() {
        int rounds = 20_000;
        AtomicInteger calls = new AtomicInteger();
        StepVerifier.withVirtualTime(() -> untilAnswered(() -> calls.incrementAndGet() < rounds))
                .thenAwait(Duration.ofSeconds(rounds))
                .expectNext("last")
                .expectComplete()
                .verify(Duration.ofMinutes(1));
        assertThat(calls).hasValue(rounds);
    }

    // An interceptor may subscribe to the chain again.
    @Test
    void aMethodMayAskForTheNextCallInEachSubscription() {
        AtomicInteger calls = new AtomicInteger();
        StepVerifier.withVirtualTime(() -> {
                    Mono<Object> call = untilAnswered(() -> calls.incrementAndGet() % 3 != 0);
                    return Flux.concat(call, call);
                })
                .thenAwait(Duration.ofSeconds(4))
                .expectNext("last", "last")
                .expectComplete()
                .verify(Duration.ofMinutes(1));
        assertThat(calls).hasValue(6);
    }

    private static Mono<Object> untilAnswered(BooleanSupplier asks) {
        return exchange(() -> {})
                .untilAnswered(
                        returned -> Mono.fromCallable(
                                () -> returned.convert(asks.getAsBoolean() ? InputRequired.of() : "last")),
                        value -> value,
                        Mono::error);
    }

    private static Exchange exchange(Runnable onMessage) {
        JsonRpcRequest request = new JsonRpcRequest(
                new RequestId(IntNode.valueOf(1)), "tools/call", JsonNodeFactory.instance.objectNode());
        CallContext context = TestDispatcher.context(ProtocolVersion.V2025_11_25, ClientCapabilities.NONE, true);
        QuestionServices asking = new QuestionServices(
                new InputRounds(Sealer.ofProcess(), Duration.ofMinutes(5), InstantSource.system()),
                new Forms(JsonMapper.shared(), List.of()),
                new OpenQuestions(10, 10),
                Duration.ofMinutes(5));
        return new Exchange(request, context, asking, message -> onMessage.run());
    }
}
