package io.mcpspring.transport;

import io.mcpspring.Internal;
import io.mcpspring.protocol.JsonLimits;
import java.time.Duration;
import java.util.List;

/**
 * What the endpoint accepts, and how it streams.
 *
 * @param path path of the endpoint within the application
 * @param json limits of the body
 * @param readTimeout the time limit for the arrival of a body; no pause may take half of it
 * @param allowedOrigins web pages that may use the server, as exact origins or patterns such as
 *     {@code https://*.example.com}
 * @param allowedHosts host names of the server; empty to allow any
 * @param sse how streams are kept alive, and when they are closed
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
     * How streams are kept alive, and when they are closed.
     *
     * @param keepAlive the time without output after which a comment is sent, or a reply becomes a stream; zero for
     *     never
     * @param bufferSize number of bytes that may be pending for a client that does not read
     * @param writeTimeout how long bytes may be pending for a client that does not read
     */
    public record Sse(Duration keepAlive, int bufferSize, Duration writeTimeout) {}
}
