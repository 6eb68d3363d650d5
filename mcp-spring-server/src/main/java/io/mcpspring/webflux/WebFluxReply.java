package io.mcpspring.webflux;

import io.mcpspring.UserCode;
import io.mcpspring.http.EventFormat;
import io.mcpspring.http.McpHttpResponse.Events;
import io.mcpspring.http.McpHttpResponse.Whole;
import io.mcpspring.http.StreamSettings;
import io.mcpspring.memory.RequestMemory;
import io.mcpspring.protocol.MessageBytes;
import io.mcpspring.server.StreamEvent;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferFactory;
import org.springframework.http.HttpStatus;
import org.springframework.http.server.reactive.ServerHttpResponse;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoSink;
import reactor.core.publisher.SignalType;
import reactor.util.context.Context;

/**
 * The reply to a request: the first event decides whether it is whole, or a stream. Refers neither to the work nor to
 * its request when the work has ended.
 */
final class WebFluxReply extends BaseSubscriber<StreamEvent> {

    private final StreamSettings settings;

    private final WebFluxRequest request;

    private final Context context;

    private final Map<String, String> headers;

    private final RequestMemory memory;

    private final MonoSink<Mono<Void>> writing;

    /** {@code null} when the form of the response is decided. */
    private @Nullable Function<@Nullable StreamEvent, @Nullable Whole> plain;

    private final Disposable.Swap timer = Disposables.swap();

    private @Nullable ClientOutput output;

    private @Nullable EventFormat format;

    private WebFluxReply(StreamSettings settings, Events events, WebFluxRequest request, MonoSink<Mono<Void>> writing) {
        this.settings = settings;
        this.request = request;
        this.context = Context.of(writing.contextView());
        this.headers = events.headers();
        this.memory = events.memory();
        this.writing = writing;
        this.plain = events.plain();
    }

    /** Begins the work; emits what writes the response when that is decided. */
    static Mono<Mono<Void>> begin(StreamSettings settings, Events events, WebFluxRequest request) {
        return Mono.create(writing -> new WebFluxReply(settings, events, request, writing).begin(events));
    }

    private void begin(Events events) {
        writing.onCancel(this);
        events.events().subscribe(this);
        Duration patience = settings.keepAlive();
        // Most replies are decided at once, and need no timer.
        Runnable onStream = events.onStream();
        if (onStream != null && !patience.isZero() && !timer.isDisposed()) {
            timer.update(request.connection().after(patience, () -> {
                onStream.run();
                accept(new StreamEvent.Opening());
            }));
        }
    }

    @Override
    public Context currentContext() {
        return context;
    }

    @Override
    protected void hookOnNext(StreamEvent event) {
        accept(event);
    }

    @Override
    protected void hookOnComplete() {
        accept(null);
    }

    /** Writes an event, or the end of all events; then emits what writes the response if this has decided on it. */
    private void accept(@Nullable StreamEvent event) {
        Mono<Void> decided = decide(event);
        byte[] block = format(event);
        if (output != null && event == null) {
            output.complete();
        } else if (output != null && block != null) {
            output.send(block);
        }
        if (decided != null) {
            writing.success(decided);
        }
    }

    @Override
    protected void hookOnError(Throwable failure) {
        if (output != null) {
            output.fail(failure);
        }
        // Has no effect if the response has begun.
        UserCode.fail(writing, failure);
    }

    @Override
    protected void hookFinally(SignalType signal) {
        timer.dispose();
    }

    /** Returns what writes the response if it is decided by this event; {@code null} if it is decided already. */
    private synchronized @Nullable Mono<Void> decide(@Nullable StreamEvent first) {
        if (plain == null) {
            return null;
        }
        Whole whole = plain.apply(first);
        plain = null;
        timer.dispose();
        if (whole != null) {
            return write(whole, settings, request, memory);
        }
        format = new EventFormat();
        ClientOutput stream = new ClientOutput(settings, request.connection(), memory.ofResponse(), this);
        output = stream;
        return Mono.defer(() -> {
            ServerHttpResponse target = request.exchange().getResponse();
            target.setStatusCode(HttpStatus.OK);
            headers.forEach(target.getHeaders()::set);
            return stream.write(target);
        });
    }

    // Synchronized, because the timer and the work may emit at the same time.
    private synchronized byte @Nullable [] format(@Nullable StreamEvent event) {
        return format == null || event == null ? null : format.format(event);
    }

    /** Writes a response of known length. */
    static Mono<Void> write(Whole whole, StreamSettings settings, WebFluxRequest request, RequestMemory memory) {
        ServerHttpResponse target = request.exchange().getResponse();
        ClientConnection connection = request.connection();
        return Mono.defer(() -> {
            MessageBytes body = whole.body();
            if (body == null || body.size() + connection.unsentBytes() <= connection.maxUnwatchedBytes) {
                return write(whole, target);
            }
            RequestMemory unsent = memory.ofResponse();
            if (!unsent.take(body.size())) {
                return write(Whole.busy(), target);
            }
            begin(whole, target);
            ClientOutput output = new ClientOutput(settings.withKeepAlive(Duration.ZERO), connection, unsent, () -> {});
            output.add(body.toArray());
            output.complete();
            return output.write(target);
        });
    }

    /** Writes a small response. */
    private static Mono<Void> write(Whole whole, ServerHttpResponse target) {
        begin(whole, target);
        MessageBytes body = whole.body();
        return body == null
                ? target.setComplete()
                : target.writeWith(Mono.fromSupplier(() -> join(body.directBuffers(), target.bufferFactory())));
    }

    private static void begin(Whole whole, ServerHttpResponse target) {
        target.setStatusCode(whole.status());
        whole.headers().forEach(target.getHeaders()::set);
        if (whole.body() != null) {
            target.getHeaders().setContentLength(whole.body().size());
        }
    }

    private static DataBuffer join(List<ByteBuffer> buffers, DataBufferFactory factory) {
        return buffers.size() == 1
                ? factory.wrap(buffers.get(0))
                : factory.join(
                        buffers.stream().map(buffer -> direct(buffer, factory)).toList());
    }

    // One buffer of the heap would make Netty copy all of them.
    private static DataBuffer direct(ByteBuffer buffer, DataBufferFactory factory) {
        return buffer.isDirect()
                ? factory.wrap(buffer)
                : factory.allocateBuffer(buffer.remaining()).write(buffer);
    }
}
