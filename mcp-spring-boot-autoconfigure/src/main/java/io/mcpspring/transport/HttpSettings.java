package io.mcpspring.transport;

import io.mcpspring.Internal;
import io.mcpspring.protocol.JsonLimits;
import java.time.Duration;
import java.util.List;

/**
 * Settings of the endpoint.
 *
 * @param path path of the endpoint within the application
 * @param json limits of the body
 * @param readTimeout time limit for the arrival of a body; the connection may be silent for half of it
 * @param allowedOrigins web pages that may use the server, as exact origins or patterns such as
 *     {@code https://*.example.com}
 * @param allowedHosts host names of the server; empty to allow any
 * @param sse settings of streams
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
     * Settings of streams.
     *
     * @param keepAlive time without output after which a comment is sent, or a pending reply becomes a stream; zero for
     *     never
     * @param bufferSize number of bytes that may be pending for a client that does not read
     * @param writeTimeout time for which bytes may be pending for a client that does not read
     */
    public record Sse(Duration keepAlive, int bufferSize, Duration writeTimeout) {}
}
