package io.mcpspring.transport;

import io.mcpspring.server.StreamEvent;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferFactory;
import org.springframework.http.server.reactive.ServerHttpResponse;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.Scannable.Attr;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.FluxSink;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Schedulers;
import reactor.util.context.Context;

/**
 * Writes a stream of events: each message at once, a comment after every silence, and nothing more to a client that does
 * not read.
 */
final class EventStream {

    private static final Log logger = LogFactory.getLog(EventStream.class);

    private static final byte[] COMMENT = utf8(":\n\n");

    /** Some clients ignore events without a type, and some fail on a type where there is no data. */
    private static final byte[] TYPE = utf8("event: message\n");

    private static final byte[] ID = utf8("id: ");

    private static final byte[] RETRY = utf8("retry: ");

    private static final byte[] DATA = utf8("data: ");

    /** So much is written at a time: from a part of an event that could be sent one sees that the client reads. */
    private static final int PART_BYTES = 64 * 1024;

    /** So long a client that reads may need for more than the buffer holds, up to so many times as much. */
    private static final Duration BURST_TIME = Duration.ofSeconds(1);

    private static final long MAX_BURST = 16;

    private final HttpSettings.Sse settings;

    private final ClientConnection connection;

    private final DataBufferFactory buffers;

    private final FluxSink<Flux<DataBuffer>> sink;

    private final Sinks.Empty<Void> giveUp;

    private final AtomicBoolean givenUp = new AtomicBoolean();

    private long allBytes;

    private long waitingBytes;

    private long sentBytes;

    private long lastProgress = System.nanoTime();

    private long lastEvent = lastProgress;

    private EventStream(HttpSettings.Sse settings, ServerHttpResponse response, FluxSink<Flux<DataBuffer>> sink,
            Sinks.Empty<Void> giveUp) {
        this.settings = settings;
        this.connection = ClientConnection.of(response);
        this.buffers = response.bufferFactory();
        this.sink = sink;
        this.giveUp = giveUp;
    }

    /** Writes the events, each flushed at once. */
    static Mono<Void> write(Flux<StreamEvent> events, HttpSettings.Sse settings, ServerHttpResponse response) {
        Sinks.Empty<Void> giveUp = Sinks.empty();
        Flux<Flux<DataBuffer>> written = Flux.create(sink ->
                new EventStream(settings, response, sink, giveUp).begin(events));
        // An error of the sink would come after all that waits in it.
        return response.writeAndFlushWith(written.takeUntilOther(giveUp.asMono())
                .concatWith(Mono.defer(() ->
                        giveUp.scanOrDefault(Attr.TERMINATED, false) ? Mono.error(new AbortedException())
                                : Mono.empty())))
                // A server whose connection is gone already leaves the events as they are. After a success the events
                // may still be to come: the mock of a server returns before its client reads.
                .doOnError(failure -> giveUp.tryEmitEmpty())
                .doOnCancel(giveUp::tryEmitEmpty);
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

    private void check() {
        if (stuck() > settings.writeTimeout().toNanos()) {
            giveUp();
        } else if (isSilent()) {
            send(COMMENT);
        }
    }

    private void send(byte[] bytes) {
        if (isTooMuchWaiting()) {
            giveUp();
            return;
        }
        count(bytes.length);
        int parts = (bytes.length + PART_BYTES - 1) / PART_BYTES;
        sink.next(Flux.range(0, parts).map(part -> part(bytes, part * PART_BYTES)));
    }

    private DataBuffer part(byte[] bytes, int offset) {
        int length = Math.min(PART_BYTES, bytes.length - offset);
        taken(length);
        return buffers.wrap(ByteBuffer.wrap(bytes, offset, length));
    }

    private synchronized void count(int bytes) {
        lastEvent = System.nanoTime();
        if (unsentBytes() == 0) {
            lastProgress = lastEvent;
        }
        allBytes += bytes;
        waitingBytes += bytes;
    }

    private synchronized void taken(int bytes) {
        waitingBytes -= bytes;
    }

    private synchronized boolean isSilent() {
        return !settings.keepAlive().isZero() && unsentBytes() == 0
                && System.nanoTime() - lastEvent >= settings.keepAlive().toNanos();
    }

    // What waits already may be one large result to a slow client: that alone is not too much.
    private synchronized boolean isTooMuchWaiting() {
        long unsent = unsentBytes();
        return unsent > settings.bufferSize()
                && (unsent > settings.bufferSize() * MAX_BURST || stuck() > BURST_TIME.toNanos());
    }

    /** For how long the client has taken nothing of what waits for it. */
    private synchronized long stuck() {
        long now = System.nanoTime();
        long unsent = unsentBytes();
        long sent = allBytes - unsent;
        if (unsent == 0 || sent > sentBytes) {
            lastProgress = now;
        }
        sentBytes = sent;
        return now - lastProgress;
    }

    private long unsentBytes() {
        return waitingBytes + connection.unsentBytes();
    }

    // Without the lock, since it ends work that may be about to send something.
    private void giveUp() {
        if (givenUp.compareAndSet(false, true)) {
            logger.debug("A client does not read its stream, which is closed");
            connection.close();
            giveUp.tryEmitEmpty();
        }
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] format(StreamEvent event) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(event.json().length + 80);
        if (event.message() != null) {
            bytes.writeBytes(TYPE);
        }
        if (event.id() != null) {
            line(bytes, ID, utf8(event.id()));
        }
        if (event.retry() != null) {
            line(bytes, RETRY, utf8(Long.toString(event.retry().toMillis())));
        }
        // An event with an id and no message still has data: without any, clients do not take note of the id.
        if (event.message() != null || event.id() != null) {
            line(bytes, DATA, oneLine(event.json()));
        }
        bytes.write('\n');
        return bytes.toByteArray();
    }

    // Only raw JSON of the application has line breaks, which are white space there; in the stream they end the data.
    private static byte[] oneLine(byte[] json) {
        byte[] line = json;
        for (int i = 0; i < json.length; i++) {
            if (json[i] == '\n' || json[i] == '\r') {
                if (line == json) {
                    line = json.clone();
                }
                line[i] = ' ';
            }
        }
        return line;
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
