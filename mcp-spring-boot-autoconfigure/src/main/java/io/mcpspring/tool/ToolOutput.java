package io.mcpspring.tool;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.JsonNode;

/**
 * What a tool returns.
 *
 * @param schema describes the structured content; {@code null} for none
 * @param guaranteed whether every returned value fits the schema, so that it need not be compared
 * @param type the Java type that is written, if it is known; generic types keep what their elements are
 */
record ToolOutput(
        Kind kind,
        @Nullable JsonNode schema,
        boolean guaranteed,
        @Nullable JavaType type) {

    enum Kind {

        /** Nothing is known of the values, or there are none. */
        UNKNOWN,

        /** Blocks of content, or finished results. */
        CONTENT,

        /** Data that is sent as text alone. */
        TEXT,

        /** Data that is sent as structured content, too. */
        STRUCTURED
    }

    static ToolOutput of(Kind kind, @Nullable JavaType type) {
        return new ToolOutput(kind, null, true, type);
    }
}
