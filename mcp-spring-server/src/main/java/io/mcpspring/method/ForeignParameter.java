package io.mcpspring.method;

import java.io.InputStream;
import java.io.OutputStream;
import java.io.Reader;
import java.io.Writer;
import java.lang.annotation.Annotation;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.BaseStream;
import java.util.stream.Stream;
import org.springframework.core.MethodParameter;
import org.springframework.core.ResolvableType;
import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.web.bind.annotation.RequestHeader;

/**
 * Refuses parameters whose values another framework would supply. As arguments they would come from the client, which
 * could then name any user.
 */
final class ForeignParameter {

    private static final List<String> ANNOTATIONS = List.of(
            "org.springframework.web.bind.annotation.",
            "org.springframework.messaging.",
            "org.springframework.security.",
            "jakarta.ws.rs.");

    private static final String RESOLVER = "supply the value with an McpParameterResolver bean.";

    private static final List<Infrastructure> TYPES = List.of(
            new Infrastructure(
                    of("org.springframework.data.domain.Pageable", "org.springframework.data.domain.PageRequest"),
                    "Take 'int page' and 'int size' instead, and create it with PageRequest.of(page, size)."),
            new Infrastructure(
                    in("org.springframework.security."),
                    "Take a java.security.Principal or a subtype of it instead, or " + RESOLVER),
            new Infrastructure(
                    in("jakarta.servlet."),
                    "Take an HttpServletRequest, HttpHeaders, parameters with @RequestHeader, a Principal or a Locale"
                            + " instead."),
            new Infrastructure(
                    in("org.springframework.web.", "org.springframework.http.")
                            .and(of(
                                            "org.springframework.http.MediaType",
                                            "org.springframework.http.HttpMethod",
                                            "org.springframework.http.HttpStatusCode")
                                    .negate()),
                    "Take HttpHeaders, parameters with @RequestHeader or a ServerWebExchange instead, or " + RESOLVER),
            new Infrastructure(
                    to(InputStream.class, OutputStream.class, Reader.class, Writer.class, BaseStream.class),
                    "Take a String, a byte[] or a List instead."),
            new Infrastructure(
                    in("java.awt."), "Take what it is made of instead, such as numbers, or a byte[] for an image."));

    /** Types that cannot be arguments, and the cure for each. */
    private record Infrastructure(Predicate<Class<?>> types, String cure) {}

    private ForeignParameter() {}

    /**
     * Checks a parameter before anything is injected: with the annotation of another framework, users expect another
     * value than the one that the type gets here.
     *
     * @throws McpMethodException if the parameter has such an annotation that is not supported
     */
    static void checkAnnotations(BeanMethod method, MethodParameter parameter) {
        annotations(parameter)
                .filter(annotation -> !annotation.getType().equals(RequestHeader.class))
                .findFirst()
                .ifPresent(annotation -> {
                    throw method.refused(
                            "%s has the annotation %s, which is not supported."
                                    .formatted(subject(parameter), name(annotation)),
                            "Remove the annotation to make the parameter an argument that the client sends, or "
                                    + RESOLVER);
                });
    }

    /**
     * Checks a parameter that is to be an argument.
     *
     * @throws McpMethodException if another framework would supply its value
     */
    static void checkArgument(BeanMethod method, MethodParameter parameter) {
        annotations(parameter).findFirst().ifPresent(annotation -> {
            throw method.refused(
                    "%s is declared as an argument and also has the annotation %s."
                            .formatted(subject(parameter), name(annotation)),
                    "Remove one of the two annotations.");
        });
        classes(ResolvableType.forMethodParameter(parameter)).stream()
                .filter(found -> !found.isEnum())
                .forEach(found -> TYPES.stream()
                        .filter(infrastructure -> infrastructure.types().test(found))
                        .findFirst()
                        .ifPresent(infrastructure -> {
                            throw method.refused(
                                    "%s cannot be an argument: the client cannot supply a %s."
                                            .formatted(subject(parameter), found.getName()),
                                    infrastructure.cure());
                        }));
    }

    private static Stream<MergedAnnotation<Annotation>> annotations(MethodParameter parameter) {
        return MergedAnnotations.from(parameter.getParameterAnnotations()).stream()
                .filter(annotation -> isIn(annotation.getType(), ANNOTATIONS));
    }

    private static String name(MergedAnnotation<?> annotation) {
        String name = "@" + annotation.getType().getName();
        return annotation.isMetaPresent()
                ? "@%s (%s)".formatted(annotation.getRoot().getType().getSimpleName(), name)
                : name;
    }

    private static String subject(MethodParameter parameter) {
        String described = BeanMethod.describe(parameter);
        return Character.toUpperCase(described.charAt(0)) + described.substring(1);
    }

    /** Returns a type and the types that it is made of, such as those of {@code Mono<List<Order>>}. */
    static Set<Class<?>> classes(ResolvableType type) {
        Set<Class<?>> classes = new LinkedHashSet<>();
        collect(type, classes);
        return classes;
    }

    private static void collect(ResolvableType type, Set<Class<?>> classes) {
        Class<?> resolved = type.resolve();
        if (resolved != null && classes.add(resolved)) {
            collect(type.getComponentType(), classes);
            Arrays.stream(type.getGenerics()).forEach(part -> collect(part, classes));
        }
    }

    private static Predicate<Class<?>> of(String... names) {
        return type -> Set.of(names).contains(type.getName());
    }

    private static Predicate<Class<?>> in(String... packages) {
        return type -> isIn(type, List.of(packages));
    }

    private static Predicate<Class<?>> to(Class<?>... superclasses) {
        return type -> Arrays.stream(superclasses).anyMatch(superclass -> superclass.isAssignableFrom(type));
    }

    private static boolean isIn(Class<?> type, List<String> packages) {
        return packages.stream().anyMatch(type.getName()::startsWith);
    }
}
