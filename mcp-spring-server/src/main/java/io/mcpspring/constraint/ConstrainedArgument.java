package io.mcpspring.constraint;

import io.mcpspring.Internal;
import io.mcpspring.schema.ToolArgument;
import org.springframework.core.MethodParameter;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.json.JsonMapper;

/**
 * An argument whose value may have constraints.
 *
 * @param name its name for clients
 * @param required whether a request without it is refused
 */
@Internal
public record ConstrainedArgument(String name, MethodParameter parameter, boolean required, JavaType type) {

    public static ConstrainedArgument of(ToolArgument argument, Class<?> beanClass, JsonMapper mapper) {
        return new ConstrainedArgument(
                argument.name(), argument.parameter(), argument.required(), argument.type(beanClass, mapper));
    }

    /** Returns an argument that clients send as text. */
    public static ConstrainedArgument ofText(
            String name, MethodParameter parameter, boolean required, JsonMapper mapper) {
        return new ConstrainedArgument(
                name, parameter, required, mapper.constructType(parameter.getGenericParameterType()));
    }
}
