package io.mcpspring.http;

import io.mcpspring.connection.Connections;
import io.mcpspring.connection.DroppedErrors;
import io.mcpspring.memory.ByteBudget;
import io.mcpspring.memory.RequestMemory;
import io.mcpspring.server.Deadlines;
import io.mcpspring.server.ErrorReport;
import io.mcpspring.server.Refusals;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.SocketException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import java.util.function.IntConsumer;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.http.HttpStatus;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.web.util.DisconnectedClientHelper;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

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

    private static final byte[] EMPTY = {};

    private final int maxSize;

    private final Duration timeout;

    private final ByteBudget budget;

    private final Connections connections;

    /** Fails at the time limit. */
    private final Mono<byte[]> late;

    /**
     * @param timeout the time limit for the arrival of a body
     * @param budget the memory of all bodies in use
     */
    BodyReader(int maxSize, Duration timeout, Deadlines deadlines, ByteBudget budget, Connections connections) {
        this.maxSize = maxSize;
        this.timeout = timeout;
        this.budget = budget;
        this.connections = connections;
        this.late = deadlines.after(timeout).then(Mono.error(this::tooSlow));
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
                memory -> arrival(request, whole(parts(request, more -> count(memory, more))))
                        .flatMap(body -> use.apply(body, memory)),
                RequestMemory::release);
    }

    /**
     * Reads a body and discards it.
     *
     * @return a publisher that completes at the end of the body, or fails with a {@link Refusal} with 400, 408 or 413,
     *     or with a {@link LostClientException}
     */
    Mono<Void> skip(ServerHttpRequest request) {
        Mono<byte[]> end =
                parts(request, more -> {}).doOnNext(DataBufferUtils::release).then(Mono.just(EMPTY));
        return arrival(request, end).then();
    }

    private Mono<byte[]> arrival(ServerHttpRequest request, Mono<byte[]> body) {
        if (request.getHeaders().getContentLength() > maxSize) {
            return Mono.error(this::tooLarge);
        }
        // A body that is there at once needs no timer.
        Mono<byte[]> arriving = Mono.firstWithSignal(body, late)
                .onErrorMap(BodyReader::reason)
                .flatMap(bytes -> connections.isAnswered(request)
                        ? Mono.error(new LostClientException("The web server has refused the request"))
                        : Mono.just(bytes))
                // Reactor Netty signals the loss of a connection again when its response has ended meanwhile.
                .contextWrite(context ->
                        DroppedErrors.to(failure -> ErrorReport.log(logger, "A request failed", failure), context));
        return connections.received(arriving, request);
    }

    /** @param counter gets the numbers of bytes that are to be counted */
    private Flux<DataBuffer> parts(ServerHttpRequest request, IntConsumer counter) {
        return Flux.defer(() -> {
            AtomicInteger size = new AtomicInteger();
            return request.getBody().map(part -> {
                try {
                    int before = size.get();
                    // Not written as a sum, which could overflow.
                    if (part.readableByteCount() > maxSize - before) {
                        throw tooLarge();
                    }
                    int after = size.addAndGet(part.readableByteCount());
                    counter.accept(Math.max(0, after - FREE_BYTES) - Math.max(0, before - FREE_BYTES));
                    return part;
                } catch (Refusal refusal) {
                    DataBufferUtils.release(part);
                    throw refusal;
                }
            });
        });
    }

    /** Copies each part at once, because the web server would keep the buffers of a whole body in its pool. */
    private static Mono<byte[]> whole(Flux<DataBuffer> parts) {
        return parts.collect(Body::new, Body::add).map(Body::bytes);
    }

    /** A body that arrives; one of a single part, as most are, is not copied again. */
    private static final class Body {

        private byte[] first = EMPTY;

        /** All parts, if there are several. */
        private @Nullable ByteArrayOutputStream all;

        void add(DataBuffer part) {
            byte[] bytes = new byte[part.readableByteCount()];
            part.read(bytes);
            DataBufferUtils.release(part);
            if (all != null) {
                all.writeBytes(bytes);
            } else if (first.length == 0) {
                first = bytes;
            } else {
                all = new ByteArrayOutputStream(2 * (first.length + bytes.length));
                all.writeBytes(first);
                all.writeBytes(bytes);
                first = EMPTY;
            }
        }

        byte[] bytes() {
            return all == null ? first : all.toByteArray();
        }
    }

    private static void count(RequestMemory memory, int more) {
        if (more > 0 && !memory.take(more)) {
            throw unread(
                    HttpStatus.SERVICE_UNAVAILABLE,
                    "The server is processing too many large requests; try again later");
        }
    }

    private static Refusal unread(HttpStatus status, String problem) {
        return Refusal.of(status, problem).closing().because(Refusals.Reason.LIMIT);
    }

    private Refusal tooLarge() {
        return unread(
                HttpStatus.CONTENT_TOO_LARGE,
                "The request is larger than " + maxSize + " bytes (mcp.server.http.max-request-size)");
    }

    private Refusal tooSlow() {
        return unread(
                HttpStatus.REQUEST_TIMEOUT,
                "The request did not arrive within " + timeout.toMillis() + " ms (mcp.server.http.read-timeout)");
    }

    private static Throwable reason(Throwable failure) {
        // Spring does not recognise all messages that Java has for a lost connection.
        if (failure instanceof SocketException || DisconnectedClientHelper.isClientDisconnectedException(failure)) {
            return new LostClientException(failure);
        }
        if (failure instanceof IOException) {
            logger.debug("A request could not be read", failure);
            return Refusal.of(HttpStatus.BAD_REQUEST, "The request is incomplete or is not valid HTTP")
                    .closing();
        }
        return failure;
    }
}
