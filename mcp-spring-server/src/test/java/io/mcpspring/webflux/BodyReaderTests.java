package io.mcpspring.webflux;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.exchange.CallContext.Attributes;
import io.mcpspring.http.BodyLimits;
import io.mcpspring.memory.ByteBudget;
import java.io.IOException;
import java.net.SocketException;
import java.security.Principal;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DefaultDataBufferFactory;
import org.springframework.http.HttpStatus;
import org.springframework.mock.http.server.reactive.MockServerHttpRequest;
import org.springframework.mock.web.server.MockServerWebExchange;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/** The bytes of a body are counted until they are released. */
class BodyReaderTests {

    private static final Map<String, HttpStatus> STATUS = Map.of(
            "The request is larger", HttpStatus.CONTENT_TOO_LARGE,
            "The request did not arrive", HttpStatus.REQUEST_TIMEOUT,
            "The request is incomplete", HttpStatus.BAD_REQUEST,
            "The server is processing too many", HttpStatus.SERVICE_UNAVAILABLE);

    private static final int MAX_SIZE = 1_000_000;

    private final ByteBudget budget = new ByteBudget(1_000_000);

    private final BodyLimits limits = limits(Duration.ofSeconds(60));

    private BodyLimits limits(Duration timeout) {
        return new BodyLimits(MAX_SIZE, timeout, budget);
    }

    @Test
    void bytesAreCountedUntilTheBodyHasBeenUsed() {
        Sinks.Empty<Integer> use = Sinks.empty();
        CompletableFuture<Integer> outcome = BodyReader.read(
                        limits,
                        request(bytes(100_000), bytes(200_000)),
                        (body, memory) -> use.asMono().defaultIfEmpty(body.length),
                        Mono::error)
                .toFuture();
        assertThat(used()).isEqualTo(300_000);
        use.tryEmitEmpty();
        assertThat(outcome.join()).isEqualTo(300_000);
        assertThat(used()).isZero();
    }

    @Test
    void bytesAreCountedAsLongAsTheyAreHeld() {
        Disposable held = BodyReader.read(
                        limits, request(bytes(100_000)), (body, memory) -> Mono.just(memory.hold()), Mono::error)
                .block();
        assertThat(used()).isEqualTo(100_000);
        held.dispose();
        held.dispose();
        assertThat(used()).isZero();
    }

    @Test
    void bytesOfDroppedParametersAreNotCounted() {
        Disposable held = BodyReader.read(
                        limits,
                        request(bytes(100_000)),
                        (body, memory) -> {
                            Disposable hold = memory.hold();
                            memory.drop();
                            return Mono.just(hold);
                        },
                        Mono::error)
                .block();
        assertThat(used()).isZero();
        held.dispose();
        assertThat(used()).isZero();
    }

    @Test
    void bytesOfAnAbortedBodyAreNotCounted() {
        Sinks.Many<DataBuffer> cancelled = slow(bytes(100_000));
        Disposable reading = read(cancelled.asFlux()).subscribe();
        assertThat(used()).isEqualTo(100_000);
        reading.dispose();
        assertThat(used()).isZero();
        assertThat(cancelled.currentSubscriberCount()).isZero();
        assertThat(read(Flux.just(bytes(100_000)).concatWith(Flux.error(new IllegalStateException())))
                        .onErrorReturn(-1)
                        .block())
                .isEqualTo(-1);
        assertThat(refusal(read(Flux.just(bytes(600_000), bytes(400_001))).toFuture()))
                .isEqualTo(HttpStatus.CONTENT_TOO_LARGE);
        assertThat(used()).isZero();
    }

    @Test
    void aBodyIsRefusedIfTheMemoryIsInUse() {
        Sinks.Many<DataBuffer> first = slow(bytes(900_000));
        CompletableFuture<Integer> reading = read(first.asFlux()).toFuture();
        assertThat(refusal(read(Flux.just(bytes(1))).toFuture())).isEqualTo(HttpStatus.SERVICE_UNAVAILABLE);
        assertThat(refusal(readAsAnother(bytes(100_001)).toFuture())).isEqualTo(HttpStatus.SERVICE_UNAVAILABLE);
        assertThat(readAsAnother(bytes(100_000)).block()).isEqualTo(100_000);
        first.tryEmitComplete();
        assertThat(reading.join()).isEqualTo(900_000);
        assertThat(read(Flux.just(bytes(500_000))).block()).isEqualTo(500_000);
        assertThat(used()).isZero();
    }

    @Test
    void aBodyThatDoesNotArriveIsRefused() {
        BodyLimits hasty = limits(Duration.ofMillis(80));
        Sinks.Many<DataBuffer> slow = slow(bytes(100_000));
        assertThat(refusal(BodyReader.read(
                                hasty, request(slow.asFlux()), (body, memory) -> Mono.just(body.length), Mono::error)
                        .toFuture()))
                .isEqualTo(HttpStatus.REQUEST_TIMEOUT);
        assertThat(used()).isZero();
        assertThat(slow.currentSubscriberCount()).isZero();
    }

    @Test
    void aBodyThatCannotBeReadIsRefused() {
        CompletableFuture<Integer> outcome =
                read(Flux.error(new IOException("Invalid chunk"))).toFuture();
        assertThat(refusal(outcome)).isEqualTo(HttpStatus.BAD_REQUEST);
    }

    @Test
    void aConnectionThatIsResetGetsNoResponse() {
        assertThat(read(Flux.error(new SocketException("Connection reset"))).toFuture())
                .succeedsWithin(Duration.ofSeconds(20))
                .isNull();
    }

    private Mono<Integer> read(Flux<DataBuffer> body) {
        return BodyReader.read(limits, request(body), (bytes, memory) -> Mono.just(bytes.length), Mono::error);
    }

    private Mono<Integer> readAsAnother(DataBuffer body) {
        WebFluxRequest request = request(body).with(Attributes.NONE.with(Principal.class, () -> "ada"));
        return BodyReader.read(limits, request, (bytes, memory) -> Mono.just(bytes.length), Mono::error);
    }

    @Test
    void aCallerHoldsAtMostAQuarterOfTheMemoryBesidesOneBody() {
        Sinks.Many<DataBuffer> first = slow(bytes(200_000));
        Disposable reading = read(first.asFlux()).subscribe();
        assertThat(read(Flux.just(bytes(50_000))).block()).isEqualTo(50_000);
        assertThat(refusal(read(Flux.just(bytes(50_001))).toFuture())).isEqualTo(HttpStatus.SERVICE_UNAVAILABLE);
        assertThat(readAsAnother(bytes(250_000)).block()).isEqualTo(250_000);
        reading.dispose();
        assertThat(used()).isZero();
    }

    private long used() {
        return 1_000_000 - budget.left();
    }

    private static HttpStatus refusal(CompletableFuture<?> outcome) {
        try {
            throw new AssertionError("There is an outcome: "
                    + outcome.orTimeout(20, TimeUnit.SECONDS).join());
        } catch (CompletionException ex) {
            return STATUS.entrySet().stream()
                    .filter(refusal -> ex.getCause().getMessage().startsWith(refusal.getKey()))
                    .map(Map.Entry::getValue)
                    .findFirst()
                    .orElseThrow();
        }
    }

    private static WebFluxRequest request(DataBuffer... parts) {
        return request(Flux.just(parts));
    }

    private static WebFluxRequest request(Flux<DataBuffer> body) {
        return WebFluxRequest.of(
                MockServerWebExchange.from(MockServerHttpRequest.post("/mcp").body(body)));
    }

    private static Sinks.Many<DataBuffer> slow(DataBuffer first) {
        Sinks.Many<DataBuffer> body = Sinks.many().unicast().onBackpressureBuffer();
        body.tryEmitNext(first);
        return body;
    }

    private static DataBuffer bytes(int size) {
        return DefaultDataBufferFactory.sharedInstance.wrap(new byte[size]);
    }
}
