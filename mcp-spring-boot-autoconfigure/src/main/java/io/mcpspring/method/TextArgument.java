package io.mcpspring.method;

import io.mcpspring.protocol.McpProtocolException;
import io.mcpspring.server.Quoted;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.core.DefaultParameterNameDiscoverer;
import org.springframework.core.MethodParameter;
import org.springframework.core.convert.ConversionException;
import org.springframework.core.convert.ConversionService;
import org.springframework.core.convert.TypeDescriptor;

/**
 * An argument that is a text for clients, and of any type for the method.
 *
 * @param type the parameter's type
 * @param required whether a request without it is refused
 */
public record TextArgument(String name, TypeDescriptor type, boolean required, ConversionService conversion) {

    /**
     * @param mayBeRequired whether a request has to bring it, unless the parameter can do without
     * @throws McpMethodException if no text becomes a value of the parameter
     */
    public static TextArgument of(BeanMethod method, MethodParameter parameter, String name,
            boolean mayBeRequired, InjectedParameters injected) {
        String described = BeanMethod.describe(parameter);
        TextArgument argument = new TextArgument(name,
                new TypeDescriptor(parameter), mayBeRequired && !parameter.isOptional(), injected.conversion());
        if (!argument.conversion.canConvert(TypeDescriptor.valueOf(String.class), argument.type)) {
            throw method.refused("No converter makes " + described + " of a text.",
                    "Declare the parameter as a String, or a Converter from String as a bean.");
        }
        if (argument.type.isPrimitive() && !argument.required) {
            throw method.refused("There is no value for " + described + " when its argument is absent.",
                    "Declare the parameter as an Optional or with a wrapper type.");
        }
        return argument;
    }

    /**
     * The name of a parameter, for what stands for it outside.
     *
     * @param annotation what gives a name otherwise, such as {@code @RequestHeader("...")}, or {@code null} if nothing does
     */
    public static String nameOf(BeanMethod method, MethodParameter parameter, @Nullable String annotation) {
        parameter.initParameterNameDiscovery(new DefaultParameterNameDiscoverer());
        String name = parameter.getParameterName();
        if (name == null) {
            throw method.refused("The name of " + BeanMethod.describe(parameter) + " is unknown.",
                    "Compile with the flag -parameters (Maven: maven.compiler.parameters=true)"
                            + (annotation == null ? "" : " or give the name with " + annotation) + ".");
        }
        return name;
    }

    /**
     * @param text {@code null} if it is absent
     * @throws McpProtocolException -32602 if it is missing or cannot be converted
     */
    public @Nullable Object value(@Nullable String text) {
        if (text == null && required) {
            throw McpProtocolException.invalidParams("Argument '" + name + "' is missing");
        }
        try {
            Object value = conversion.convert(text, TypeDescriptor.valueOf(String.class), type);
            // Many a converter makes null of an empty text.
            if (value == null && required) {
                throw unfit(text);
            }
            return value;
        } catch (ConversionException | IllegalArgumentException ex) {
            throw unfit(text);
        }
    }

    private McpProtocolException unfit(@Nullable String text) {
        List<String> values = values();
        return McpProtocolException.invalidParams("Argument '" + name + "' is " + (values.isEmpty()
                ? "no " + target().getSimpleName() : "not one of " + String.join(", ", values)) + ": "
                + Quoted.of(String.valueOf(text)));
    }

    /** All values that there are, if the type tells them. */
    public List<String> values() {
        if (target() == boolean.class || target() == Boolean.class) {
            return List.of("true", "false");
        }
        return target().isEnum()
                ? Arrays.stream(target().getEnumConstants()).map(constant -> ((Enum<?>) constant).name()).toList()
                : List.of();
    }

    private Class<?> target() {
        Class<?> nested = type.getResolvableType().asCollection().getGeneric(0).resolve();
        Class<?> optional = type.getType() == Optional.class
                ? type.getResolvableType().getGeneric(0).resolve() : null;
        return optional != null ? optional : nested != null ? nested : type.getType();
    }
}
