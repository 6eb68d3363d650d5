package io.mcpspring.protocol;

import io.mcpspring.Internal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The description of the server that a modern client can request before its first call. */
@Internal
public record DiscoverResult(
        List<ProtocolVersion> supportedVersions,
        ServerCapabilities capabilities,
        @Nullable String instructions) implements TypedResult {}
