package io.mcpspring.validation;

import com.networknt.schema.SchemaException;
import io.mcpspring.Internal;
import org.jspecify.annotations.Nullable;
import org.springframework.core.NestedExceptionUtils;

/** Thrown when checking, converting or matching the values of a request takes too long. */
@SuppressWarnings("serial")
@Internal
public final class TooSlowException extends SchemaException {

    // The validator logs all other exceptions as errors.
    public TooSlowException() {
        super("");
    }

    /** Whether a failure was caused by such an exception. */
    public static boolean caused(@Nullable Throwable failure) {
        return failure != null && NestedExceptionUtils.getMostSpecificCause(failure) instanceof TooSlowException;
    }
}
