package io.mcpspring.tool;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.JsonNode;

/**
 * The output of a tool.
 *
 * @param schema describes the structured content; {@code null} for none
 * @param checked whether results are compared with the schema, because it was not made from the type of the method
 * @param type the Java type that is written, if it is known; generic types keep their element types
 */
record ToolOutput(
        Kind kind,
        @Nullable JsonNode schema,
        boolean checked,
        @Nullable JavaType type) {

    enum Kind {

        /** The type of the values is unknown, or there are none. */
        UNKNOWN,

        /** Blocks of content, or {@code CallToolResult}s. */
        CONTENT,

        /** Data that is sent as text alone. */
        TEXT,

        /** Data that is also sent as structured content. */
        STRUCTURED
    }

    static ToolOutput of(Kind kind, @Nullable JavaType type) {
        return new ToolOutput(kind, null, false, type);
    }
}
