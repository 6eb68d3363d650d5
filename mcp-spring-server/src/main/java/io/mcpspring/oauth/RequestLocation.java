package io.mcpspring.oauth;

import io.mcpspring.Internal;
import java.net.InetSocketAddress;
import java.net.URI;
import org.jspecify.annotations.Nullable;

/**
 * Where a request has arrived.
 *
 * @param url its URL as far as the server knows it: with the effects of forwarded headers, if the application uses them
 * @param contextPath the part of the path before the paths of the application
 * @param localAddress the local address of its connection, regardless of forwarded headers
 */
@Internal
public record RequestLocation(
        URI url, String contextPath, @Nullable InetSocketAddress localAddress) {}
