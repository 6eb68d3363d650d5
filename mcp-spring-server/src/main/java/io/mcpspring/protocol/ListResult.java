package io.mcpspring.protocol;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonIgnore;
import io.mcpspring.Internal;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One page of the tools, prompts, resources or resource templates.
 *
 * @param member the name of the member that contains the definitions
 * @param definitions the definitions, written beforehand
 * @param nextCursor where the next page begins; {@code null} on the last one
 */
@Internal
public record ListResult(
        @JsonIgnore String member,
        @JsonIgnore List<JsonValue> definitions,
        @Nullable String nextCursor) implements TypedResult {

    @JsonAnyGetter
    Map<String, List<JsonValue>> page() {
        return Map.of(member, definitions);
    }
}
