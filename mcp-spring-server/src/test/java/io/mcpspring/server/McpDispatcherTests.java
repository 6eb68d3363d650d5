package io.mcpspring.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.exchange.Exchange;
import io.mcpspring.protocol.ClientCapabilities;
import io.mcpspring.protocol.EmptyResult;
import io.mcpspring.protocol.JsonRpcError;
import io.mcpspring.protocol.JsonRpcMessage;
import io.mcpspring.protocol.JsonRpcNotification;
import io.mcpspring.protocol.JsonRpcRequest;
import io.mcpspring.protocol.JsonRpcResponse;
import io.mcpspring.protocol.McpProtocolException;
import io.mcpspring.protocol.McpResult;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.protocol.RequestId;
import io.mcpspring.protocol.RequestMethod;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.reactivestreams.Subscription;
import org.springframework.boot.logging.LogLevel;
import org.springframework.boot.logging.LoggingSystem;
import reactor.core.CoreSubscriber;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** A request gets exactly one response for every behaviour of its handler. */
class McpDispatcherTests {

    private static final RequestId ID = new RequestId(JsonNodeFactory.instance.stringNode("r"));

    private static final EmptyResult RESULT = new EmptyResult();

    /** A handler whose behaviour a test defines. */
    private record Handler(Function<Exchange, Mono<? extends McpResult>> body) implements McpRequestHandler {

        @Override
        public Mono<? extends McpResult> handle(ObjectNode params, Exchange exchange) {
            if (params.has("wrong")) {
                throw McpProtocolException.invalidParams("wrong is wrong");
            }
            return body.apply(exchange);
        }
    }

    // The failures of these tests are logged with stack traces, which these tests do not check.
    @BeforeAll
    static void quiet() {
        logLevel(LogLevel.OFF);
    }

    @AfterAll
    static void loud() {
        logLevel(null);
    }

    private static void logLevel(@Nullable LogLevel level) {
        LoggingSystem.get(McpDispatcherTests.class.getClassLoader()).setLogLevel(McpDispatcher.class.getName(), level);
    }

    static Stream<Arguments> endings() {
        return Stream.of(
                ending("value", 0, exchange -> Mono.just(RESULT)),
                ending(
                        "value on another thread",
                        0,
                        exchange -> Mono.<McpResult>just(RESULT).subscribeOn(Schedulers.parallel())),
                ending("empty", JsonRpcError.INTERNAL_ERROR, exchange -> Mono.empty()),
                ending("no mono", JsonRpcError.INTERNAL_ERROR, exchange -> null),
                ending("thrown", JsonRpcError.INTERNAL_ERROR, exchange -> {
                    throw new IllegalStateException("thrown on purpose");
                }),
                ending(
                        "error signal",
                        JsonRpcError.INTERNAL_ERROR,
                        exchange -> Mono.error(new IllegalStateException("signalled on purpose"))),
                ending("checked error signal", JsonRpcError.INTERNAL_ERROR, exchange -> Mono.error(new Exception("c"))),
                ending("protocol error thrown", 7, exchange -> {
                    throw new McpProtocolException(7, "seven");
                }),
                ending("protocol error signal", 7, exchange -> Mono.error(new McpProtocolException(7, "seven"))),
                ending("assertion error", JsonRpcError.INTERNAL_ERROR, exchange -> {
                    throw new AssertionError("on purpose");
                }),
                ending("stack overflow", JsonRpcError.INTERNAL_ERROR, exchange -> {
                    throw new StackOverflowError("on purpose");
                }),
                ending(
                        "linkage error in an operator",
                        JsonRpcError.INTERNAL_ERROR,
                        exchange -> Mono.just(RESULT).map(result -> {
                            throw new NoClassDefFoundError("on purpose");
                        })),
                ending(
                        "JVM error in a callable",
                        JsonRpcError.INTERNAL_ERROR,
                        exchange -> Mono.fromCallable(() -> {
                            throw new InternalError("on purpose");
                        })),
                ending(
                        "cancellation from within",
                        JsonRpcError.INTERNAL_ERROR,
                        exchange -> Mono.error(new CancellationException())),
                ending(
                        "two values",
                        0,
                        exchange -> rogue(subscriber -> {
                            subscriber.onNext(RESULT);
                            subscriber.onNext(RESULT);
                            subscriber.onComplete();
                        })),
                ending(
                        "value, then error",
                        0,
                        exchange -> rogue(subscriber -> {
                            subscriber.onNext(RESULT);
                            subscriber.onError(new IllegalStateException("too late, on purpose"));
                        })),
                ending(
                        "error, then value",
                        JsonRpcError.INTERNAL_ERROR,
                        exchange -> rogue(subscriber -> {
                            subscriber.onError(new IllegalStateException("on purpose"));
                            subscriber.onNext(RESULT);
                            subscriber.onComplete();
                        })),
                ending(
                        "value, then thrown",
                        0,
                        exchange -> rogue(subscriber -> {
                            subscriber.onNext(RESULT);
                            throw new IllegalStateException("too late, on purpose");
                        })));
    }

    private static Arguments ending(String name, int code, Function<Exchange, Mono<? extends McpResult>> body) {
        return Arguments.argumentSet(name, code, body);
    }

    @ParameterizedTest
    @MethodSource("endings")
    void everyOutcomeIsOneResponse(int code, Function<Exchange, Mono<? extends McpResult>> body) {
        List<JsonRpcMessage> messages = collect(dispatch(body));
        assertThat(messages).singleElement().satisfies(message -> answers(message, code));
    }

    @ParameterizedTest
    @MethodSource("endings")
    void theResponseFollowsTheMessages(int code, Function<Exchange, Mono<? extends McpResult>> body) {
        JsonRpcNotification before = new JsonRpcNotification("notifications/test", Map.of());
        List<JsonRpcMessage> messages = collect(dispatch(exchange -> {
            exchange.send(before);
            return body.apply(exchange);
        }));
        assertThat(messages).hasSize(2);
        assertThat(messages.get(0)).isSameAs(before);
        answers(messages.get(1), code);
    }

    @Test
    void aCancellationThatFailsDoesNotFailTheCaller() {
        AtomicBoolean cancelled = new AtomicBoolean();
        dispatch(exchange -> Mono.create(sink -> sink.onCancel(() -> {
                    cancelled.set(true);
                    throw new NoClassDefFoundError("on purpose");
                })))
                .subscribe()
                .dispose();
        assertThat(cancelled).isTrue();
    }

    @Test
    void messagesAfterTheResponseAreDropped() {
        AtomicReference<Exchange> kept = new AtomicReference<>();
        List<JsonRpcMessage> messages = new CopyOnWriteArrayList<>();
        dispatch(exchange -> {
                    kept.set(exchange);
                    return Mono.just(RESULT);
                })
                .subscribe(messages::add);
        kept.get().send(new JsonRpcNotification("notifications/test", Map.of()));
        assertThat(messages).hasSize(1);
        assertThat(kept.get().isCancelled()).isTrue();
    }

    @Test
    void aClientThatDoesNotAcceptAStreamGetsNoMessages() {
        List<JsonRpcMessage> messages = collect(dispatcher(exchange -> {
                    exchange.send(new JsonRpcNotification("notifications/test", Map.of()));
                    return Mono.just(RESULT);
                })
                .dispatch(
                        request("ping", false),
                        TestDispatcher.context(ProtocolVersion.V2025_11_25, ClientCapabilities.NONE, false)));
        assertThat(messages).hasSize(1);
    }

    @Test
    void severalThreadsMaySendAtTheSameTime() {
        List<JsonRpcMessage> messages = collect(dispatch(exchange -> Flux.range(0, 400)
                .parallel(4)
                .runOn(Schedulers.parallel())
                .doOnNext(number -> exchange.send(new JsonRpcNotification("notifications/test", number)))
                .sequential()
                .then(Mono.just(RESULT))));
        assertThat(messages).hasSize(401);
        assertThat(messages.subList(0, 400).stream().map(message -> ((JsonRpcNotification) message).params()))
                .doesNotHaveDuplicates();
        answers(messages.get(400), 0);
    }

    @Test
    void cancellingTheMessagesCancelsTheWork() {
        AtomicBoolean cancelled = new AtomicBoolean();
        AtomicReference<Exchange> kept = new AtomicReference<>();
        Disposable client = dispatch(exchange -> {
                    kept.set(exchange);
                    return Mono.<McpResult>never().doOnCancel(() -> cancelled.set(true));
                })
                .subscribe();
        assertThat(kept.get().isCancelled()).isFalse();
        client.dispose();
        assertThat(cancelled).isTrue();
        assertThat(kept.get().isCancelled()).isTrue();
    }

    @Test
    void eachSubscriptionIsASeparateCall() {
        List<Exchange> calls = new ArrayList<>();
        Flux<JsonRpcMessage> messages = dispatch(exchange -> {
            calls.add(exchange);
            return Mono.just(RESULT);
        });
        assertThat(calls).isEmpty();
        messages.blockLast();
        messages.blockLast();
        assertThat(calls).hasSize(2).doesNotHaveDuplicates();
    }

    @Test
    void theHandlerSeesTheReactorContextOfItsSubscriber() {
        AtomicReference<String> seen = new AtomicReference<>();
        dispatch(exchange -> Mono.deferContextual(context -> {
                    seen.set(context.get("who"));
                    return Mono.just(RESULT);
                }))
                .contextWrite(context -> context.put("who", "Ada"))
                .blockLast();
        assertThat(seen).hasValue("Ada");
    }

    @Test
    void paramsOfTheWrongTypeAreAnInvalidParameter() {
        JsonRpcMessage message = dispatcher(exchange -> Mono.just(RESULT))
                .dispatch(request("ping", true), TestDispatcher.context(ProtocolVersion.V2025_11_25))
                .blockLast();
        answers(message, JsonRpcError.INVALID_PARAMS);
    }

    @Test
    void aMethodExistsOnlyInItsRevisions() {
        McpDispatcher dispatcher = dispatcher(exchange -> Mono.just(RESULT));
        for (ProtocolVersion version : ProtocolVersion.values()) {
            int code = RequestMethod.PING.existsIn(version) ? 0 : JsonRpcError.METHOD_NOT_FOUND;
            answers(
                    dispatcher
                            .dispatch(request("ping", false), TestDispatcher.context(version))
                            .blockLast(),
                    code);
            answers(
                    dispatcher
                            .dispatch(request("test/other", false), TestDispatcher.context(version))
                            .blockLast(),
                    JsonRpcError.METHOD_NOT_FOUND);
        }
        assertThat(RequestMethod.PING.existsIn(ProtocolVersion.V2025_03_26)).isTrue();
        assertThat(RequestMethod.PING.existsIn(ProtocolVersion.V2026_07_28)).isFalse();
    }

    private static Flux<JsonRpcMessage> dispatch(Function<Exchange, Mono<? extends McpResult>> body) {
        return dispatcher(body).dispatch(request("ping", false), TestDispatcher.context(ProtocolVersion.V2025_11_25));
    }

    private static McpDispatcher dispatcher(Function<Exchange, Mono<? extends McpResult>> body) {
        return TestDispatcher.of(new Shutdown(), Map.of("ping", new Handler(body)));
    }

    private static List<JsonRpcMessage> collect(Flux<JsonRpcMessage> messages) {
        return messages.collectList().block(Duration.ofSeconds(20));
    }

    private static void answers(JsonRpcMessage message, int code) {
        assertThat(((JsonRpcResponse) message).id()).isEqualTo(ID);
        if (code == 0) {
            assertThat(message).isEqualTo(new JsonRpcResponse.Success(ID, RESULT));
        } else {
            assertThat(((JsonRpcResponse.Failure) message).error().code()).isEqualTo(code);
            assertThat(((JsonRpcResponse.Failure) message).error().message()).doesNotContain("on purpose");
        }
    }

    private static JsonRpcRequest request(String method, boolean wrong) {
        ObjectNode params = JsonNodeFactory.instance.objectNode();
        return new JsonRpcRequest(ID, method, wrong ? params.put("wrong", true) : params);
    }

    /** A publisher that violates the rules of Reactive Streams. */
    private static Mono<McpResult> rogue(Consumer<CoreSubscriber<? super McpResult>> signals) {
        return new Mono<>() {
            @Override
            public void subscribe(CoreSubscriber<? super McpResult> subscriber) {
                subscriber.onSubscribe(new Subscription() {
                    @Override
                    public void request(long count) {}

                    @Override
                    public void cancel() {}
                });
                signals.accept(subscriber);
            }
        };
    }
}
