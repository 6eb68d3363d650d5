package io.mcpspring.tool;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.JsonNode;

/**
 * What a tool returns.
 *
 * @param structured whether results are sent as structured content
 * @param schema describes the structured content; {@code null} for none
 * @param guaranteed whether every returned value fits the schema, so that it need not be compared
 * @param type the Java type that is written, if it is known; generic types keep what their elements are
 * @param contents whether the type is a collection of content blocks
 */
record ToolOutput(boolean structured, @Nullable JsonNode schema, boolean guaranteed, @Nullable JavaType type,
        boolean contents) {
}
