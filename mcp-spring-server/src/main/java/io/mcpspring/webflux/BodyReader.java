package io.mcpspring.webflux;

import io.mcpspring.http.BodyLimits;
import io.mcpspring.memory.RequestMemory;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import org.reactivestreams.Subscription;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.http.server.reactive.ServerHttpRequest;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoSink;
import reactor.util.context.Context;

/**
 * Reads the body of a request within its limits. Copies each part at once, because the web server would keep its
 * buffers in its pool.
 */
final class BodyReader<T> extends BaseSubscriber<DataBuffer> {

    private static final byte[] EMPTY = {};

    private final BodyLimits limits;

    private final WebFluxRequest request;

    private final BiFunction<byte[], RequestMemory, Mono<T>> use;

    private final Function<Throwable, Mono<T>> failed;

    private final MonoSink<T> sink;

    private final Context context;

    private final RequestMemory memory;

    private final AtomicBoolean released = new AtomicBoolean();

    private final Disposable.Swap timer = Disposables.swap();

    private final Disposable.Swap processing = Disposables.swap();

    private byte[] bytes = EMPTY;

    private int size;

    private BodyReader(
            BodyLimits limits,
            WebFluxRequest request,
            BiFunction<byte[], RequestMemory, Mono<T>> use,
            Function<Throwable, Mono<T>> failed,
            MonoSink<T> sink) {
        this.limits = limits;
        this.request = request;
        this.use = use;
        this.failed = failed;
        this.sink = sink;
        // Reactor Netty signals the loss of a connection again when its response has ended meanwhile.
        this.context = DroppedErrors.ignored(Context.of(sink.contextView()));
        this.memory = limits.memory(request);
    }

    /**
     * Reads a body and processes it. Its bytes are counted until the processing ends, and as long as the given memory
     * is held.
     *
     * @param use processes the body; never empty
     * @param failed returns the result if the body cannot be read, or if its processing fails; never empty
     * @return the result; empty if there is nobody to answer: the client has closed its connection before its request
     *     was complete, or the web server has answered it itself
     */
    static <T> Mono<T> read(
            BodyLimits limits,
            WebFluxRequest request,
            BiFunction<byte[], RequestMemory, Mono<T>> use,
            Function<Throwable, Mono<T>> failed) {
        return Mono.create(sink -> new BodyReader<>(limits, request, use, failed, sink).begin());
    }

    private void begin() {
        sink.onDispose(this::release);
        sink.onCancel(this);
        ServerHttpRequest message = request.exchange().getRequest();
        if (message.getHeaders().getContentLength() > limits.maxSize()) {
            hookOnError(limits.tooLarge());
            return;
        }
        message.getBody().subscribe(this);
        if (!isDisposed()) {
            timer.update(request.connection().after(limits.timeout(), this::refuse));
        }
    }

    @Override
    public void dispose() {
        timer.dispose();
        processing.dispose();
        super.dispose();
    }

    private void refuse() {
        if (!isDisposed()) {
            Subscription body = upstream();
            if (body != null) {
                body.cancel();
            }
            // Has no effect if the body has ended at the same time.
            onError(limits.tooSlow());
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
        if (request.connection().isAnswered()) {
            sink.success();
            return;
        }
        byte[] body = size == bytes.length ? bytes : Arrays.copyOf(bytes, size);
        // The sink refers to this object until the response begins, which may take longer than the body is needed.
        bytes = EMPTY;
        pass(use.apply(body, memory), this::fail);
    }

    @Override
    protected void hookOnError(Throwable failure) {
        timer.dispose();
        if (BodyLimits.isLost(failure)) {
            sink.success();
        } else {
            fail(limits.refusal(failure));
        }
    }

    private void fail(Throwable failure) {
        release();
        pass(failed.apply(failure), sink::error);
    }

    private void pass(Mono<T> result, Consumer<Throwable> failure) {
        Context subscriber = Context.of(sink.contextView());
        processing.replace(result.subscribe(this::succeed, failure, null, subscriber));
    }

    private void succeed(T result) {
        release();
        sink.success(result);
    }

    private void release() {
        if (released.compareAndSet(false, true)) {
            memory.release();
        }
    }
}
