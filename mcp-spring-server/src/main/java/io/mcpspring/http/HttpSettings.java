package io.mcpspring.http;

import io.mcpspring.Internal;
import io.mcpspring.connection.StreamSettings;
import io.mcpspring.memory.ByteBudget;
import io.mcpspring.protocol.JsonLimits;
import java.time.Duration;

/**
 * Settings of the endpoint.
 *
 * @param path path of the endpoint within the application
 * @param json limits of the body
 * @param readTimeout time limit for the arrival of a body
 * @param boundary checks requests before they are processed
 * @param page answers browsers
 * @param streams settings of streams
 * @param memory the memory of all requests in progress
 */
@Internal
public record HttpSettings(
        String path,
        JsonLimits json,
        Duration readTimeout,
        Boundary boundary,
        BrowserPage page,
        StreamSettings streams,
        ByteBudget memory) {}
