package io.mcpspring.webflux;

import io.mcpspring.Internal;
import io.mcpspring.UserCode;
import io.mcpspring.exchange.CallContext.Attributes;
import io.mcpspring.http.McpHttpHandler;
import io.mcpspring.http.McpHttpResponse;
import io.mcpspring.http.McpHttpResponse.Events;
import io.mcpspring.http.McpHttpResponse.Whole;
import io.mcpspring.http.OriginPolicy;
import io.mcpspring.http.StreamSettings;
import io.mcpspring.memory.RequestMemory;
import java.io.EOFException;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.web.cors.CorsConfiguration;
import org.springframework.web.cors.reactive.CorsConfigurationSource;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebHandler;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/**
 * The endpoint as a handler of WebFlux.
 *
 * @param streams how streams are written
 */
@Internal
public record WebFluxEndpoint(McpHttpHandler handler, StreamSettings streams)
        implements WebHandler, CorsConfigurationSource {

    /** The size of a body above which parsing and checking it would delay the other clients of an event loop. */
    private static final int MAX_BYTES_ON_EVENT_LOOP = 4 * 1024;

    /**
     * Handles a request for the path of the endpoint or for metadata. Another path is answered by an error with the
     * correct one.
     */
    @Override
    public Mono<Void> handle(ServerWebExchange exchange) {
        WebFluxRequest request = WebFluxRequest.of(exchange);
        HttpHeaders headers = exchange.getResponse().getHeaders();
        OriginPolicy.expose(headers::getOrEmpty, headers::add);
        return UserCode.call(() -> handler.callers().find(exchange.getPrincipal()), Mono::<Attributes>error)
                .flatMap(caller -> respond(request.with(caller)))
                .onErrorResume(failure -> failed(request, failure))
                .flatMap(request.connection()::onEventLoop)
                // Spring knows this exception as that of a lost connection, and does not report a failure of the
                // server.
                .onErrorMap(IOException.class, lost -> new EOFException("Lost").initCause(lost));
    }

    @Override
    public @Nullable CorsConfiguration getCorsConfiguration(ServerWebExchange exchange) {
        return handler.cors(WebFluxRequest.of(exchange));
    }

    /** Emits what writes the response; empty if there is nobody to answer. */
    private Mono<Mono<Void>> respond(WebFluxRequest request) {
        McpHttpResponse early = handler.beforeBody(request);
        return early == null
                ? BodyReader.read(
                        handler.settings().bodies(),
                        request,
                        (body, memory) -> body.length > MAX_BYTES_ON_EVENT_LOOP
                                ? handleOffEventLoop(request, body, memory)
                                : handle(request, body, memory),
                        failure -> failed(request, failure))
                : afterBody(request, early);
    }

    private Mono<Mono<Void>> failed(WebFluxRequest request, Throwable failure) {
        return decided(request, handler.failed(request, failure));
    }

    // Otherwise the rest of the body would be read as the next request on the connection.
    private Mono<Mono<Void>> afterBody(WebFluxRequest request, McpHttpResponse response) {
        Mono<Mono<Void>> decided = decided(request, response).onErrorResume(failure -> failed(request, failure));
        return BodyReader.read(handler.settings().bodies(), request, (body, memory) -> decided, unread -> {
            request.exchange().getResponse().getHeaders().setConnection("close");
            return decided;
        });
    }

    // Handed over, because the operators refer to their work, and so to the body, until the response ends, and a client
    // may leave while all workers are busy.
    private Mono<Mono<Void>> handleOffEventLoop(WebFluxRequest request, byte[] body, RequestMemory memory) {
        AtomicReference<byte @Nullable []> handedOver = new AtomicReference<>(body);
        Disposable.Swap begun = Disposables.swap();
        return Mono.create(sink -> {
            sink.onCancel(Disposables.composite(() -> handedOver.set(null), begun));
            Schedulers.boundedElastic().schedule(() -> {
                byte[] received = handedOver.getAndSet(null);
                if (received != null) {
                    UserCode.run(
                            () -> begun.update(handle(request, received, memory)
                                    .contextWrite(sink.contextView())
                                    .subscribe(sink::success, sink::error)),
                            failure -> UserCode.fail(sink, failure));
                }
            });
        });
    }

    private Mono<Mono<Void>> handle(WebFluxRequest request, byte[] body, RequestMemory memory) {
        return decided(request, handler.handle(request, body, memory));
    }

    private Mono<Mono<Void>> decided(WebFluxRequest request, McpHttpResponse response) {
        return response instanceof Events events
                ? WebFluxReply.begin(streams, events, request)
                : Mono.just(WebFluxReply.write((Whole) response, streams, request, RequestMemory.UNCOUNTED));
    }
}
