package io.mcpspring.listing;

import io.mcpspring.Internal;
import io.mcpspring.protocol.McpProtocolException;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The requested page of a list.
 *
 * @param cursor where it begins; {@code null} for the first page
 */
@Internal
public record PageParams(@Nullable String cursor) {

    /** @throws McpProtocolException -32602 if the cursor is not a string */
    public static PageParams of(ObjectNode params) {
        JsonNode cursor = params.path("cursor");
        if (cursor.isMissingNode() || cursor.isNull()) {
            return new PageParams(null);
        }
        if (!cursor.isString()) {
            throw McpProtocolException.invalidParams("'cursor' must be a string");
        }
        return new PageParams(cursor.stringValue());
    }
}
