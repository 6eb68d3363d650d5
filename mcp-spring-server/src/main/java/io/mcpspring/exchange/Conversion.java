package io.mcpspring.exchange;

import io.mcpspring.Internal;
import org.jspecify.annotations.Nullable;

/**
 * Turns the value of a method into a result.
 *
 * @param <R> the result
 */
@FunctionalInterface
@Internal
public interface Conversion<R> {

    /**
     * Runs code of the application (getters, streams, files), so it may block and throw anything.
     *
     * @param value the value that the method returned
     */
    R convert(@Nullable Object value) throws Exception;
}
