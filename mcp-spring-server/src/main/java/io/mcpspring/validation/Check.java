package io.mcpspring.validation;

import tools.jackson.databind.JsonNode;

/** A part of a schema that checks values, and the values inside them. */
interface Check {

    /** Whether a value may fit, given its type. */
    default boolean allows(JsonNode value) {
        return true;
    }

    /** Checks a value; returns it, or what it was converted to. */
    JsonNode accept(JsonNode value, Checking checking);
}
