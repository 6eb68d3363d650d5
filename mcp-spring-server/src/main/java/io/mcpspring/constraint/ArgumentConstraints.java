package io.mcpspring.constraint;

import io.mcpspring.Internal;
import io.mcpspring.method.BeanMethod;
import io.mcpspring.method.Binding;
import io.mcpspring.method.ParameterSource;
import io.mcpspring.validation.CheckingTime;
import io.mcpspring.validation.DeclarationException;
import io.mcpspring.validation.InvalidArgumentsException;
import io.mcpspring.validation.Problem;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.util.ClassUtils;
import tools.jackson.databind.json.JsonMapper;

/** The constraints of a method's arguments. */
@Internal
@FunctionalInterface
public interface ArgumentConstraints {

    ArgumentConstraints NONE = (bean, values, time) -> List.of();

    /**
     * Returns the constraints of a method: those of Bean Validation, or none if it is absent.
     *
     * @param beans the beans of the application, with its validators
     * @throws DeclarationException if they need a validator and there is none, or if they are invalid
     */
    static ArgumentConstraints of(
            BeanFactory beans, BeanMethod method, List<ConstrainedArgument> arguments, JsonMapper mapper) {
        return ClassUtils.isPresent("jakarta.validation.Validator", ArgumentConstraints.class.getClassLoader())
                ? ValidatedArguments.find(beans, method, arguments, mapper)
                : NONE;
    }

    /**
     * Returns the violations of the arguments.
     *
     * @param bean the object whose method is to be called
     * @param values the values of all its parameters
     * @param time the time of the request
     */
    List<Problem> check(Object bean, @Nullable Object[] values, CheckingTime time);

    /** Fills the parameters from their sources; throws an {@link InvalidArgumentsException} if a value is refused. */
    default <I> Binding<I> binding(List<ParameterSource<I>> sources) {
        return (input, exchange, bean) -> {
            @Nullable Object[] values = ParameterSource.values(sources, input, exchange);
            List<Problem> problems = check(bean, values, exchange.checkingTime());
            if (!problems.isEmpty()) {
                throw new InvalidArgumentsException(problems);
            }
            return values;
        };
    }
}
