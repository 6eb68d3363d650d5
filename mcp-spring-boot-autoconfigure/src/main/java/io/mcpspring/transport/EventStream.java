package io.mcpspring.transport;

import io.mcpspring.server.StreamEvent;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferFactory;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.FluxSink;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;
import reactor.util.context.Context;

/**
 * Writes a stream of events: each message at once, a comment after every silence, and nothing more to a client that does
 * not read.
 */
final class EventStream {

    private static final byte[] COMMENT = utf8(":\n\n");

    private static final byte[] ID = utf8("id: ");

    private static final byte[] RETRY = utf8("retry: ");

    private static final byte[] DATA = utf8("data: ");

    private final HttpSettings.Sse settings;

    private final DataBufferFactory buffers;

    private final FluxSink<Mono<DataBuffer>> sink;

    private long waitingBytes;

    private long waitingSince;

    private long lastEvent;

    private EventStream(HttpSettings.Sse settings, DataBufferFactory buffers, FluxSink<Mono<DataBuffer>> sink) {
        this.settings = settings;
        this.buffers = buffers;
        this.sink = sink;
    }

    /** The events as bytes, each to be flushed. */
    static Flux<Mono<DataBuffer>> of(Flux<StreamEvent> events, HttpSettings.Sse settings, DataBufferFactory buffers) {
        return Flux.create(sink -> new EventStream(settings, buffers, sink).begin(events));
    }

    private void begin(Flux<StreamEvent> events) {
        Writer writer = new Writer();
        sink.onDispose(Disposables.composite(writer, watch()));
        events.subscribe(writer);
    }

    private Disposable watch() {
        long pause = settings.writeTimeout().toMillis() / 4;
        long keepAlive = settings.keepAlive().toMillis();
        long interval = Math.max(1, keepAlive == 0 ? pause : Math.min(pause, keepAlive / 4));
        return Schedulers.parallel().schedulePeriodically(this::check, interval, interval, TimeUnit.MILLISECONDS);
    }

    private synchronized void check() {
        long now = System.nanoTime();
        if (waitingBytes > 0) {
            if (now - waitingSince > settings.writeTimeout().toNanos()) {
                giveUp();
            }
        } else if (!settings.keepAlive().isZero() && now - lastEvent >= settings.keepAlive().toNanos()) {
            send(COMMENT);
        }
    }

    private synchronized void send(byte[] bytes) {
        if (waitingBytes > settings.bufferSize()) {
            giveUp();
            return;
        }
        lastEvent = System.nanoTime();
        if (waitingBytes == 0) {
            waitingSince = lastEvent;
        }
        waitingBytes += bytes.length;
        sink.next(Mono.fromCallable(() -> {
            written(bytes.length);
            return buffers.wrap(bytes);
        }));
    }

    // The server takes the next buffer only when it could send the one before.
    private synchronized void written(int bytes) {
        waitingBytes -= bytes;
        waitingSince = System.nanoTime();
    }

    private void giveUp() {
        sink.error(new AbortedException());
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] format(StreamEvent event) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(event.json().length + 64);
        if (event.id() != null) {
            line(bytes, ID, utf8(event.id()));
        }
        if (event.retry() != null) {
            line(bytes, RETRY, utf8(Long.toString(event.retry().toMillis())));
        }
        // An event with an id and no message still has data: without any, clients do not take note of the id.
        if (event.message() != null || event.id() != null) {
            line(bytes, DATA, event.json());
        }
        bytes.write('\n');
        return bytes.toByteArray();
    }

    private static void line(ByteArrayOutputStream bytes, byte[] field, byte[] value) {
        bytes.writeBytes(field);
        bytes.writeBytes(value);
        bytes.write('\n');
    }

    /** Writes what comes, and before all else something that takes the headers along. */
    private final class Writer extends BaseSubscriber<StreamEvent> {

        private boolean begun;

        @Override
        public Context currentContext() {
            return Context.of(sink.contextView());
        }

        @Override
        protected void hookOnNext(StreamEvent event) {
            boolean priming = event.message() == null && event.id() != null;
            if (!begun && !priming) {
                send(COMMENT);
            }
            begun = true;
            if (event != StreamEvent.OPENING) {
                send(format(event));
            }
        }

        @Override
        protected void hookOnError(Throwable failure) {
            sink.error(failure);
        }

        @Override
        protected void hookOnComplete() {
            sink.complete();
        }
    }

    /** Known by its name, to Spring, as the end of a connection and no fault of the server. */
    private static final class AbortedException extends IOException {

        private static final long serialVersionUID = 1L;

        AbortedException() {
            super("The client does not read its stream");
        }
    }
}
