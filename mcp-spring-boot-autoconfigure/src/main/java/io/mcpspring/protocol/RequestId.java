package io.mcpspring.protocol;

import com.fasterxml.jackson.annotation.JsonValue;
import io.mcpspring.Internal;
import tools.jackson.databind.JsonNode;

/** The id of a request: a text or a whole number of any size, kept unchanged. */
@Internal
public record RequestId(@JsonValue JsonNode value) {

    public RequestId {
        if (!isValid(value)) {
            throw new IllegalArgumentException("A request id is a string or a whole number");
        }
    }

    public static boolean isValid(JsonNode value) {
        return value.isString() || value.isIntegralNumber();
    }

    @Override
    public String toString() {
        return value.toString();
    }
}
