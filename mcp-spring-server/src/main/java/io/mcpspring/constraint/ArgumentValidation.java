package io.mcpspring.constraint;

import io.mcpspring.Internal;
import io.mcpspring.method.BeanMethod;
import io.mcpspring.method.McpMethodException;
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

    /**
     * Returns the constraints of a method whose arguments are texts.
     *
     * @throws McpMethodException if there are some and there is no validator, or if they are invalid
     */
    public ArgumentConstraints ofTexts(BeanMethod method, List<ConstrainedArgument> arguments, JsonMapper mapper) {
        try {
            return constraints(method.beanClass(), method.method(), arguments, false, mapper);
        } catch (SchemaException ex) {
            throw method.refused(ex.reason() + ".", ex.cure() + ".");
        }
    }
}
