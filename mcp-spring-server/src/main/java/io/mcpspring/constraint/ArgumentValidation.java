package io.mcpspring.constraint;

import io.mcpspring.Internal;
import io.mcpspring.method.BeanMethod;
import io.mcpspring.method.McpMethodException;
import io.mcpspring.validation.SchemaException;
import jakarta.validation.Validator;
import java.lang.reflect.Method;
import java.util.List;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.ApplicationContext;
import org.springframework.util.ClassUtils;
import tools.jackson.databind.json.JsonMapper;

/** Finds the constraints of arguments that schemas do not express. */
@Internal
public interface ArgumentValidation {

    /** Finds the constraints of Bean Validation, if it is there, with the validator of the application. */
    static ArgumentValidation of(ApplicationContext application) {
        return ClassUtils.isPresent("jakarta.validation.Validator", application.getClassLoader())
                ? new ByValidator(application.getBeanProvider(Validator.class))
                : NONE;
    }

    /** Finds no constraints, because Bean Validation is absent. */
    ArgumentValidation NONE = (beanClass, method, arguments, schemaIsGenerated, mapper) -> ArgumentConstraints.NONE;

    /**
     * Returns the constraints of a method.
     *
     * @param schemaIsGenerated whether there is an input schema that is generated from the arguments, with their
     *     constraints
     * @throws SchemaException if they need a validator and there is none
     */
    ArgumentConstraints constraints(
            Class<?> beanClass,
            Method method,
            List<ConstrainedArgument> arguments,
            boolean schemaIsGenerated,
            JsonMapper mapper);

    /**
     * Returns the constraints of a method whose arguments are texts, without a schema.
     *
     * @throws McpMethodException if they need a validator and there is none
     */
    default ArgumentConstraints ofTexts(BeanMethod method, List<ConstrainedArgument> arguments, JsonMapper mapper) {
        try {
            return constraints(method.beanClass(), method.method(), arguments, false, mapper);
        } catch (SchemaException ex) {
            throw method.refused(ex.reason() + ".", ex.cure() + ".");
        }
    }

    /**
     * Finds the constraints of Bean Validation.
     *
     * @param validators the validators of the application
     */
    record ByValidator(ObjectProvider<Validator> validators) implements ArgumentValidation {

        @Override
        public ArgumentConstraints constraints(
                Class<?> beanClass,
                Method method,
                List<ConstrainedArgument> arguments,
                boolean schemaIsGenerated,
                JsonMapper mapper) {
            return ValidatedArguments.of(beanClass, method, arguments, schemaIsGenerated, mapper, validators);
        }
    }
}
