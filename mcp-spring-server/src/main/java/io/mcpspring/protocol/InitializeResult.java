package io.mcpspring.protocol;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.mcpspring.Internal;
import org.jspecify.annotations.Nullable;

/** Opens a legacy session. */
@JsonInclude(JsonInclude.Include.NON_NULL)
@Internal
public record InitializeResult(
        String protocolVersion,
        ServerCapabilities capabilities,
        Implementation serverInfo,
        @Nullable String instructions)
        implements TypedResult {}
