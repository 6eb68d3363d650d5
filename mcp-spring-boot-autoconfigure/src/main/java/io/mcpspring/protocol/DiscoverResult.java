package io.mcpspring.protocol;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a client of revision 2026-07-28 may know before it calls anything. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record DiscoverResult(
        List<String> supportedVersions,
        ServerCapabilities capabilities,
        @Nullable String instructions) implements CacheableResult {}
