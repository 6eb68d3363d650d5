package io.mcpspring.autoconfigure;

import io.mcpspring.Internal;

/** The path of the application, below which the endpoint lies; empty for the root. */
@Internal
public record BasePath(String value) {}
