package io.mcpspring.schema;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.mcpspring.Internal;
import io.mcpspring.annotation.McpToolParam;
import io.mcpspring.validation.SchemaException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.springframework.core.DefaultParameterNameDiscoverer;
import org.springframework.core.MethodParameter;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.util.StringUtils;
import org.springframework.web.bind.annotation.ValueConstants;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.json.JsonMapper;

/**
 * One argument of a tool.
 *
 * @param name its name in JSON
 * @param required whether a call without it is refused
 * @param defaultValue the value of an absent argument, as the text of the annotation
 * @param examples examples of values, as the texts of the annotation
 * @param header the header in which clients repeat it
 */
@Internal
public record ToolArgument(
        String name,
        MethodParameter parameter,
        boolean required,
        @Nullable String title,
        @Nullable String description,
        @Nullable String defaultValue,
        List<String> examples,
        @Nullable String header) {

    private static final Set<Class<?>> OPTIONALS =
            Set.of(Optional.class, OptionalInt.class, OptionalLong.class, OptionalDouble.class);

    /** Creates the argument of a parameter; {@code placeholders} resolves <code>${...}</code> in its texts. */
    public static ToolArgument of(MethodParameter parameter, UnaryOperator<String> placeholders) {
        McpToolParam annotation = MergedAnnotations.from(parameter.getParameterAnnotations())
                .get(McpToolParam.class)
                .synthesize(merged -> merged.isPresent())
                .orElse(null);
        String defaultValue = annotation == null ? null : given(annotation.defaultValue(), ValueConstants.DEFAULT_NONE);
        boolean required = (annotation == null || annotation.required()) && defaultValue == null;
        String header = annotation == null ? null : given(annotation.header(), "");
        return new ToolArgument(
                placeholders.apply(name(parameter, annotation)),
                parameter,
                required && !mayBeAbsent(parameter),
                resolved(annotation == null ? null : given(annotation.title(), ""), placeholders),
                resolved(description(parameter, annotation), placeholders),
                resolved(defaultValue, placeholders),
                annotation == null
                        ? List.of()
                        : Arrays.stream(annotation.examples()).map(placeholders).toList(),
                resolved(header, placeholders));
    }

    /** The parameter's type as the bean's class sees it, with type variables filled in. */
    public JavaType type(Class<?> beanClass, JsonMapper mapper) {
        return JavaTypes.of(parameter, beanClass, mapper);
    }

    /**
     * The default as JSON; null if there is none.
     *
     * @param property the argument's schema within the input schema
     * @param reader reads the argument
     * @throws SchemaException if the default does not fit the schema, or cannot be read
     */
    public @Nullable JsonNode defaultValue(JsonNode property, JsonNode schema, ObjectReader reader) {
        if (defaultValue == null) {
            return null;
        }
        JsonNode value = ArgumentKeywords.value("default", defaultValue, property, schema);
        try {
            ArgumentKeywords.requireReadable(defaultValue, value, reader);
        } catch (SchemaException ex) {
            throw ex.in("parameter '%s'".formatted(name));
        }
        return value;
    }

    private static String name(MethodParameter parameter, @Nullable McpToolParam annotation) {
        if (annotation != null && !annotation.name().isEmpty()) {
            return annotation.name();
        }
        parameter.initParameterNameDiscovery(new DefaultParameterNameDiscoverer());
        String name = parameter.getParameterName();
        if (name == null) {
            throw new SchemaException(
                    "The name of parameter %d (%s) is unknown"
                            .formatted(
                                    parameter.getParameterIndex() + 1,
                                    parameter.getParameterType().getName()),
                    "Compile with the flag -parameters (Maven: maven.compiler.parameters=true) or give the name with"
                            + " @McpToolParam(name = \"...\")");
        }
        return name;
    }

    private static boolean mayBeAbsent(MethodParameter parameter) {
        return OPTIONALS.contains(parameter.getParameterType()) || parameter.isOptional();
    }

    private static @Nullable String description(MethodParameter parameter, @Nullable McpToolParam annotation) {
        if (annotation != null && StringUtils.hasText(annotation.description())) {
            return annotation.description();
        }
        MergedAnnotations annotations = MergedAnnotations.from(parameter.getParameterAnnotations());
        String description = annotations
                .get(JsonPropertyDescription.class)
                .getValue("value", String.class)
                .orElse("");
        if (StringUtils.hasText(description)) {
            return description;
        }
        return JsonSchemas.SWAGGER ? SwaggerRemarks.description(annotations) : null;
    }

    private static @Nullable String given(String value, String none) {
        return value.equals(none) ? null : value;
    }

    private static @Nullable String resolved(@Nullable String text, UnaryOperator<String> placeholders) {
        return text == null ? null : placeholders.apply(text);
    }
}
