package io.mcpspring.method;

import io.mcpspring.Internal;
import org.jspecify.annotations.Nullable;

/** Collects the refusals of methods, so that one failed start names all mistakes. */
@Internal
public final class RefusedMethods {

    private @Nullable McpMethodException first;

    /** Performs a step of the start, which may refuse methods. */
    public void collect(Runnable step) {
        try {
            step.run();
        } catch (McpMethodException refused) {
            if (first == null) {
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
