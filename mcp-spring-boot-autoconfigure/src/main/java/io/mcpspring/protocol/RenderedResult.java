package io.mcpspring.protocol;

import io.mcpspring.Internal;

/**
 * A result that was written in advance, with all members that its revision requires.
 *
 * @param json the UTF-8 bytes of one JSON object; not copied, never to be changed
 */
@Internal
public record RenderedResult(byte[] json) implements McpResult {}
