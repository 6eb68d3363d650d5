package io.mcpspring.transport;

import java.util.List;

/**
 * What the endpoint lets in.
 *
 * @param maxRequestSize largest body, in bytes
 * @param maxDepth deepest nesting of JSON in a body
 * @param allowedOrigins web pages that may use the server, as exact origins or patterns such as
 * {@code https://*.example.com}
 * @param allowedHosts names by which the server may be called; empty for any
 */
public record HttpSettings(int maxRequestSize, int maxDepth, List<String> allowedOrigins, List<String> allowedHosts) {
}
