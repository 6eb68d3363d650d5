package io.mcpspring.protocol;

import com.fasterxml.jackson.annotation.JsonValue;
import io.mcpspring.Internal;
import org.springframework.util.Assert;
import tools.jackson.databind.JsonNode;

/** The id of a request: a short text or a whole number, kept unchanged. */
@Internal
public record RequestId(@JsonValue JsonNode value) {

    /** An id is kept for as long as its request or stream is open, and sent to other instances. */
    public static final int MAX_CHARACTERS = 256;

    public RequestId {
        Assert.isTrue(
                isValid(value),
                "A request id is a string or a whole number of at most " + MAX_CHARACTERS + " characters");
    }

    public static boolean isValid(JsonNode value) {
        if (value.isString()) {
            return value.stringValue().length() <= MAX_CHARACTERS;
        }
        return value.isIntegralNumber()
                && (value.canConvertToLong() || value.asString().length() <= MAX_CHARACTERS);
    }

    @Override
    public String toString() {
        return value.toString();
    }
}
