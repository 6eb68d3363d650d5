package io.mcpspring.schema;

import io.mcpspring.Internal;
import tools.jackson.databind.node.ObjectNode;

/**
 * An output schema made from a Java type.
 *
 * @param conformance whether the values of the type fit the schema
 */
@Internal
public record GeneratedSchema(ObjectNode json, Conformance conformance) {}
