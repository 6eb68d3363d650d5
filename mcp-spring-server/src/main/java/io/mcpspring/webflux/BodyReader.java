package io.mcpspring.webflux;

import io.mcpspring.http.BodyLimits;
import io.mcpspring.memory.RequestMemory;
import io.mcpspring.server.Deadlines;
import java.util.Arrays;
import java.util.function.BiFunction;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.http.server.reactive.ServerHttpRequest;
import reactor.core.publisher.Mono;

/** Reads the bodies of requests within their limits. */
final class BodyReader {

    private final BodyLimits limits;

    /** Fails at the time limit. */
    private final Mono<Body> late;

    BodyReader(BodyLimits limits) {
        this.limits = limits;
        this.late = Deadlines.after(limits.timeout()).then(Mono.error(limits::tooSlow));
    }

    /**
     * Reads a body and processes it. Its bytes are counted until the processing ends, and as long as the given memory
     * is held.
     *
     * @return the result; fails with a refusal, and is empty if there is nobody to answer: the client has closed its
     *     connection before its request was complete, or the web server has answered it itself
     */
    <T> Mono<T> read(WebFluxRequest request, BiFunction<byte[], RequestMemory, Mono<T>> use) {
        return Mono.using(
                () -> limits.memory(request),
                memory -> arrival(request.exchange().getRequest(), memory)
                        .flatMap(body -> use.apply(body.bytes(), memory)),
                RequestMemory::release);
    }

    private Mono<Body> arrival(ServerHttpRequest request, RequestMemory memory) {
        if (request.getHeaders().getContentLength() > limits.maxSize()) {
            return Mono.error(limits::tooLarge);
        }
        Mono<Body> body = request.getBody().collect(() -> new Body(memory), Body::add);
        // A body that is there at once needs no timer.
        return Mono.firstWithSignal(body, late)
                .onErrorComplete(BodyLimits::isLost)
                .onErrorMap(limits::refusal)
                .filter(complete -> !ClientConnection.of(request).isAnswered())
                // Reactor Netty signals the loss of a connection again when its response has ended meanwhile.
                .contextWrite(DroppedErrors::ignored);
    }

    /** A body that arrives. Copies each part at once, because the web server would keep its buffers in its pool. */
    private final class Body {

        private final RequestMemory memory;

        private byte[] bytes = {};

        private int size;

        Body(RequestMemory memory) {
            this.memory = memory;
        }

        void add(DataBuffer part) {
            try {
                int more = part.readableByteCount();
                int after = limits.count(memory, size, more);
                // The first part, which most bodies are, gets exactly its size.
                if (after > bytes.length) {
                    bytes = Arrays.copyOf(bytes, Math.max(after, 2 * size));
                }
                part.read(bytes, size, more);
                size = after;
            } finally {
                DataBufferUtils.release(part);
            }
        }

        byte[] bytes() {
            return size == bytes.length ? bytes : Arrays.copyOf(bytes, size);
        }
    }
}
