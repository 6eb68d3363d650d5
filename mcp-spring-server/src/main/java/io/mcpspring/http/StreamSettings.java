package io.mcpspring.http;

import io.mcpspring.Internal;
import java.time.Duration;

/**
 * Settings of streams.
 *
 * @param keepAlive time without output after which a comment is sent, or a pending reply becomes a stream; zero for
 *     never
 * @param bufferSize number of bytes that may be pending for a client, besides the largest event
 * @param writeTimeout time for which bytes may be pending for a client that does not read
 */
@Internal
public record StreamSettings(Duration keepAlive, int bufferSize, Duration writeTimeout) {

    public StreamSettings withKeepAlive(Duration keepAlive) {
        return new StreamSettings(keepAlive, bufferSize, writeTimeout);
    }
}
