package io.mcpspring.protocol;

/**
 * A result written beforehand; it holds all that its revision wants.
 *
 * @param json the UTF-8 bytes of one JSON object; not copied, never to be changed
 */
public record RenderedResult(byte[] json) implements McpResult {}
