package io.mcpspring.protocol;

/** The result of a {@code completion/complete}: values for the argument that a user is typing. */
public record CompleteResult(Completion completion) implements TypedResult {}
