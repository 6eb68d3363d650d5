package io.mcpspring.transport;

import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.http.HttpStatus;
import org.springframework.http.server.reactive.ServerHttpRequest;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Reads the bodies of requests, none larger than the limit, and all that are being read or served at a time together no
 * larger than a share of the heap.
 */
final class BodyReader {

    /** So much of each body is not counted, so that small requests are served while large ones are turned away. */
    private static final int FREE_BYTES = 16 * 1024;

    private static final int HEAP_SHARE = 8;

    /** How long the next part of a large body may be under way. */
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final AtomicLong inFlight = new AtomicLong();

    private final int maxSize;

    private final long maxInFlight;

    BodyReader(int maxSize) {
        this.maxSize = maxSize;
        this.maxInFlight = Math.max(maxSize, Runtime.getRuntime().maxMemory() / HEAP_SHARE);
    }

    /**
     * Reads a body and makes something of it; until that is done, its bytes count as being in use.
     *
     * @return the outcome, or a {@link Refusal} with 413
     */
    <T> Mono<T> read(ServerHttpRequest request, Function<byte[], Mono<T>> use) {
        long length = request.getHeaders().getContentLength();
        if (length > maxSize) {
            return Mono.error(this::tooLarge);
        }
        return Mono.using(() -> new Body(length),
                body -> chunks(request, length).reduce(body, Body::add)
                        .flatMap(complete -> use.apply(complete.take())),
                Body::close);
    }

    // A small body comes whole or costs nothing, so that it needs no timer.
    private static Flux<DataBuffer> chunks(ServerHttpRequest request, long length) {
        return length >= 0 && length <= FREE_BYTES ? request.getBody()
                : request.getBody().timeout(PATIENCE, Mono.error(() -> Refusal.of(HttpStatus.REQUEST_TIMEOUT,
                        "Nothing more of the request has come for " + PATIENCE.toSeconds() + " s")));
    }

    private Refusal tooLarge() {
        return Refusal.of(HttpStatus.CONTENT_TOO_LARGE,
                "The request is larger than " + maxSize + " bytes (mcp.server.http.max-request-size)");
    }

    private final class Body {

        private byte[] bytes;

        private int size;

        private long counted;

        Body(long length) {
            bytes = new byte[length > 0 ? (int) Math.min(length, FREE_BYTES) : 1024];
        }

        Body add(DataBuffer buffer) {
            try {
                int added = buffer.readableByteCount();
                // In this order: the sum of both could overflow.
                if (added > maxSize - this.size) {
                    throw tooLarge();
                }
                count(this.size + added);
                ensureCapacity(this.size + added);
                buffer.read(this.bytes, this.size, added);
                this.size += added;
                return this;
            } finally {
                DataBufferUtils.release(buffer);
            }
        }

        /** Hands the bytes out, so that they are not held longer than they are needed. */
        byte[] take() {
            byte[] taken = bytes.length == size ? bytes : Arrays.copyOf(bytes, size);
            bytes = new byte[0];
            return taken;
        }

        void close() {
            inFlight.addAndGet(-counted);
        }

        private void count(int newSize) {
            long more = Math.max(0, newSize - FREE_BYTES) - counted;
            if (more > 0) {
                counted += more;
                if (inFlight.addAndGet(more) > maxInFlight) {
                    throw Refusal.of(HttpStatus.CONTENT_TOO_LARGE,
                            "The server has too many large requests at work; try again");
                }
            }
        }

        private void ensureCapacity(int needed) {
            if (needed > bytes.length) {
                int doubled = (int) Math.min(bytes.length * 2L, maxSize);
                this.bytes = Arrays.copyOf(bytes, Math.max(needed, doubled));
            }
        }
    }
}
