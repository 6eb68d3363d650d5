package io.mcpspring.entry;

import io.mcpspring.Internal;
import io.mcpspring.protocol.McpProtocolException;
import io.mcpspring.server.RequestParams;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * Selects a page of a list.
 *
 * @param cursor the place after which the page begins; {@code null} for the first page
 */
@Internal
public record PageParams(@Nullable String cursor) {

    /** Precedes every name. */
    static final String BEGINNING = "";

    /**
     * Returns the name after which the page begins.
     *
     * @throws McpProtocolException -32602 if this server did not create the cursor
     */
    String after() {
        return cursor == null ? BEGINNING : Cursor.decode(cursor).after();
    }

    /** @throws McpProtocolException -32602 if the cursor is not a string */
    public static PageParams of(ObjectNode params) {
        return new PageParams(RequestParams.optionalText(params, "cursor"));
    }
}
