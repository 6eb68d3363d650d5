package io.mcpspring.method;

import io.mcpspring.Internal;
import io.mcpspring.protocol.JsonLimits;
import io.mcpspring.protocol.McpJson;
import io.mcpspring.protocol.McpProtocolException;
import io.mcpspring.schema.KotlinTypes;
import io.mcpspring.validation.BindingProblems;
import io.mcpspring.validation.DeclarationException;
import io.mcpspring.validation.Quoted;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodParameter;
import org.springframework.core.convert.ConversionException;
import org.springframework.core.convert.ConversionService;
import org.springframework.core.convert.TypeDescriptor;
import org.springframework.core.convert.support.DefaultConversionService;
import org.springframework.util.ClassUtils;
import org.springframework.util.CollectionUtils;
import org.springframework.util.ObjectUtils;
import org.springframework.util.StringUtils;
import org.springframework.web.bind.annotation.PathVariable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/**
 * An argument that clients send as text and that has any type for the method.
 *
 * @param type the parameter's type
 * @param single the type inside an {@code Optional}, or else the parameter's type
 * @param required whether a request without it is refused
 */
@Internal
public record TextArgument(
        String name, TypeDescriptor type, TypeDescriptor single, boolean required, ConversionService conversion) {

    /** Types of which equal values are written as equal texts, besides numbers and enums. */
    private static final Set<Class<?>> ONE_FORM = Set.of(Boolean.class, UUID.class);

    /** Maximum number of characters of a text that is converted: the time of some conversions grows with its square. */
    private static final int MAX_CONVERTED = 8_192;

    /**
     * @param mayBeRequired whether the argument is required, unless the parameter is optional
     * @throws DeclarationException if texts cannot be converted to the type of the parameter
     */
    public static TextArgument of(
            MethodParameter parameter, String name, boolean mayBeRequired, ConversionService conversions) {
        TypeDescriptor type = KotlinTypes.valueClass(parameter) instanceof Class<?> valueClass
                ? TypeDescriptor.valueOf(valueClass)
                : new TypeDescriptor(parameter);
        ConversionService conversion = KotlinTypes.conversion(type.getType(), conversions);
        String described = BeanMethod.describe(parameter);
        if (!conversion.canConvert(TypeDescriptor.valueOf(String.class), type)) {
            throw new DeclarationException(
                    "Text cannot be converted to the type of " + described,
                    "Declare the parameter as a String, or a Converter from String as a bean");
        }
        if (parameter.hasParameterAnnotation(PathVariable.class)) {
            throw new DeclarationException(
                    "The client could reach another path of the remote server by " + described,
                    "Declare a tool, whose arguments are checked for that, or a method that calls this one");
        }
        boolean required = mayBeRequired && !parameter.isOptional();
        if (type.isPrimitive() && !required && !BeanMethod.hasKotlinDefault(parameter)) {
            throw new DeclarationException(
                    "There is no value for " + described + " when '" + name + "' is absent",
                    "Declare the parameter as an Optional or with a wrapper type");
        }
        boolean optional = parameter.getNestedParameterType() == Optional.class;
        TypeDescriptor single = optional ? new TypeDescriptor(parameter.nested()) : type;
        return new TextArgument(name, type, single, required, conversion);
    }

    /** An argument that is text for the method. */
    public static TextArgument plain(String name) {
        TypeDescriptor text = TypeDescriptor.valueOf(String.class);
        return new TextArgument(name, text, text, false, DefaultConversionService.getSharedInstance());
    }

    /**
     * @param text {@code null} if it is absent
     * @throws McpProtocolException -32602 if it is missing, too long to be converted, or cannot be converted
     */
    public @Nullable Object value(@Nullable String text) {
        if (text == null && required) {
            throw McpProtocolException.invalidParams("Argument '" + name + "' is missing");
        }
        // The default value of Kotlin takes its place.
        if (text == null && type.isPrimitive()) {
            return null;
        }
        if (text != null && text.length() > MAX_CONVERTED && !isText()) {
            throw McpProtocolException.invalidParams(
                    "Argument '" + name + "' must have at most " + MAX_CONVERTED + " characters, got " + text.length());
        }
        try {
            Object value = converted(text);
            // Many converters turn an empty text into null.
            if (value == null && required) {
                throw invalid(text);
            }
            if (elements(value).stream().anyMatch(JsonLimits::hasHugeExponent)) {
                throw McpProtocolException.invalidParams("Argument '" + name + "' " + JsonLimits.HUGE_EXPONENT
                        + ", got " + Quoted.of(String.valueOf(text)));
            }
            return value;
        } catch (ConversionException | IllegalArgumentException ex) {
            // The service wraps exceptions of converters; an error is not caused by the text.
            if (ex.getCause() instanceof Error error) {
                throw error;
            }
            boolean ofApplication =
                    !target().isPrimitive() && !target().getName().startsWith("java.");
            String own = ofApplication ? BindingProblems.authorsText(ex) : null;
            throw own == null ? invalid(text) : McpProtocolException.invalidParams("Argument '" + name + "': " + own);
        }
    }

    private static List<?> elements(@Nullable Object value) {
        Object single = BoundMethod.unwrapped(value);
        if (single instanceof Collection<?> elements) {
            return new ArrayList<>(elements);
        }
        return ObjectUtils.isArray(single) ? CollectionUtils.arrayToList(single) : Collections.singletonList(single);
    }

    /**
     * Returns numbers, booleans, UUIDs and the names of constants as Java writes their values, so that equal values are
     * equal texts. Any other text is unchanged.
     */
    String accepted(String text) {
        Class<?> scalar = ClassUtils.resolvePrimitiveIfNecessary(target());
        if (!scalar.isEnum() && !ONE_FORM.contains(scalar) && !Number.class.isAssignableFrom(scalar)) {
            return text;
        }
        try {
            List<?> values = elements(value(text));
            String written = values.stream()
                    .map(value -> value instanceof Enum<?> constant ? constant.name() : String.valueOf(value))
                    .collect(Collectors.joining(","));
            return values.equals(elements(value(written))) ? written : text;
        } catch (McpProtocolException unreadable) {
            return text;
        }
    }

    private @Nullable Object converted(@Nullable String text) {
        List<String> elements = text == null || !hasElements() ? null : elementsOfJson(text);
        try {
            return conversion.convert(elements == null ? text : elements, type);
        } catch (ConversionException | IllegalArgumentException ex) {
            if (text == null || !target().isEnum() || ex.getCause() instanceof Error) {
                throw ex;
            }
            // Converters accept the names of constants only as declared in Java.
            if (elements == null && hasElements()) {
                elements = Arrays.asList(StringUtils.commaDelimitedListToStringArray(text));
            }
            Object named = elements == null
                    ? named(text)
                    : elements.stream().map(this::named).toList();
            return conversion.convert(named, type);
        }
    }

    /** Returns the elements of a JSON array of strings, numbers and booleans; {@code null} if the text is not one. */
    private static @Nullable List<String> elementsOfJson(String text) {
        if (!text.stripLeading().startsWith("[")) {
            return null;
        }
        try {
            JsonNode json = McpJson.readTree(text.getBytes(StandardCharsets.UTF_8));
            boolean scalars = json.valueStream().allMatch(value -> value.isValueNode() && !value.isNull());
            return scalars ? json.valueStream().map(JsonNode::asString).toList() : null;
        } catch (JacksonException ex) {
            return null;
        }
    }

    /** Returns the only constant with this name in any case; otherwise the text itself. */
    private String named(String text) {
        List<String> names = values();
        List<String> alike =
                names.stream().filter(text.strip()::equalsIgnoreCase).toList();
        return names.contains(text) || alike.size() != 1 ? text : alike.get(0);
    }

    private McpProtocolException invalid(@Nullable String text) {
        List<String> values = values();
        return McpProtocolException.invalidParams("Argument '" + name + "' is "
                + (values.isEmpty()
                        ? "not of type " + target().getSimpleName()
                        : "not one of " + String.join(", ", values))
                + ": "
                + Quoted.of(String.valueOf(text)));
    }

    /** Returns all values of the type if it defines them; otherwise none. */
    public List<String> values() {
        if (target() == boolean.class || target() == Boolean.class) {
            return List.of("true", "false");
        }
        return target().isEnum()
                ? Arrays.stream(target().getEnumConstants())
                        .map(constant -> ((Enum<?>) constant).name())
                        .toList()
                : List.of();
    }

    private boolean isText() {
        return single.getType() == String.class || single.getType() == CharSequence.class;
    }

    private boolean hasElements() {
        return single.isArray() || single.isCollection();
    }

    /** The type of the argument, or of one of its elements. */
    private Class<?> target() {
        TypeDescriptor element = single.getElementTypeDescriptor();
        return (element == null ? single : element).getType();
    }
}
