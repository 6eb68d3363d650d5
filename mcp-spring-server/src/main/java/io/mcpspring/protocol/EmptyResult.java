package io.mcpspring.protocol;

import io.mcpspring.Internal;

/** The result of a successful request that returns no data. */
@Internal
public record EmptyResult() implements TypedResult {}
