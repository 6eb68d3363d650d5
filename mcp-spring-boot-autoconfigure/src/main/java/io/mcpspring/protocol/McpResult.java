package io.mcpspring.protocol;

import io.mcpspring.Internal;

/** What a request is answered with when it succeeds: always one JSON object. */
@Internal
public sealed interface McpResult permits TypedResult, RenderedResult, ModernResult {}
