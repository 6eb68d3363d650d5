package io.mcpspring.protocol;

/** Says no more than that the request succeeded. */
public record EmptyResult() implements TypedResult {}
