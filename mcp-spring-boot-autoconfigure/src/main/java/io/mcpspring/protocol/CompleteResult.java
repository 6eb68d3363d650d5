package io.mcpspring.protocol;

/** Proposals for what a user is typing. */
public record CompleteResult(Completion completion) implements TypedResult {}
