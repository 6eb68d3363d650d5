package io.mcpspring.protocol;

import io.mcpspring.Internal;

/**
 * A result written beforehand; it holds all that its revision wants.
 *
 * @param json the UTF-8 bytes of one JSON object; not copied, never to be changed
 */
@Internal
public record RenderedResult(byte[] json) implements McpResult {}
