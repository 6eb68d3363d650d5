package io.mcpspring.validation;

import io.mcpspring.Internal;

/** Matching a text against a pattern needs more steps than allowed. */
@SuppressWarnings("serial")
@Internal
public final class TooManyStepsException extends com.networknt.schema.SchemaException {

    // The validator logs all other exceptions as errors.
    TooManyStepsException() {
        super("");
    }

    @Override
    public synchronized Throwable fillInStackTrace() {
        return this;
    }
}
