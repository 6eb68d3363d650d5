package io.mcpspring.webflux;

import io.mcpspring.http.EventFormat;
import io.mcpspring.http.StreamSettings;
import io.mcpspring.memory.RequestMemory;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferFactory;
import org.springframework.http.server.reactive.ServerHttpResponse;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Schedulers;
import reactor.util.concurrent.Queues;

/**
 * Writes blocks to a client, each flushed at once, and comments when there is no block for the keep-alive time. Closes
 * the connection of a client that does not read: if it has read nothing for the write timeout, or if too many bytes are
 * pending.
 */
final class ClientOutput {

    private static final Log logger = LogFactory.getLog(ClientOutput.class);

    /** Size of one write. Partial progress shows that the client is reading. */
    private static final int PART_BYTES = 64 * 1024;

    private static final String UNREAD = "A client does not read its response";

    /** Number of checks in the keep-alive time. */
    private static final int CHECKS = 8;

    private final StreamSettings settings;

    private final ClientConnection connection;

    private final RequestMemory unsent;

    private final Disposable work;

    /** Several threads may emit: comments come from a timer. */
    private final Sinks.Many<byte[]> blocks = Sinks.unsafe()
            .many()
            .unicast()
            .onBackpressureBuffer(Queues.<byte[]>unboundedMultiproducer().get());

    private final Sinks.Empty<Void> abort = Sinks.empty();

    private final AtomicBoolean aborted = new AtomicBoolean();

    private final Disposable.Swap watch = Disposables.swap();

    /** Begins with 1, so that the write timeout also ends a response whose writer never begins. */
    private long pendingBytes = 1;

    private long lastUnsent;

    private long largestBlock;

    private long lastProgress = System.nanoTime();

    private long lastBlock = lastProgress;

    /**
     * @param settings the keep-alive time is zero to write no comments
     * @param unsent the memory of the blocks, which this releases
     * @param work disposed when nothing more is needed
     */
    ClientOutput(StreamSettings settings, ClientConnection connection, RequestMemory unsent, Disposable work) {
        this.settings = settings;
        this.connection = connection;
        this.unsent = unsent;
        this.work = work;
        long pause = settings.writeTimeout().toMillis() / 4;
        long keepAlive = settings.keepAlive().toMillis();
        long interval = Math.max(1, keepAlive == 0 ? pause : Math.min(pause, keepAlive / CHECKS));
        watch.update(
                Schedulers.parallel().schedulePeriodically(this::check, interval, interval, TimeUnit.MILLISECONDS));
    }

    void send(byte[] block) {
        if (isTooMuchPending()) {
            abort(UNREAD);
        } else if (!unsent.take(block.length)) {
            abort("There is no memory for what a client has not read yet");
        } else {
            add(block);
        }
    }

    /** Sends a block whose memory is taken already. */
    void add(byte[] block) {
        count(block.length);
        blocks.tryEmitNext(block);
    }

    void complete() {
        blocks.tryEmitComplete();
    }

    void fail(Throwable failure) {
        blocks.tryEmitError(failure);
    }

    Mono<Void> write(ServerHttpResponse response) {
        Flux<Mono<DataBuffer>> parts = blocks.asFlux().concatMap(block -> parts(block, response.bufferFactory()), 1);
        // Aborts by a separate signal, because an error of the blocks would be emitted after all pending ones.
        return response.writeAndFlushWith(
                        parts.concatWith(connection.awaitWritable().then(Mono.empty()))
                                .takeUntilOther(abort.asMono())
                                .doOnSubscribe(subscription -> accepted(1))
                                .doFinally(signal -> end()))
                // If the connection is already lost, the web server fails without cancelling the blocks. Ending after a
                // success would be wrong, because a mock server completes before its client reads. Completes without
                // an error, because an error would be logged as a failure of the server.
                .doOnError(failure -> lost())
                .doOnCancel(this::lost)
                // The loss of a connection may be signalled more than once.
                .contextWrite(DroppedErrors::ignored);
    }

    // Waits for unsent bytes, because a web server may accept all blocks and hold those that it cannot send.
    private Flux<Mono<DataBuffer>> parts(byte[] block, DataBufferFactory buffers) {
        return Flux.range(0, (block.length + PART_BYTES - 1) / PART_BYTES)
                .map(part -> connection
                        .awaitWritable()
                        .then(Mono.fromSupplier(() -> part(block, part * PART_BYTES, buffers))));
    }

    // Called when the connection accepts the part.
    private DataBuffer part(byte[] block, int offset, DataBufferFactory buffers) {
        int length = Math.min(PART_BYTES, block.length - offset);
        accepted(length);
        unsent.giveBack(length);
        return buffers.wrap(ByteBuffer.wrap(block, offset, length));
    }

    private synchronized void count(int bytes) {
        lastBlock = System.nanoTime();
        nanosWithoutProgress();
        pendingBytes += bytes;
        lastUnsent += bytes;
        largestBlock = Math.max(largestBlock, bytes);
    }

    private synchronized void accepted(int bytes) {
        pendingBytes -= bytes;
    }

    private void check() {
        if (nanosWithoutProgress() > settings.writeTimeout().toNanos()) {
            abort(UNREAD);
        } else if (isCommentDue()) {
            // Not counted: a stream without events needs no memory.
            add(EventFormat.comment());
        }
    }

    private synchronized boolean isCommentDue() {
        return !settings.keepAlive().isZero()
                && unsentBytes() == 0
                && System.nanoTime() - lastBlock >= settings.keepAlive().toNanos();
    }

    // The largest block does not count, because one event may be larger than the buffer.
    private synchronized boolean isTooMuchPending() {
        return unsentBytes() - largestBlock > settings.bufferSize();
    }

    /** Returns the time in nanoseconds for which bytes have been pending and the client has read none of them. */
    private synchronized long nanosWithoutProgress() {
        long now = System.nanoTime();
        long unsent = unsentBytes();
        if (unsent == 0 || unsent < lastUnsent) {
            lastProgress = now;
        }
        lastUnsent = unsent;
        return now - lastProgress;
    }

    private long unsentBytes() {
        return pendingBytes + connection.unsentBytes();
    }

    // Not synchronized, because this cancels work that may be sending at the same time.
    private void abort(String reason) {
        if (aborted.compareAndSet(false, true)) {
            logger.debug(reason);
            connection.close();
            abort.tryEmitError(new IOException(reason));
            end();
        }
    }

    private void lost() {
        abort.tryEmitEmpty();
        end();
    }

    private void end() {
        watch.dispose();
        unsent.release();
        work.dispose();
    }
}
