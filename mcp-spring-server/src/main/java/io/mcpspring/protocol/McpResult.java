package io.mcpspring.protocol;

/** The result of a request, which is a JSON object; later versions may add kinds of results. */
public sealed interface McpResult permits TypedResult, RenderedResult, ModernResult {}
