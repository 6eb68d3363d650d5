package io.mcpspring.validation;

import io.mcpspring.Internal;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.DatabindException;

/** Thrown when too many elements of a set, or keys of a map, have the same hash code. */
@Internal
public final class HashCollisionsException extends DatabindException {

    private static final long serialVersionUID = 1L;

    public HashCollisionsException(JsonParser parser) {
        super(parser, "Too many elements have the same hash code");
    }
}
