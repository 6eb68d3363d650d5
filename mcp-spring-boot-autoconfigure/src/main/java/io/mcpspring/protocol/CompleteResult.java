package io.mcpspring.protocol;

import io.mcpspring.Internal;

/** Proposals for what a user is typing. */
@Internal
public record CompleteResult(Completion completion) implements TypedResult {}
