package io.mcpspring.security;

import io.mcpspring.method.BeanMethod;
import jakarta.annotation.security.DenyAll;
import jakarta.annotation.security.PermitAll;
import jakarta.annotation.security.RolesAllowed;
import java.lang.annotation.Annotation;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.core.annotation.AnnotationUtils;
import org.springframework.security.core.annotation.SecurityAnnotationScanners;
import org.springframework.util.ClassUtils;

/**
 * The annotations that decide about the calls of a method, as they are in its code, and the classes of the advisors of
 * the application that decide without an annotation.
 */
final class DecidingAnnotations {

    /** Annotations of which one on the method replaces any other on its class. */
    private static final List<Class<? extends Annotation>> JSR250 =
            List.of(DenyAll.class, PermitAll.class, RolesAllowed.class);

    private DecidingAnnotations() {}

    static String of(BeanMethod method, List<MethodAdvisor> deciding) {
        return Stream.concat(
                        deciding.stream()
                                .flatMap(advisor ->
                                        AnnotationSamples.RESTRICTING.stream().filter(advisor.annotations()::contains))
                                .distinct()
                                .flatMap(type -> Stream.ofNullable(found(type, method)))
                                .map(DecidingAnnotations::text),
                        deciding.stream()
                                .filter(advisor -> advisor.annotations().isEmpty())
                                .map(advisor -> ClassUtils.getUserClass(advisor.advisor())
                                        .getName()))
                .distinct()
                .collect(Collectors.joining(" "));
    }

    private static @Nullable Annotation found(Class<? extends Annotation> type, BeanMethod method) {
        return (JSR250.contains(type)
                        ? SecurityAnnotationScanners.requireUnique(JSR250)
                        : SecurityAnnotationScanners.requireUnique(type))
                .scan(method.method(), method.beanClass());
    }

    private static String text(Annotation annotation) {
        String name = "@" + annotation.annotationType().getSimpleName();
        Object value = AnnotationUtils.getValue(annotation);
        if (value instanceof String[] names) {
            return name + "(" + String.join(", ", names) + ")";
        }
        return value == null ? name : name + "(" + value + ")";
    }
}
