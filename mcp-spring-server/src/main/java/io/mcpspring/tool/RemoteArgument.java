package io.mcpspring.tool;

import io.mcpspring.method.AnnotationTexts;
import io.mcpspring.method.BoundMethod;
import io.mcpspring.schema.KotlinTypes;
import io.mcpspring.schema.ToolArgument;
import java.lang.annotation.Annotation;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodParameter;
import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.util.ClassUtils;
import org.springframework.util.ObjectUtils;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ValueConstants;

/** The argument for a parameter of an HTTP interface, which its annotation of Spring Web describes. */
final class RemoteArgument {

    private static final String ANNOTATIONS = RequestParam.class.getPackageName();

    private RemoteArgument() {}

    static ParameterArguments of(MethodParameter parameter, AnnotationTexts texts) {
        MergedAnnotations annotations = MergedAnnotations.from(parameter.getParameterAnnotations());
        MergedAnnotation<Annotation> sent = annotations.stream()
                .filter(annotation -> annotation.getType().getPackageName().equals(ANNOTATIONS))
                .findFirst()
                .orElse(MergedAnnotation.missing());
        String name = sent.getValue("name", String.class).orElse("");
        ToolArgument declared = ToolArgument.of(parameter, name.isEmpty() ? null : name, texts::resolved);
        String otherwise = sent.getValue("defaultValue", String.class).orElse(ValueConstants.DEFAULT_NONE);
        boolean required = declared.required()
                && otherwise.equals(ValueConstants.DEFAULT_NONE)
                && sent.getValue("required", Boolean.class).orElse(true);
        boolean published = declared.defaultValue() == null && isPublished(otherwise, parameter.getParameterType());
        ToolArgument argument =
                declared.whenAbsent(required, published ? texts.resolved(otherwise) : declared.defaultValue());
        boolean inPath = annotations.isPresent(PathVariable.class);
        return new ParameterArguments(
                List.of(argument), values -> inPath ? safe(argument.name(), values[0]) : values[0]);
    }

    /** Whether a default value is the same text in JSON. The client of the interface has any other one itself. */
    private static boolean isPublished(String value, Class<?> type) {
        boolean scalar = !value.isEmpty() && (ClassUtils.isPrimitiveOrWrapper(type) || type.isEnum());
        return (scalar || type == String.class) && !value.equals(ValueConstants.DEFAULT_NONE) && !value.contains("#{");
    }

    /** Returns a value that does not lead to another path. */
    private static @Nullable Object safe(String name, @Nullable Object value) {
        Object given = BoundMethod.unwrapped(value);
        if (given != null) {
            List<String> segments = segments(given).toList();
            PathSegments.requireSafe(segments.isEmpty() ? Stream.of("") : segments.stream(), name);
        }
        return value;
    }

    private static Stream<String> segments(@Nullable Object value) {
        if (value instanceof Map<?, ?> several) {
            return several.values().stream().flatMap(RemoteArgument::segments);
        }
        if (value instanceof Collection<?> several) {
            return several.stream().flatMap(RemoteArgument::segments);
        }
        return ObjectUtils.isArray(value)
                ? Stream.of(ObjectUtils.toObjectArray(value)).flatMap(RemoteArgument::segments)
                : Stream.of(value == null ? "" : String.valueOf(KotlinTypes.unboxed(value)));
    }
}
