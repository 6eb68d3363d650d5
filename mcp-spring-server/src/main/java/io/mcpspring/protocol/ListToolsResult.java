package io.mcpspring.protocol;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.mcpspring.Internal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One page of the tools.
 *
 * @param tools the definitions, written beforehand
 * @param nextCursor where the next page begins; {@code null} on the last one
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@Internal
public record ListToolsResult(
        List<JsonValue> tools, @Nullable String nextCursor) implements CacheableResult {}
