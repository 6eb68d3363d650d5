package io.mcpspring.method;

import io.mcpspring.Internal;
import io.mcpspring.exchange.Exchange;
import org.jspecify.annotations.Nullable;

/**
 * Fills the parameters of a method for each call.
 *
 * @param <I> the input that a request has for the method
 */
@Internal
@FunctionalInterface
public interface Binding<I> {

    /**
     * Returns the values of all parameters. Runs where the method runs; may throw what the method may throw.
     *
     * @param bean the object whose method is called
     */
    @Nullable
    Object[] values(I input, Exchange exchange, Object bean);

    /** Whether reading an input takes so much time that it must not occupy an event loop. */
    default boolean isSlow(I input) {
        return false;
    }
}
