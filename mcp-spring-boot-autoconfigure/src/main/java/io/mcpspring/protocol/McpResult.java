package io.mcpspring.protocol;

/** What a request is answered with when it succeeds: always one JSON object. */
public sealed interface McpResult permits TypedResult, RenderedResult, ModernResult {}
