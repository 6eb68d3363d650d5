package io.mcpspring.protocol;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.mcpspring.Internal;
import java.util.Map;

/** The end of a subscription, in the modern era. */
@Internal
public record ListenResult(@JsonProperty("_meta") Map<String, ?> meta) implements TypedResult {}
