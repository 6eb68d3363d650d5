package io.mcpspring.protocol;

import io.mcpspring.Internal;
import org.jspecify.annotations.Nullable;

/** Opens a legacy session. */
@Internal
public record InitializeResult(
        String protocolVersion,
        ServerCapabilities capabilities,
        Implementation serverInfo,
        @Nullable String instructions)
        implements TypedResult {}
