package io.mcpspring.transport;

import io.mcpspring.Internal;
import io.mcpspring.protocol.JsonLimits;
import java.time.Duration;
import java.util.List;

/**
 * What the endpoint lets in, and how it streams.
 *
 * @param path path of the endpoint within the application
 * @param json how large a body may be
 * @param readTimeout within which a body has to arrive; half of it may pass without any part of it
 * @param allowedOrigins web pages that may use the server, as exact origins or patterns such as
 *     {@code https://*.example.com}
 * @param allowedHosts names by which the server may be called; empty for any
 * @param sse how streams are kept alive, and when they are given up
 */
@Internal
public record HttpSettings(
        String path,
        JsonLimits json,
        Duration readTimeout,
        List<String> allowedOrigins,
        List<String> allowedHosts,
        Sse sse) {

    /**
     * How streams are kept alive, and when they are given up.
     *
     * @param keepAlive silence after which a comment is sent, or a silent reply becomes a stream; zero for never
     * @param bufferSize how many bytes may wait for a client that does not read
     * @param writeTimeout how long they may wait
     */
    public record Sse(Duration keepAlive, int bufferSize, Duration writeTimeout) {}
}
