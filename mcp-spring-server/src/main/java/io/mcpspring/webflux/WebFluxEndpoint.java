package io.mcpspring.webflux;

import io.mcpspring.Internal;
import io.mcpspring.UserCode;
import io.mcpspring.http.EventFormat;
import io.mcpspring.http.McpHttpHandler;
import io.mcpspring.http.McpHttpResponse;
import io.mcpspring.http.McpHttpResponse.Events;
import io.mcpspring.http.McpHttpResponse.Whole;
import io.mcpspring.http.StreamSettings;
import io.mcpspring.memory.RequestMemory;
import io.mcpspring.server.Deadlines;
import io.mcpspring.server.StreamEvent;
import io.mcpspring.webflux.ClientOutput.Block;
import io.mcpspring.webflux.ReplyEvents.Patience;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.web.cors.CorsConfiguration;
import org.springframework.web.cors.reactive.CorsConfigurationSource;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebHandler;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** The endpoint as a handler of WebFlux. */
@Internal
public final class WebFluxEndpoint implements WebHandler, CorsConfigurationSource {

    /** The number of bytes above which the time to parse a body would delay the other clients of an event loop. */
    private static final int LARGE_BODY = 100 * 1024;

    private final McpHttpHandler handler;

    private final Connections connections;

    private final BodyReader bodies;

    private final ClientWriter writer;

    private final @Nullable Patience patience;

    /** @param streams how streams are written */
    public WebFluxEndpoint(McpHttpHandler handler, StreamSettings streams, Connections connections) {
        StreamSettings detecting = connections.detecting(streams);
        this.handler = handler;
        this.connections = connections;
        this.bodies = new BodyReader(handler.settings().bodies(), connections);
        this.writer = new ClientWriter(detecting, connections);
        this.patience = detecting.keepAlive().isZero() ? null : new Patience(detecting.keepAlive(), new Deadlines());
    }

    /** Returns how streams are written. */
    public StreamSettings streams() {
        return writer.settings();
    }

    /** Handles a request for the path of the endpoint. Another path is answered by an error with the correct one. */
    @Override
    public Mono<Void> handle(ServerWebExchange exchange) {
        Mono<McpHttpResponse> response = attempt(
                WebFluxRequest.of(exchange, connections),
                () -> handler.callers()
                        .find(exchange.getPrincipal())
                        .flatMap(caller -> respond(new WebFluxRequest(exchange, connections, caller))));
        return connections
                .publish(response, exchange.getResponse())
                .flatMap(decided -> write(decided, exchange.getResponse()));
    }

    @Override
    public @Nullable CorsConfiguration getCorsConfiguration(ServerWebExchange exchange) {
        return handler.cors(WebFluxRequest.of(exchange, connections));
    }

    private Mono<McpHttpResponse> respond(WebFluxRequest request) {
        return attempt(request, () -> {
            McpHttpResponse early = handler.beforeBody(request);
            return early == null
                    ? bodies.read(
                            request.exchange().getRequest(),
                            (body, memory) -> body.length > LARGE_BODY
                                    ? handleElsewhere(request, body, memory)
                                    : handle(request, body, memory))
                    : afterBody(request.exchange(), early);
        });
    }

    /**
     * Returns the response of an action, or the one to its failure. To what it throws as well: operators do not signal
     * errors of the JVM.
     */
    private Mono<McpHttpResponse> attempt(WebFluxRequest request, Supplier<Mono<McpHttpResponse>> action) {
        Function<Throwable, Mono<McpHttpResponse>> failed = failure -> failure instanceof LostClientException
                // Otherwise the web server would log an error if a client disconnects before its request is complete.
                ? Mono.empty()
                : Mono.just(handler.failed(request, failure));
        return UserCode.call(() -> action.get().onErrorResume(failed), failed);
    }

    // Otherwise the rest of the body would be read as the next request on the connection.
    private Mono<McpHttpResponse> afterBody(ServerWebExchange exchange, McpHttpResponse response) {
        return bodies.skip(exchange.getRequest())
                .onErrorResume(failure -> !(failure instanceof LostClientException), refused -> {
                    exchange.getResponse().getHeaders().setConnection("close");
                    return Mono.empty();
                })
                .then(decided(response));
    }

    // Handed over, because the operators refer to their work, and so to the body, until the response ends. A running
    // task is not cancelled with the HTTP exchange, because that would interrupt the work of a legacy request.
    private Mono<McpHttpResponse> handleElsewhere(WebFluxRequest request, byte[] body, RequestMemory memory) {
        AtomicReference<byte @Nullable []> handedOver = new AtomicReference<>(body);
        return Mono.<Mono<McpHttpResponse>>create(sink -> {
                    sink.onCancel(() -> handedOver.set(null));
                    Schedulers.boundedElastic().schedule(() -> {
                        byte[] received = handedOver.getAndSet(null);
                        if (received != null) {
                            sink.success(handle(request, received, memory));
                        }
                    });
                })
                .flatMap(response -> response);
    }

    private Mono<McpHttpResponse> handle(WebFluxRequest request, byte[] body, RequestMemory memory) {
        return decided(handler.handle(request, body, memory));
    }

    /** Returns a response that is whole, or a stream: the first event decides. */
    private Mono<McpHttpResponse> decided(McpHttpResponse response) {
        if (!(response instanceof Events undecided)) {
            return Mono.just(response);
        }
        // The response must not refer to the work, and so to the body, until it ends.
        Function<@Nullable StreamEvent, @Nullable Whole> plain = undecided.plain();
        Map<String, String> headers = undecided.headers();
        return Mono.deferContextual(context -> {
            ReplyEvents events = new ReplyEvents(context);
            return events.begin(undecided, undecided.patient() ? patience : null)
                    .map(first -> either(plain.apply(first), headers, () -> events.all(first)))
                    .switchIfEmpty(Mono.fromSupplier(() -> either(plain.apply(null), headers, Flux::empty)));
        });
    }

    private static McpHttpResponse either(
            @Nullable Whole whole, Map<String, String> headers, Supplier<Flux<StreamEvent>> events) {
        return whole != null ? whole : Events.stream(headers, events.get());
    }

    static void begin(Whole whole, ServerHttpResponse target) {
        target.setStatusCode(whole.status());
        whole.headers().forEach(target.getHeaders()::set);
        if (whole.body() != null) {
            target.getHeaders().setContentLength(whole.body().size());
        }
    }

    private Mono<Void> write(McpHttpResponse response, ServerHttpResponse target) {
        if (response instanceof Whole whole) {
            begin(whole, target);
            return whole.body() == null ? target.setComplete() : writer.write(whole.body(), target);
        }
        Events stream = (Events) response;
        target.setStatusCode(HttpStatus.OK);
        stream.headers().forEach(target.getHeaders()::set);
        Flux<Block> blocks = Flux.defer(() -> {
            EventFormat format = new EventFormat();
            return stream.events().mapNotNull(event -> {
                byte[] bytes = format.format(event);
                return bytes == null ? null : new Block(bytes);
            });
        });
        return writer.write(blocks, EventFormat.comment(), target);
    }
}
