package io.mcpspring.constraint;

import io.mcpspring.Internal;
import io.mcpspring.method.Binding;
import io.mcpspring.method.ParameterSource;
import io.mcpspring.validation.InvalidArgumentsException;
import io.mcpspring.validation.Problem;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The constraints of a method's arguments. */
@Internal
@FunctionalInterface
public interface ArgumentConstraints {

    ArgumentConstraints NONE = (bean, values) -> List.of();

    /**
     * Returns the violations of the arguments.
     *
     * @param bean the object whose method is to be called
     * @param values the values of all its parameters
     */
    List<Problem> check(Object bean, @Nullable Object[] values);

    /** Fills the parameters from their sources; throws an {@link InvalidArgumentsException} if a value is refused. */
    default <I> Binding<I> binding(List<ParameterSource<I>> sources) {
        return (input, exchange, bean) -> {
            @Nullable Object[] values = ParameterSource.values(sources, input, exchange);
            List<Problem> problems = check(bean, values);
            if (!problems.isEmpty()) {
                throw new InvalidArgumentsException(problems);
            }
            return values;
        };
    }
}
