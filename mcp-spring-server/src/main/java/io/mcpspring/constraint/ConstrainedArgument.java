package io.mcpspring.constraint;

import io.mcpspring.Internal;
import jakarta.validation.Constraint;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedParameterizedType;
import java.lang.reflect.AnnotatedType;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.springframework.core.MethodParameter;
import org.springframework.core.annotation.AnnotationUtils;
import org.springframework.util.ClassUtils;

/**
 * An argument whose value may have constraints.
 *
 * @param name its name for clients
 * @param inSchema whether there is an input schema that is generated from it, with the usual constraints of numbers,
 *     texts and collections
 */
@Internal
public record ConstrainedArgument(String name, MethodParameter parameter, boolean inSchema) {

    /** Returns a constraint of the parameter, or of the elements of its type, that only a validator enforces. */
    Optional<Annotation> constraint() {
        AnnotatedType type = parameter.getExecutable().getAnnotatedParameterTypes()[parameter.getParameterIndex()];
        return Stream.concat(
                        Stream.of(parameter.getParameterAnnotations())
                                .filter(annotation -> !(inSchema && isInSchema(annotation.annotationType()))),
                        inside(type))
                .filter(ConstrainedArgument::isConstraint)
                .findFirst();
    }

    private boolean isInSchema(Class<?> constraint) {
        Class<?> type = ClassUtils.resolvePrimitiveIfNecessary(parameter.getParameterType());
        boolean collection = Collection.class.isAssignableFrom(type) || Map.class.isAssignableFrom(type);
        return constraint == NotNull.class && !parameter.isOptional()
                || (constraint == Min.class || constraint == Max.class) && Number.class.isAssignableFrom(type)
                || constraint == NotBlank.class && type == String.class
                || (constraint == NotEmpty.class || constraint == Size.class) && (collection || type == String.class);
    }

    private static Stream<Annotation> inside(AnnotatedType type) {
        return type instanceof AnnotatedParameterizedType parameterized
                ? Stream.of(parameterized.getAnnotatedActualTypeArguments())
                        .flatMap(inner -> Stream.concat(Stream.of(inner.getAnnotations()), inside(inner)))
                : Stream.empty();
    }

    private static boolean isConstraint(Annotation annotation) {
        return annotation instanceof Valid
                || annotation.annotationType().isAnnotationPresent(Constraint.class)
                || AnnotationUtils.getValue(annotation) instanceof Annotation[] repeated
                        && Stream.of(repeated).anyMatch(ConstrainedArgument::isConstraint);
    }
}
