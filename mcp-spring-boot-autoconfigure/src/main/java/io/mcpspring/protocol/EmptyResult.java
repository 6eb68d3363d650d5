package io.mcpspring.protocol;

import io.mcpspring.Internal;

/** Says no more than that the request succeeded. */
@Internal
public record EmptyResult() implements TypedResult {}
