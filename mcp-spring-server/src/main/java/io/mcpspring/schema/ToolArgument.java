package io.mcpspring.schema;

import com.fasterxml.jackson.annotation.JsonView;
import io.mcpspring.Internal;
import io.mcpspring.annotation.McpToolParam;
import io.mcpspring.validation.DeclarationException;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodParameter;
import org.springframework.core.Nullness;
import org.springframework.core.annotation.AnnotationUtils;
import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.util.StringUtils;
import org.springframework.web.bind.annotation.ValueConstants;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * One argument of a tool.
 *
 * @param name its name in JSON
 * @param required whether a call without it is refused
 * @param defaultValue the value of an absent argument, as the text of the annotation
 * @param examples examples of values, as the texts of the annotation
 * @param header the header in which clients repeat it
 * @param keywords the keywords of its schema that do not follow from the parameter
 */
@Internal
public record ToolArgument(
        String name,
        MethodParameter parameter,
        boolean required,
        @Nullable String description,
        @Nullable String defaultValue,
        List<String> examples,
        @Nullable String header,
        ObjectNode keywords) {

    /** Creates the argument of a parameter; {@code placeholders} resolves <code>${...}</code> in its texts. */
    public static ToolArgument of(MethodParameter parameter, UnaryOperator<String> placeholders) {
        return of(parameter, null, placeholders);
    }

    /** @param otherName the name unless the annotation gives one; {@code null} for that of the parameter */
    public static ToolArgument of(
            MethodParameter parameter, @Nullable String otherName, UnaryOperator<String> placeholders) {
        MergedAnnotations annotations = MergedAnnotations.from(parameter.getParameterAnnotations());
        MergedAnnotation<McpToolParam> declared = annotations.get(McpToolParam.class);
        boolean notNull = ConstraintKeywords.isNotNull(annotations);
        McpToolParam annotation =
                declared.isPresent() ? declared.synthesize() : AnnotationUtils.synthesizeAnnotation(McpToolParam.class);
        String defaultValue = given(annotation.defaultValue(), ValueConstants.DEFAULT_NONE, placeholders);
        ObjectNode keywords = JsonNodeFactory.instance.objectNode();
        Keywords.put("title", given(annotation.title(), "", placeholders), keywords);
        String given = annotation.name().isEmpty() ? otherName : annotation.name();
        String name = given != null ? given : JavaTypes.nameOf(parameter, "@McpToolParam(name = \"...\")");
        return new ToolArgument(
                placeholders.apply(name),
                parameter,
                (annotation.required() || notNull) && defaultValue == null && !mayBeAbsent(parameter, notNull),
                given(description(annotations, annotation.description()), "", placeholders),
                defaultValue,
                Arrays.stream(annotation.examples()).map(placeholders).toList(),
                given(annotation.header(), "", placeholders),
                keywords);
    }

    /**
     * Returns this argument with what another annotation than {@code @McpToolParam} says about a call without it.
     *
     * @param value the value of an absent argument as text; {@code null} for none
     */
    public ToolArgument whenAbsent(boolean isRefused, @Nullable String value) {
        return new ToolArgument(name, parameter, isRefused, description, value, examples, header, keywords);
    }

    /** Returns this argument with a description, unless it has one; {@code null} for none. */
    public ToolArgument describedBy(Supplier<@Nullable String> text) {
        return description != null
                ? this
                : new ToolArgument(name, parameter, required, text.get(), defaultValue, examples, header, keywords);
    }

    /** The view of {@code @JsonView}, to which the members that are read belong; null for all members. */
    public @Nullable Class<?> view() {
        JsonView declared = parameter.getParameterAnnotation(JsonView.class);
        return declared == null ? null : declared.value()[0];
    }

    /**
     * The default as JSON; null if there is none.
     *
     * @param property the argument's schema within the input schema
     * @param reader reads the argument
     * @throws DeclarationException if the default does not fit the schema, or cannot be read
     */
    public @Nullable JsonNode defaultValue(JsonNode property, ObjectNode schema, ObjectReader reader) {
        if (defaultValue == null) {
            return null;
        }
        try {
            return ArgumentKeywords.defaultValue(defaultValue, property, schema, reader);
        } catch (DeclarationException ex) {
            throw ex.in("parameter '%s'".formatted(name));
        }
    }

    /** @param notNull whether a constraint refuses the {@code null} that a nullable parameter gets for nothing */
    private static boolean mayBeAbsent(MethodParameter parameter, boolean notNull) {
        boolean refused = notNull && Nullness.forMethodParameter(parameter) == Nullness.NULLABLE;
        return parameter.isOptional() && !refused
                || parameter.getParameterType().getName().startsWith("java.util.Optional");
    }

    private static @Nullable String description(MergedAnnotations annotations, String given) {
        if (StringUtils.hasText(given)) {
            return given;
        }
        String description = Keywords.description(annotations);
        return description == null ? SwaggerKeywords.description(annotations) : description;
    }

    private static @Nullable String given(@Nullable String value, String none, UnaryOperator<String> placeholders) {
        return value == null || value.equals(none) ? null : placeholders.apply(value);
    }
}
