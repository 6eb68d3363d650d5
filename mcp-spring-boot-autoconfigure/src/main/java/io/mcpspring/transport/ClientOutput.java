package io.mcpspring.transport;

import io.mcpspring.server.DroppedErrors;
import io.mcpspring.server.ErrorReport;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferFactory;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.web.util.DisconnectedClientHelper;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.FluxSink;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Schedulers;
import reactor.util.context.Context;

/**
 * Writes to a client what comes, each block flushed at once, and closes the connection of a client that does not read:
 * when nothing of what waits was taken for the write timeout, or when more waits than the buffer may hold.
 */
final class ClientOutput {

    /**
     * Bytes that belong together.
     *
     * @param taken run when the connection has taken the last of them
     */
    record Block(byte[] bytes, Runnable taken) {

        Block(byte[] bytes) {
            this(bytes, () -> {});
        }
    }

    private static final Log logger = LogFactory.getLog(ClientOutput.class);

    /** So much is written at a time: from a part of a block that could be sent one sees that the client reads. */
    private static final int PART_BYTES = 64 * 1024;

    /** So much the server is given at a time. */
    private static final long MAX_UNSENT_BYTES = 512 * 1024;

    /** So much may wait for a client that does not read, for any time. */
    private static final long MAX_UNWATCHED_BYTES = 100 * 1024;

    /** So long a client that reads may need for more than the buffer holds, up to so many times as much. */
    private static final Duration BURST_TIME = Duration.ofSeconds(1);

    private static final long MAX_BURST = 16;

    private final HttpSettings.Sse settings;

    private final byte @Nullable [] filler;

    private final ClientConnection connection;

    private final DataBufferFactory buffers;

    private final FluxSink<Flux<Mono<DataBuffer>>> sink;

    private final Sinks.Empty<Void> giveUp;

    private final AtomicBoolean givenUp = new AtomicBoolean();

    private long allBytes;

    private long waitingBytes;

    private long sentBytes;

    private long lastProgress = System.nanoTime();

    private long lastBlock = lastProgress;

    private ClientOutput(
            HttpSettings.Sse settings,
            byte @Nullable [] filler,
            ServerHttpResponse response,
            FluxSink<Flux<Mono<DataBuffer>>> sink,
            Sinks.Empty<Void> giveUp) {
        this.settings = settings;
        this.filler = filler;
        this.connection = ClientConnection.of(response);
        this.buffers = response.bufferFactory();
        this.sink = sink;
        this.giveUp = giveUp;
    }

    /**
     * Writes blocks.
     *
     * @param filler written when there is no block for the keep-alive time; {@code null} for nothing
     */
    static Mono<Void> write(
            Flux<Block> blocks, byte @Nullable [] filler, HttpSettings.Sse settings, ServerHttpResponse response) {
        Sinks.Empty<Void> giveUp = Sinks.empty();
        Disposable.Swap watch = Disposables.swap();
        ClientConnection connection = ClientConnection.of(response);
        Flux<Mono<DataBuffer>> parts = Flux.<Flux<Mono<DataBuffer>>>create(sink -> {
                    ClientOutput output = new ClientOutput(settings, filler, response, sink, giveUp);
                    watch.update(output.watch());
                    output.begin(blocks);
                })
                .concatMap(block -> block, 1);
        // An error of the sink would come after all that waits in it.
        return response.writeAndFlushWith(parts.concatWith(Mono.defer(() ->
                                connection.awaitUnsent(MAX_UNWATCHED_BYTES).then(Mono.empty())))
                        .takeUntilOther(giveUp.asMono())
                        .doFinally(signal -> watch.dispose()))
                // A server whose connection is gone already leaves the blocks as they are. After a success they may
                // still
                // be to come: the mock of a server returns before its client reads. An error would be logged as one of
                // the server, since nothing has been written yet.
                .doOnError(failure -> giveUp.tryEmitEmpty())
                .doOnCancel(giveUp::tryEmitEmpty)
                .contextWrite(context -> DroppedErrors.to(ClientOutput::drop, context));
    }

    // The end of a connection may be noticed more than once.
    private static void drop(Throwable failure) {
        if (DisconnectedClientHelper.isClientDisconnectedException(failure)) {
            logger.debug("A client has left: " + failure);
        } else {
            ErrorReport.log(logger, "A response could not be written to its end", failure);
        }
    }

    /** Whether so much must not be written to a connection without looking whether the client reads. */
    static boolean needsWatch(long bytes, ServerHttpResponse response) {
        return bytes + ClientConnection.of(response).unsentBytes() > MAX_UNWATCHED_BYTES;
    }

    private void begin(Flux<Block> blocks) {
        Source source = new Source();
        sink.onDispose(source);
        blocks.subscribe(source);
    }

    private Disposable watch() {
        long pause = settings.writeTimeout().toMillis() / 4;
        long keepAlive = filler == null ? 0 : settings.keepAlive().toMillis();
        long interval = Math.max(1, keepAlive == 0 ? pause : Math.min(pause, keepAlive / 4));
        return Schedulers.parallel().schedulePeriodically(this::check, interval, interval, TimeUnit.MILLISECONDS);
    }

    private void check() {
        if (stuck() > settings.writeTimeout().toNanos()) {
            giveUp();
        } else if (filler != null && isSilent()) {
            send(new Block(filler));
        }
    }

    private void send(Block block) {
        if (isTooMuchWaiting()) {
            giveUp();
            return;
        }
        int length = block.bytes().length;
        count(length);
        int parts = (length + PART_BYTES - 1) / PART_BYTES;
        // A server may take all that it is given, and keep what it cannot send.
        sink.next(Flux.range(0, parts)
                .map(part -> connection
                        .awaitUnsent(MAX_UNSENT_BYTES)
                        .then(Mono.fromSupplier(() -> part(block, part * PART_BYTES)))));
    }

    // Called when the connection has room for the part.
    private DataBuffer part(Block block, int offset) {
        int length = Math.min(PART_BYTES, block.bytes().length - offset);
        taken(length);
        if (offset + length == block.bytes().length) {
            block.taken().run();
        }
        return buffers.wrap(ByteBuffer.wrap(block.bytes(), offset, length));
    }

    private synchronized void count(int bytes) {
        lastBlock = System.nanoTime();
        if (unsentBytes() == 0) {
            lastProgress = lastBlock;
        }
        allBytes += bytes;
        waitingBytes += bytes;
    }

    private synchronized void taken(int bytes) {
        waitingBytes -= bytes;
    }

    private synchronized boolean isSilent() {
        return !settings.keepAlive().isZero()
                && unsentBytes() == 0
                && System.nanoTime() - lastBlock >= settings.keepAlive().toNanos();
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
            logger.debug("A client does not read its response, whose connection is closed");
            connection.close();
            giveUp.tryEmitError(new AbortedException());
        }
    }

    private final class Source extends BaseSubscriber<Block> {

        @Override
        public Context currentContext() {
            return Context.of(sink.contextView());
        }

        @Override
        protected void hookOnNext(Block block) {
            send(block);
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
            super("The client does not read its response");
        }
    }
}
