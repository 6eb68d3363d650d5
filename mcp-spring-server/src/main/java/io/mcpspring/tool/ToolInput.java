package io.mcpspring.tool;

import io.mcpspring.validation.Problem;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/**
 * The arguments of a call in the form that everything after the reading of the request sees.
 *
 * @param arguments as they fit the input schema, if they do
 * @param problems why they do not fit it
 */
record ToolInput(ObjectNode arguments, List<Problem> problems) {}
