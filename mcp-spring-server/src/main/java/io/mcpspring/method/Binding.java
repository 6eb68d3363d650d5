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
     * Returns the values of all parameters. Runs on the thread of the method; may throw any exception.
     *
     * @param bean the object whose method is called
     */
    @Nullable
    Object[] values(I input, Exchange exchange, Object bean);
}
