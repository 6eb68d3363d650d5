package io.mcpspring.constraint;

import io.mcpspring.Internal;
import io.mcpspring.validation.SchemaException;
import java.lang.reflect.Method;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.util.ClassUtils;
import tools.jackson.databind.json.JsonMapper;

/**
 * Finds the constraints of arguments: those of Bean Validation, or none if it is absent.
 *
 * @param beans the beans of the application, with its validators
 * @param classLoader the class loader of the application
 */
@Internal
public record ArgumentValidation(
        BeanFactory beans, @Nullable ClassLoader classLoader) {

    /**
     * Returns the constraints of a method.
     *
     * @param schemaIsGenerated whether there is an input schema that is generated from the arguments, with their
     *     constraints
     * @throws SchemaException if they need a validator and there is none, or if they are invalid
     */
    public ArgumentConstraints constraints(
            Class<?> beanClass,
            Method method,
            List<ConstrainedArgument> arguments,
            boolean schemaIsGenerated,
            JsonMapper mapper) {
        return ClassUtils.isPresent("jakarta.validation.Validator", classLoader)
                ? ValidatedArguments.find(beans, beanClass, method, arguments, schemaIsGenerated, mapper)
                : ArgumentConstraints.NONE;
    }
}
