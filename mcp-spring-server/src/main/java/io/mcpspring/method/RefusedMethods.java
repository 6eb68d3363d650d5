package io.mcpspring.method;

import io.mcpspring.Internal;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.BeansException;

/** Collects the refusals of methods, so that one failed start names all mistakes. */
@Internal
public final class RefusedMethods {

    private @Nullable McpMethodException first;

    /** Performs a step of the start, which may refuse methods, also while it creates the bean of their definitions. */
    public void collect(Runnable step) {
        try {
            step.run();
        } catch (McpMethodException | BeansException ex) {
            Throwable cause = ex instanceof BeansException creation ? creation.getMostSpecificCause() : ex;
            if (!(cause instanceof McpMethodException refused)) {
                throw ex;
            } else if (first == null) {
                first = refused;
            } else {
                first.addSuppressed(refused);
            }
        }
    }

    /** @throws McpMethodException the first refusal, which has the others as suppressed exceptions; if there is one */
    public void throwFirst() {
        if (first != null) {
            throw first;
        }
    }
}
