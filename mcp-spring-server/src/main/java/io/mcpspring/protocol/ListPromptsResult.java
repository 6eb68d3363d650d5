package io.mcpspring.protocol;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.mcpspring.Internal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One page of the prompts.
 *
 * @param prompts the definitions, written beforehand
 * @param nextCursor where the next page begins; {@code null} on the last one
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@Internal
public record ListPromptsResult(
        List<JsonValue> prompts, @Nullable String nextCursor) implements CacheableResult {}
