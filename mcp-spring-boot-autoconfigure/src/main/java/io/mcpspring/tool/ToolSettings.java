package io.mcpspring.tool;

import java.time.Duration;

/**
 * How tools are served.
 *
 * @param pageSize tools on a page of {@code tools/list}
 * @param timeout time limit of calls, zero for none
 * @param rejectUnknownArguments whether arguments that the schema does not name are refused
 * @param parseStringifiedJson whether an object or array that came as a string is read
 * @param maxCollected how many elements of a {@code Flux} make up a result at most
 */
public record ToolSettings(int pageSize, Duration timeout, boolean rejectUnknownArguments,
        boolean parseStringifiedJson, int maxCollected) {
}
