package io.mcpspring.tool;

import io.mcpspring.Internal;
import io.mcpspring.content.ResultRules;
import io.mcpspring.validation.Conversion;

/**
 * How tools are served.
 *
 * @param pageSize tools on a page of {@code tools/list}
 * @param rejectUnknownArguments whether arguments that the schema does not name are refused
 * @param conversion converts arguments that do not fit the schema
 * @param results what results may contain
 */
@Internal
public record ToolSettings(int pageSize, boolean rejectUnknownArguments, Conversion conversion, ResultRules results) {}
