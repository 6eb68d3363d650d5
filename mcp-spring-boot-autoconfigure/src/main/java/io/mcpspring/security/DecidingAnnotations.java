package io.mcpspring.security;

import io.mcpspring.method.BeanMethod;
import java.lang.annotation.Annotation;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.core.annotation.AnnotationUtils;
import org.springframework.security.core.annotation.SecurityAnnotationScanners;

/** The annotations that decide about the calls of a method, as they are in its code. */
final class DecidingAnnotations {

    private DecidingAnnotations() {}

    static String of(BeanMethod method, List<MethodAdvisor> deciding) {
        return deciding.stream()
                .flatMap(advisor -> AnnotationSamples.RESTRICTING.stream().filter(advisor.annotations()::contains))
                .distinct()
                .flatMap(type -> Stream.ofNullable(
                        SecurityAnnotationScanners.requireUnique(type).scan(method.method(), method.beanClass())))
                .map(DecidingAnnotations::text)
                .collect(Collectors.joining(" "));
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
