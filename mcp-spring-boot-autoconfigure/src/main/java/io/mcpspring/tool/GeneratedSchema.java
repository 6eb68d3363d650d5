package io.mcpspring.tool;

import tools.jackson.databind.node.ObjectNode;

/**
 * An output schema made from a Java type.
 *
 * @param guaranteedByType whether every value of the type fits, so that results need no validation
 */
record GeneratedSchema(ObjectNode json, boolean guaranteedByType) {}
