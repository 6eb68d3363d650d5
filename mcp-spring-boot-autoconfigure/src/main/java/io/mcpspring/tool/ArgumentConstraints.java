package io.mcpspring.tool;

import io.mcpspring.schema.ToolArgument;
import io.mcpspring.validation.Problem;
import java.lang.reflect.Method;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.util.ClassUtils;
import tools.jackson.databind.json.JsonMapper;

/** The constraints of a method's arguments that the schema does not express, checked by Bean Validation. */
sealed interface ArgumentConstraints permits ArgumentConstraints.None, ValidatedArguments {

    boolean VALIDATION =
            ClassUtils.isPresent("jakarta.validation.Validator", ArgumentConstraints.class.getClassLoader());

    /** No constraints, because Bean Validation is absent. */
    record None() implements ArgumentConstraints {

        @Override
        public List<Problem> check(Object bean, @Nullable Object[] values) {
            return List.of();
        }

        @Override
        public List<Problem> problems(Throwable failure) {
            return List.of();
        }
    }

    /**
     * The constraints of a method.
     *
     * @param validator finds the application's {@code jakarta.validation.Validator}; asked only if the method needs one
     * @throws SchemaException if it needs one and there is none
     */
    static ArgumentConstraints of(
            Class<?> beanClass,
            Method method,
            List<ToolArgument> arguments,
            JsonMapper mapper,
            Supplier<@Nullable Object> validator) {
        return VALIDATION ? ValidatedArguments.of(beanClass, method, arguments, mapper, validator) : new None();
    }

    /** Finds the application's validator, if it has one. */
    static @Nullable Object validator(ListableBeanFactory beans) {
        return VALIDATION ? ValidatedArguments.validator(beans) : null;
    }

    /**
     * Returns the violations of the arguments.
     *
     * @param bean the object whose method is to be called
     * @param values the values of all its parameters
     */
    List<Problem> check(Object bean, @Nullable Object[] values);

    /** Returns the violations if the bean's proxy refused the arguments by this failure; otherwise none. */
    List<Problem> problems(Throwable failure);
}
