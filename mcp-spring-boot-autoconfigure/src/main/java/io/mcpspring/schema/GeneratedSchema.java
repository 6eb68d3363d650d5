package io.mcpspring.schema;

import io.mcpspring.Internal;
import tools.jackson.databind.node.ObjectNode;

/**
 * An output schema made from a Java type.
 *
 * @param guaranteedByType whether every value of the type fits, so that results need no validation
 */
@Internal
public record GeneratedSchema(ObjectNode json, boolean guaranteedByType) {}
