package io.mcpspring.webflux;

import io.mcpspring.Internal;
import io.mcpspring.http.StreamSettings;
import io.mcpspring.server.ErrorReport;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
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
 * Writes blocks to a client, each flushed at once, and closes the connection of a client that does not read: if it has
 * read nothing for the write timeout, or if too many bytes are pending.
 */
@Internal
public final class ClientOutput {

    /** Bytes that are flushed together. */
    public record Block(byte[] bytes) {}

    private static final Log logger = LogFactory.getLog(ClientOutput.class);

    /** Size of one write. Partial progress shows that the client is reading. */
    private static final int PART_BYTES = 64 * 1024;

    /** Maximum number of bytes that the web server holds for a connection. */
    private static final long MAX_UNSENT_BYTES = 512 * 1024;

    /**
     * Time for which more bytes than the buffer size, up to {@link #MAX_BURST} times as many, may be pending for a
     * client that reads nothing.
     */
    private static final Duration BURST_TIME = Duration.ofSeconds(1);

    private static final long MAX_BURST = 16;

    /** Number of checks in the keep-alive time. */
    private static final int CHECKS = 8;

    private final StreamSettings settings;

    private final byte @Nullable [] filler;

    private final ClientConnection connection;

    private final DataBufferFactory buffers;

    private final FluxSink<Flux<Mono<DataBuffer>>> sink;

    private final Sinks.Empty<Void> abort;

    private final AtomicBoolean aborted = new AtomicBoolean();

    private final Source source = new Source();

    private boolean probing;

    private long allBytes;

    private long pendingBytes;

    private long sentBytes;

    /** The sizes of the blocks of which the connection has not accepted all bytes. */
    private final Queue<Integer> pendingBlocks = new ArrayDeque<>(1);

    /** How many bytes of the first of these blocks the connection has accepted. */
    private int acceptedOfFirst;

    private long lastProgress = System.nanoTime();

    private long lastBlock = lastProgress;

    private ClientOutput(
            StreamSettings settings,
            byte @Nullable [] filler,
            ClientConnection connection,
            DataBufferFactory buffers,
            FluxSink<Flux<Mono<DataBuffer>>> sink,
            Sinks.Empty<Void> abort) {
        this.settings = settings;
        this.filler = filler;
        this.connection = connection;
        this.buffers = buffers;
        this.sink = sink;
        this.abort = abort;
        this.probing = connection.detectsLossByWriting();
    }

    /**
     * Writes blocks.
     *
     * @param filler written when there is no block for the keep-alive time; {@code null} to write nothing
     */
    static Mono<Void> write(
            Flux<Block> blocks,
            byte @Nullable [] filler,
            StreamSettings settings,
            ClientConnection connection,
            ServerHttpResponse response) {
        Sinks.Empty<Void> abort = Sinks.empty();
        Disposable.Swap watch = Disposables.swap();
        Flux<Flux<Mono<DataBuffer>>> blocksOfParts = Flux.create(sink -> {
            ClientOutput output = new ClientOutput(settings, filler, connection, response.bufferFactory(), sink, abort);
            watch.update(output.watch());
            output.begin(blocks);
        });
        Flux<Mono<DataBuffer>> parts = blocksOfParts.concatMap(block -> block, 1);
        // Aborts by a separate signal, because an error of the sink would be emitted after all pending blocks.
        return response.writeAndFlushWith(parts.concatWith(Mono.defer(() -> connection
                                .awaitUnsent(ClientWriter.MAX_UNWATCHED_BYTES)
                                .then(Mono.empty())))
                        .takeUntilOther(abort.asMono())
                        .doFinally(signal -> watch.dispose()))
                // If the connection is already lost, the web server fails without cancelling the blocks. Aborting after
                // a success would be wrong, because a mock server completes before its client reads. The abort
                // completes without an error, because an error would be logged as a failure of the server.
                .doOnError(failure -> abort.tryEmitEmpty())
                .doOnCancel(abort::tryEmitEmpty)
                .contextWrite(context -> DroppedErrors.to(ClientOutput::drop, context));
    }

    // The loss of a connection may be signalled more than once; Reactor drops the later signals.
    private static void drop(Throwable failure) {
        if (DisconnectedClientHelper.isClientDisconnectedException(failure)) {
            logger.debug("A client has disconnected: " + failure);
        } else {
            ErrorReport.log(logger, "A response could not be written completely", failure);
        }
    }

    private void begin(Flux<Block> blocks) {
        sink.onDispose(source);
        blocks.subscribe(source);
    }

    private Disposable watch() {
        long pause = settings.writeTimeout().toMillis() / 4;
        long keepAlive = filler == null ? 0 : settings.keepAlive().toMillis();
        long interval = Math.max(1, keepAlive == 0 ? pause : Math.min(pause, keepAlive / CHECKS));
        return Schedulers.parallel().schedulePeriodically(this::check, interval, interval, TimeUnit.MILLISECONDS);
    }

    private void check() {
        if (nanosWithoutProgress() > settings.writeTimeout().toNanos()) {
            abort();
        } else if (filler != null && isFillerDue()) {
            send(new Block(filler));
        }
    }

    private void send(Block block) {
        if (isTooMuchPending()) {
            abort();
            return;
        }
        int length = block.bytes().length;
        count(length);
        int parts = (length + PART_BYTES - 1) / PART_BYTES;
        // Waits for unsent bytes, because a web server may accept all blocks and hold those that it cannot send.
        sink.next(Flux.range(0, parts)
                .map(part -> connection
                        .awaitUnsent(MAX_UNSENT_BYTES)
                        .then(Mono.fromSupplier(() -> part(block, part * PART_BYTES)))));
    }

    // Called when the connection accepts the part.
    private DataBuffer part(Block block, int offset) {
        int length = Math.min(PART_BYTES, block.bytes().length - offset);
        boolean last = offset + length == block.bytes().length;
        accepted(length, last);
        return buffers.wrap(ByteBuffer.wrap(block.bytes(), offset, length));
    }

    private synchronized void count(int bytes) {
        lastBlock = System.nanoTime();
        if (unsentBytes() == 0) {
            lastProgress = lastBlock;
        }
        allBytes += bytes;
        pendingBytes += bytes;
        if (bytes > 0) {
            pendingBlocks.add(bytes);
        }
    }

    private synchronized void accepted(int bytes, boolean last) {
        pendingBytes -= bytes;
        acceptedOfFirst += bytes;
        if (last) {
            pendingBlocks.remove();
            acceptedOfFirst = 0;
        }
    }

    // A filler is due after the keep-alive time. If a loss is detected only by the second of two writes, another filler
    // follows the first block and each filler.
    private synchronized boolean isFillerDue() {
        if (settings.keepAlive().isZero() || unsentBytes() > 0) {
            return false;
        }
        if (probing && allBytes > 0) {
            probing = false;
            return true;
        }
        boolean idle = System.nanoTime() - lastBlock >= settings.keepAlive().toNanos();
        probing |= idle && connection.detectsLossByWriting();
        return idle;
    }

    // More than the buffer size is allowed for a client that reads slowly. The block that is being written does not
    // count, because one result may be larger than the burst.
    private synchronized boolean isTooMuchPending() {
        long unsent = unsentBytes();
        Integer first = pendingBlocks.peek();
        int restOfFirst = first == null ? 0 : first - acceptedOfFirst;
        return unsent > settings.bufferSize()
                && (unsent - restOfFirst > settings.bufferSize() * MAX_BURST
                        || nanosWithoutProgress() > BURST_TIME.toNanos());
    }

    /** Returns the time in nanoseconds for which bytes have been pending and the client has read none of them. */
    private synchronized long nanosWithoutProgress() {
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
        return pendingBytes + connection.unsentBytes();
    }

    // Not synchronized, because this cancels work that may be sending at the same time.
    private void abort() {
        if (aborted.compareAndSet(false, true)) {
            logger.debug("A client does not read its response");
            connection.close();
            abort.tryEmitError(new AbortedException());
            // Reactor's concatWith does not pass on a cancellation while its first source is being subscribed to.
            source.dispose();
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

    /** Spring recognises an exception of this name as a lost connection rather than a failure of the server. */
    private static final class AbortedException extends IOException {

        private static final long serialVersionUID = 1L;

        AbortedException() {
            super("The client does not read its response");
        }
    }
}
