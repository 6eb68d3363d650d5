package io.mcpspring.validation;

import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/** A part of a schema that checks values, and the values inside them. */
sealed interface Check permits SchemaCheck, SchemaCheck.Rule, Members, Items, Choice {

    /** Whether a value may fit, given its type. */
    default boolean allows(JsonNode value) {
        return true;
    }

    /** Returns the kinds that values may have, as far as the schema names them. */
    default Stream<String> allKinds() {
        return Stream.empty();
    }

    /** Checks a value; returns it, or what it was converted to. */
    JsonNode accept(JsonNode value, Checking checking);
}
