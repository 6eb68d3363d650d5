package io.mcpspring.webflux;

import io.mcpspring.http.BodyLimits;
import io.mcpspring.memory.RequestMemory;
import io.mcpspring.server.Deadlines;
import io.mcpspring.server.ErrorReport;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.SocketException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.web.util.DisconnectedClientHelper;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Reads the bodies of requests within their limits. */
final class BodyReader {

    private static final Log logger = LogFactory.getLog(BodyReader.class);

    private static final byte[] EMPTY = {};

    private final BodyLimits limits;

    private final Connections connections;

    /** Fails at the time limit. */
    private final Mono<byte[]> late;

    BodyReader(BodyLimits limits, Connections connections) {
        this.limits = limits;
        this.connections = connections;
        this.late = new Deadlines().after(limits.timeout()).then(Mono.error(limits::tooSlow));
    }

    /**
     * Reads a body and processes it. Its bytes are counted until the processing ends, and as long as the given memory
     * is held.
     *
     * @return the result; fails with a refusal, or with a {@link LostClientException}
     */
    <T> Mono<T> read(ServerHttpRequest request, BiFunction<byte[], RequestMemory, Mono<T>> use) {
        return Mono.using(
                limits::memory,
                memory -> arrival(request, whole(parts(request, memory))).flatMap(body -> use.apply(body, memory)),
                RequestMemory::release);
    }

    /**
     * Reads a body and discards it.
     *
     * @return a publisher that completes at the end of the body, or fails with a refusal, or with a
     *     {@link LostClientException}
     */
    Mono<Void> skip(ServerHttpRequest request) {
        RequestMemory none = RequestMemory.uncounted();
        return arrival(
                        request,
                        parts(request, none).doOnNext(DataBufferUtils::release).then(Mono.just(EMPTY)))
                .then();
    }

    private Mono<byte[]> arrival(ServerHttpRequest request, Mono<byte[]> body) {
        long length = request.getHeaders().getContentLength();
        if (length > limits.maxSize()) {
            return Mono.error(limits::tooLarge);
        }
        // A body that is there at once needs no timer.
        return Mono.firstWithSignal(body, late)
                .onErrorMap(this::reason)
                .flatMap(bytes -> connections.isAnswered(request)
                        ? Mono.error(new LostClientException("The web server has refused the request"))
                        : Mono.just(bytes))
                // Reactor Netty signals the loss of a connection again when its response has ended meanwhile.
                .contextWrite(context ->
                        DroppedErrors.to(failure -> ErrorReport.log(logger, "A request failed", failure), context));
    }

    private Flux<DataBuffer> parts(ServerHttpRequest request, RequestMemory memory) {
        return Flux.defer(() -> {
            AtomicInteger size = new AtomicInteger();
            return request.getBody().map(part -> {
                try {
                    size.set(limits.count(memory, size.get(), part.readableByteCount()));
                    return part;
                } catch (RuntimeException refusal) {
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

    private Throwable reason(Throwable failure) {
        // Spring does not recognise all messages that Java has for a lost connection.
        if (failure instanceof SocketException || DisconnectedClientHelper.isClientDisconnectedException(failure)) {
            return new LostClientException(failure);
        }
        if (failure instanceof IOException) {
            logger.debug("A request could not be read", failure);
            return limits.incomplete();
        }
        return failure;
    }
}
