package io.mcpspring.webflux;

import io.mcpspring.http.BodyLimits;
import io.mcpspring.memory.RequestMemory;
import java.util.Arrays;
import java.util.function.BiFunction;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoSink;
import reactor.util.context.Context;

/** Reads the bodies of requests within their limits. */
final class BodyReader {

    private static final byte[] EMPTY = {};

    private final BodyLimits limits;

    BodyReader(BodyLimits limits) {
        this.limits = limits;
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
                memory -> arrival(request, memory).flatMap(body -> use.apply(body, memory)),
                RequestMemory::release);
    }

    private Mono<byte[]> arrival(WebFluxRequest request, RequestMemory memory) {
        return request.exchange().getRequest().getHeaders().getContentLength() > limits.maxSize()
                ? Mono.error(limits::tooLarge)
                : Mono.create(sink -> new Arrival(request, memory, sink).begin());
    }

    /** A body that arrives. Copies each part at once, because the web server would keep its buffers in its pool. */
    private final class Arrival extends BaseSubscriber<DataBuffer> {

        private final WebFluxRequest request;

        private final RequestMemory memory;

        private final MonoSink<byte[]> sink;

        private final Context context;

        private final Disposable.Swap timer = Disposables.swap();

        private byte[] bytes = EMPTY;

        private int size;

        Arrival(WebFluxRequest request, RequestMemory memory, MonoSink<byte[]> sink) {
            this.request = request;
            this.memory = memory;
            this.sink = sink;
            // Reactor Netty signals the loss of a connection again when its response has ended meanwhile.
            this.context = DroppedErrors.ignored(Context.of(sink.contextView()));
        }

        void begin() {
            sink.onCancel(Disposables.composite(this, timer));
            request.exchange().getRequest().getBody().subscribe(this);
            if (!timer.isDisposed()) {
                timer.update(request.connection().after(limits.timeout(), this::refuse));
            }
        }

        private void refuse() {
            if (!isDisposed()) {
                cancel();
                sink.error(limits.tooSlow());
            }
        }

        @Override
        public Context currentContext() {
            return context;
        }

        @Override
        protected void hookOnNext(DataBuffer part) {
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

        @Override
        protected void hookOnComplete() {
            timer.dispose();
            byte[] body = size == bytes.length ? bytes : Arrays.copyOf(bytes, size);
            // The sink refers to this object until the response ends, which may take longer than the body is needed.
            bytes = EMPTY;
            sink.success(request.connection().isAnswered() ? null : body);
        }

        @Override
        protected void hookOnError(Throwable failure) {
            timer.dispose();
            if (BodyLimits.isLost(failure)) {
                sink.success();
            } else {
                sink.error(limits.refusal(failure));
            }
        }
    }
}
