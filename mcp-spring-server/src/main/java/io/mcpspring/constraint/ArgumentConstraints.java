package io.mcpspring.constraint;

import io.mcpspring.Internal;
import io.mcpspring.method.Binding;
import io.mcpspring.method.ParameterSource;
import io.mcpspring.validation.InvalidArgumentsException;
import io.mcpspring.validation.Problem;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The constraints of a method's arguments that the schema does not express. */
@Internal
public interface ArgumentConstraints {

    ArgumentConstraints NONE = new ArgumentConstraints() {
        @Override
        public List<Problem> check(Object bean, @Nullable Object[] values) {
            return List.of();
        }

        @Override
        public List<Problem> problems(Throwable failure) {
            return List.of();
        }
    };

    /**
     * Returns the violations of the arguments.
     *
     * @param bean the object whose method is to be called
     * @param values the values of all its parameters
     */
    List<Problem> check(Object bean, @Nullable Object[] values);

    /** Returns the violations if the bean's proxy refused the arguments by this failure; otherwise none. */
    List<Problem> problems(Throwable failure);

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

    /** Returns the failure that names the problems of the arguments; {@code null} if it was not caused by them. */
    default @Nullable InvalidArgumentsException refusal(Throwable failure) {
        if (failure instanceof InvalidArgumentsException invalid) {
            return invalid;
        }
        List<Problem> problems = problems(failure);
        return problems.isEmpty() ? null : new InvalidArgumentsException(problems);
    }
}
