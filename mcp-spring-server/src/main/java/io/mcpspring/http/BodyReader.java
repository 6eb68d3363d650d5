package io.mcpspring.http;

import io.mcpspring.connection.Connections;
import io.mcpspring.connection.DroppedErrors;
import io.mcpspring.memory.ByteBudget;
import io.mcpspring.memory.RequestMemory;
import io.mcpspring.server.ErrorReport;
import java.io.IOException;
import java.net.SocketException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiFunction;
import java.util.function.LongSupplier;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.http.HttpStatus;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.web.util.DisconnectedClientHelper;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoSink;
import reactor.core.scheduler.Schedulers;
import reactor.util.context.Context;

/**
 * Reads the bodies of requests. The size of a body and the time of its arrival are limited, and all bodies in use share
 * a memory budget.
 */
final class BodyReader {

    private static final Log logger = LogFactory.getLog(BodyReader.class);

    /**
     * The number of bytes of each body that the budget does not count, so that small requests are served even when
     * large ones are refused.
     */
    static final int FREE_BYTES = 16 * 1024;

    /** Divisor of the time limit: a body is refused if no byte of it arrives for this part of the limit. */
    private static final int PAUSE_SHARE = 2;

    /**
     * Divisor of the time limit: after this part of the limit a body may be refused if another one needs its memory.
     */
    private static final int SLOW_SHARE = 12;

    private static final byte[] EMPTY = {};

    private final int maxSize;

    private final Duration timeout;

    private final ByteBudget budget;

    private final Connections connections;

    /** The time in nanoseconds, as {@link System#nanoTime} has it. */
    private final LongSupplier clock;

    private final Set<Arrival> arrivals = ConcurrentHashMap.newKeySet();

    private final AtomicBoolean watched = new AtomicBoolean();

    /**
     * @param timeout the time limit for the arrival of a body
     * @param budget the memory of all bodies in use
     */
    BodyReader(int maxSize, Duration timeout, ByteBudget budget, Connections connections) {
        this(maxSize, timeout, budget, connections, System::nanoTime);
    }

    BodyReader(int maxSize, Duration timeout, ByteBudget budget, Connections connections, LongSupplier clock) {
        this.maxSize = maxSize;
        this.timeout = timeout;
        this.budget = budget;
        this.connections = connections;
        this.clock = clock;
    }

    /** Returns the number of bodies that are arriving. */
    int arriving() {
        return arrivals.size();
    }

    /**
     * Reads a body and processes it. Its bytes are counted until the processing ends, and as long as the given memory
     * is held.
     *
     * @return the result; fails with a {@link Refusal} with 400, 408, 413 or 503, or with a {@link LostClientException}
     */
    <T> Mono<T> read(ServerHttpRequest request, BiFunction<byte[], RequestMemory, Mono<T>> use) {
        return Mono.using(
                () -> new RequestMemory(budget),
                memory -> arrival(request, memory).flatMap(body -> use.apply(body, memory)),
                RequestMemory::release);
    }

    /**
     * Reads a body and discards it.
     *
     * @return a publisher that completes at the end of the body, or fails with a {@link Refusal} with 400, 408 or 413,
     *     or with a {@link LostClientException}
     */
    Mono<Void> skip(ServerHttpRequest request) {
        return arrival(request, null).then();
    }

    private Mono<byte[]> arrival(ServerHttpRequest request, @Nullable RequestMemory memory) {
        if (request.getHeaders().getContentLength() > maxSize) {
            return Mono.error(this::tooLarge);
        }
        return connections.received(Mono.create(sink -> new Arrival(sink, memory, request).begin()), request);
    }

    private Refusal tooLarge() {
        return Refusal.unread(
                HttpStatus.CONTENT_TOO_LARGE,
                "The request is larger than " + maxSize + " bytes (mcp.server.http.max-request-size)");
    }

    // A single timer serves all bodies, because most of them are complete at once.
    private void watch() {
        // Read first, because all event loops would write to it for each body.
        if (!watched.get() && watched.compareAndSet(false, true)) {
            try {
                Schedulers.parallel().schedule(this::check, Math.max(1, timeout.toMillis() / 8), TimeUnit.MILLISECONDS);
            } catch (RuntimeException | Error noThread) {
                watched.set(false);
                throw noThread;
            }
        }
    }

    private void check() {
        try {
            arrivals.forEach(Arrival::check);
        } finally {
            watched.set(false);
            if (!arrivals.isEmpty()) {
                watch();
            }
        }
    }

    /** Refuses the oldest slow body other than the given one, to free its memory; returns whether there was one. */
    private boolean refuseSlowBody(Arrival other) {
        return arrivals.stream()
                .filter(arrival -> arrival != other && arrival.isReplaceable())
                .sorted(Comparator.comparingLong(arrival -> arrival.startedAt - other.startedAt))
                .anyMatch(arrival -> arrival.refuse(busy()));
    }

    private static Refusal busy() {
        return Refusal.unread(
                HttpStatus.SERVICE_UNAVAILABLE, "The server is processing too many large requests; try again later");
    }

    /** A body that is arriving. */
    private final class Arrival extends BaseSubscriber<DataBuffer> {

        private final MonoSink<byte[]> sink;

        private final @Nullable RequestMemory memory;

        private final ServerHttpRequest request;

        private final Context context;

        private final AtomicBoolean ended = new AtomicBoolean();

        private final long startedAt = clock.getAsLong();

        private volatile long lastPartAt = startedAt;

        private volatile int size;

        private volatile byte[] bytes = EMPTY;

        /** @param memory counts the bytes; {@code null} to discard them */
        Arrival(MonoSink<byte[]> sink, @Nullable RequestMemory memory, ServerHttpRequest request) {
            this.sink = sink;
            this.memory = memory;
            this.request = request;
            // Reactor Netty signals the loss of a connection again when its response has ended meanwhile.
            this.context = DroppedErrors.to(
                    failure -> ErrorReport.log(logger, "A request failed", failure), sink.contextView());
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return this == other;
        }

        // The JVM needs longer for the hash of an identity than the set needs to add the body.
        @Override
        public int hashCode() {
            return Long.hashCode(startedAt);
        }

        void begin() {
            // Added before it may be removed: the client may have left already.
            arrivals.add(this);
            sink.onCancel(this);
            watch();
            request.getBody().subscribe(this);
        }

        @Override
        public Context currentContext() {
            return context;
        }

        @Override
        protected void hookOnNext(DataBuffer buffer) {
            try {
                if (!ended.get()) {
                    add(buffer);
                }
            } catch (Refusal refusal) {
                if (ended.compareAndSet(false, true)) {
                    stop(refusal);
                }
            } finally {
                DataBufferUtils.release(buffer);
            }
        }

        private void add(DataBuffer buffer) {
            int added = buffer.readableByteCount();
            // Not written as a sum, which could overflow.
            if (added > maxSize - size) {
                throw tooLarge();
            }
            if (memory != null) {
                count(memory, counted(size + added) - counted(size));
                append(buffer, added);
            }
            size += added;
            lastPartAt = clock.getAsLong();
        }

        private void count(RequestMemory memory, int more) {
            while (more > 0 && !memory.take(more)) {
                if (!refuseSlowBody(this)) {
                    throw busy();
                }
            }
        }

        private void append(DataBuffer buffer, int added) {
            byte[] room = bytes;
            int needed = size + added;
            if (needed > room.length) {
                int doubled = (int) Math.min(room.length * 2L, maxSize);
                room = Arrays.copyOf(room, Math.max(needed, doubled));
            }
            buffer.read(room, size, added);
            bytes = room;
            // Another thread may have refused the body meanwhile.
            if (isDisposed()) {
                bytes = EMPTY;
            }
        }

        @Override
        protected void hookOnComplete() {
            byte[] body = bytes.length == size ? bytes : Arrays.copyOf(bytes, size);
            // Before the body is processed, which may take long.
            forget();
            if (ended.compareAndSet(false, true)) {
                if (connections.isAnswered(request)) {
                    sink.error(new LostClientException("The web server has refused the request"));
                } else {
                    sink.success(body);
                }
            }
        }

        @Override
        protected void hookOnError(Throwable failure) {
            forget();
            if (ended.compareAndSet(false, true)) {
                sink.error(reason(failure));
            }
        }

        private static Throwable reason(Throwable failure) {
            // Spring does not recognise all messages that Java has for a lost connection.
            if (failure instanceof SocketException || DisconnectedClientHelper.isClientDisconnectedException(failure)) {
                return new LostClientException(failure);
            }
            if (failure instanceof IOException) {
                logger.debug("A request could not be read", failure);
                return Refusal.unreadable("The request is incomplete or is not valid HTTP");
            }
            return failure;
        }

        // Reactor runs no hook of a subscriber that is cancelled before it has a subscription.
        @Override
        public void dispose() {
            super.dispose();
            forget();
        }

        private void forget() {
            arrivals.remove(this);
            // The web server may refer to the subscriber of a refused body for as long as the client sends.
            bytes = EMPTY;
        }

        void check() {
            long now = clock.getAsLong();
            if (now - startedAt > timeout.toNanos()) {
                refuse(Refusal.unread(
                        HttpStatus.REQUEST_TIMEOUT,
                        "The request did not arrive within " + timeout.toMillis()
                                + " ms (mcp.server.http.read-timeout)"));
            } else if (now - lastPartAt > timeout.toNanos() / PAUSE_SHARE) {
                refuse(Refusal.unread(
                        HttpStatus.REQUEST_TIMEOUT,
                        "No part of the request arrived for " + timeout.toMillis() / PAUSE_SHARE + " ms"));
            }
        }

        boolean isReplaceable() {
            return memory != null
                    && counted(size) > 0
                    && clock.getAsLong() - startedAt > timeout.toNanos() / SLOW_SHARE;
        }

        /** Refuses the body unless it has ended. What its request throws must not affect other requests. */
        boolean refuse(Refusal refusal) {
            boolean first = ended.compareAndSet(false, true);
            if (first) {
                ErrorReport.attempt(logger, "A request could not be refused", () -> stop(refusal));
            }
            return first;
        }

        private void stop(Refusal refusal) {
            dispose();
            // Before the refusal is passed on, because the last holder may learn of it on another thread.
            if (memory != null) {
                memory.drop();
            }
            sink.error(refusal);
        }

        private static int counted(int size) {
            return Math.max(0, size - FREE_BYTES);
        }
    }
}
