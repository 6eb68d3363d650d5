package io.mcpspring.output;

import io.mcpspring.protocol.CallToolResult;
import io.mcpspring.protocol.JsonValue;

/** A result whose structured content is written; that of an interceptor of the application may not be. */
final class WrittenResult {

    private WrittenResult() {}

    static CallToolResult of(CallToolResult result) {
        Object structured = result.structuredContent();
        return structured == null || structured instanceof JsonValue
                ? result
                : new CallToolResult(result.content(), JsonValue.of(structured), result.isError(), result.meta());
    }
}
