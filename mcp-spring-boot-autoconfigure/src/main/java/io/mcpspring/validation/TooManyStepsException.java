package io.mcpspring.validation;

/** A text cannot be matched against a pattern within the steps that there are. */
@SuppressWarnings("serial")
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
