package io.mcpspring.tool;

import io.mcpspring.Internal;
import io.mcpspring.content.ResultRules;
import io.mcpspring.protocol.JsonLimits;

/**
 * How tools are served.
 *
 * @param pageSize tools on a page of {@code tools/list}
 * @param rejectUnknownArguments whether arguments that the schema does not name are refused
 * @param parseStringifiedJson whether an object or array that came as a string is read
 * @param convertStrings whether scalars of the wrong kind that stand for the right one are converted
 * @param json limits of JSON in strings
 * @param results what results may contain
 */
@Internal
public record ToolSettings(
        int pageSize,
        boolean rejectUnknownArguments,
        boolean parseStringifiedJson,
        boolean convertStrings,
        JsonLimits json,
        ResultRules results) {}
