package io.mcpspring.method;

import io.mcpspring.Internal;
import io.mcpspring.exchange.Exchange;
import java.util.function.Predicate;
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

    /** Whether reading an input takes so much time that it must not occupy a non-blocking thread. */
    default boolean isSlow(I input) {
        return false;
    }

    /** Returns the same binding, for which these inputs take too much time as well. */
    default Binding<I> slowFor(Predicate<I> slow) {
        Binding<I> binding = this;
        return new Binding<>() {
            @Override
            public @Nullable Object[] values(I input, Exchange exchange, Object bean) {
                return binding.values(input, exchange, bean);
            }

            @Override
            public boolean isSlow(I input) {
                return binding.isSlow(input) || slow.test(input);
            }
        };
    }
}
