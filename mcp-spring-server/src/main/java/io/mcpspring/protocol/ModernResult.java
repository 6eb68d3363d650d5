package io.mcpspring.protocol;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.mcpspring.Internal;
import org.jspecify.annotations.Nullable;

/**
 * A result with the members that the modern revisions require.
 *
 * @param resultType {@code complete} unless the result has another type
 * @param result the result itself, without its {@code _meta}
 * @param ttlMs the time for which the result may be cached, in milliseconds; {@code null} if it is not cacheable
 * @param cacheScope {@code public} or {@code private}; {@code null} if the result is not cacheable
 * @param meta the {@code _meta} of the result and the identity of the server, as a map or written
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonPropertyOrder({"resultType", "result", "ttlMs", "cacheScope", "_meta"})
@Internal
public record ModernResult(
        String resultType,
        @JsonUnwrapped @JsonIgnoreProperties("_meta") TypedResult result,
        @Nullable Long ttlMs,
        @Nullable String cacheScope,
        @JsonProperty("_meta") Object meta)
        implements McpResult {}
