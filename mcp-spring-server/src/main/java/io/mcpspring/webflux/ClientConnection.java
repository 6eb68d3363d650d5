package io.mcpspring.webflux;

import java.time.Duration;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** The connection of a response, as far as the web server exposes it. */
abstract class ClientConnection {

    private static final Duration PAUSE = Duration.ofMillis(5);

    /** Emits a response on a thread on which the web server can write it. */
    abstract <T> Mono<T> publish(Mono<T> response);

    /**
     * Whether the loss of the client is detected only when the server writes: the client's system answers the first
     * write by a reset, and the second write fails.
     */
    abstract boolean detectsLossByWriting();

    /** Returns the number of bytes that the web server holds because they cannot be sent yet. */
    long unsentBytes() {
        return 0;
    }

    /** Completes when at most this number of bytes is unsent. */
    Mono<Void> awaitUnsent(long bytes) {
        return Mono.defer(() -> unsentBytes() <= bytes
                ? Mono.empty()
                : Flux.interval(PAUSE)
                        .onBackpressureDrop()
                        .takeUntil(tick -> unsentBytes() <= bytes)
                        .then());
    }

    /**
     * Closes the connection at once and drops unsent bytes; has no effect if the web server does not hold unsent bytes.
     */
    void close() {}
}
