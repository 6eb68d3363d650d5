package io.mcpspring.validation;

import io.mcpspring.Internal;
import org.jspecify.annotations.Nullable;

/** Thrown when checking, converting or matching the values of a request takes too long. */
@SuppressWarnings("serial")
@Internal
public final class TooSlowException extends com.networknt.schema.SchemaException {

    // The validator logs all other exceptions as errors.
    public TooSlowException() {
        super("");
    }

    /** Whether a failure was caused by such an exception. */
    public static boolean caused(@Nullable Throwable failure) {
        Throwable cause = failure;
        while (cause != null && !(cause instanceof TooSlowException)) {
            cause = cause.getCause();
        }
        return cause != null;
    }

    @Override
    public synchronized Throwable fillInStackTrace() {
        return this;
    }
}
