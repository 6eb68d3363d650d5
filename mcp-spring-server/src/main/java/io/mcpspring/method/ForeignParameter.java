package io.mcpspring.method;

import io.mcpspring.schema.JavaTypes;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.Reader;
import java.io.Writer;
import java.lang.annotation.Annotation;
import java.lang.reflect.TypeVariable;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.BaseStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodParameter;
import org.springframework.core.ResolvableType;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.stereotype.Component;
import org.springframework.stereotype.Controller;
import org.springframework.util.ClassUtils;
import org.springframework.util.StringUtils;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RequestPart;

/**
 * Refuses parameters whose values another framework would supply. As arguments they would come from the client, which
 * could then name any user.
 */
final class ForeignParameter {

    private static final List<String> ANNOTATIONS = List.of(
            "com.fasterxml.jackson.annotation.JsonAlias",
            "com.fasterxml.jackson.annotation.JsonFormat",
            "com.fasterxml.jackson.annotation.JsonView",
            "tools.jackson.databind.annotation.JsonDeserialize",
            "org.springframework.web.bind.annotation.",
            "org.springframework.ai.mcp.annotation.",
            "org.springframework.graphql.",
            "org.springframework.messaging.",
            "org.springframework.security.core.annotation.",
            "org.springframework.security.oauth2.",
            "org.springframework.security.web.",
            "jakarta.ws.rs.");

    /**
     * Annotations that no framework reads, or with which an HTTP client sends the value, unless a controller has them.
     */
    private static final Set<Class<? extends Annotation>> SENT =
            Set.of(PathVariable.class, RequestParam.class, RequestBody.class, RequestPart.class);

    private static final String RESOLVER = "supply the value with an McpParameterResolver bean.";

    private static final String WEB_CURE =
            "Take HttpHeaders, parameters with @RequestHeader, a Principal or a Locale (in Spring MVC also an"
                    + " HttpServletRequest) instead, or " + RESOLVER;

    private static final String NO_LOOKUP =
            "Take a java.net.URI or a String instead: the server would look up the host that the client names.";

    /** What to do about types that cannot be arguments, by the beginnings of their names. */
    private static final Map<String, String> CURES = Map.of(
            "org.springframework.data.domain.PageRequest", "Take a Pageable instead.",
            "org.springframework.security.",
                    "Take a java.security.Principal or a subtype of it instead, or " + RESOLVER,
            "jakarta.servlet.", WEB_CURE,
            "org.springframework.web.", WEB_CURE,
            "org.springframework.http.", WEB_CURE,
            "java.net.URL", NO_LOOKUP,
            "java.net.Inet", NO_LOOKUP,
            "java.awt.", "Take what it is made of instead, such as numbers, or a byte[] for an image.");

    /** Types of values that only look like infrastructure. */
    private static final Set<String> VALUES = Set.of(
            "org.springframework.http.MediaType",
            "org.springframework.http.HttpMethod",
            "org.springframework.http.HttpStatusCode");

    /** Types with which callers of an HTTP client replace the address or the method of a request. */
    private static final Set<String> ADDRESS = Set.of(
            "java.net.URI",
            "org.springframework.http.HttpMethod",
            "org.springframework.web.util.UriBuilder",
            "org.springframework.web.util.UriBuilderFactory");

    /** What classes of applications implement that stand for an authenticated user. */
    private static final List<String> USERS = List.of(
            "org.springframework.security.core.userdetails.UserDetails",
            "org.springframework.security.core.AuthenticatedPrincipal");

    private static final List<Class<?>> STREAMS =
            List.of(InputStream.class, OutputStream.class, Reader.class, Writer.class, BaseStream.class);

    private ForeignParameter() {}

    /**
     * Checks a parameter before anything is injected: with the annotation of another framework, users expect another
     * value than the one that the type gets here.
     *
     * @throws McpMethodException if the parameter has such an annotation that is not supported
     */
    static void checkAnnotations(BeanMethod method, MethodParameter parameter) {
        // A client must not pass the headers of its caller on, such as the access token.
        annotations(method, parameter)
                .filter(annotation ->
                        HttpInterface.declares(method) || !annotation.getType().equals(RequestHeader.class))
                .findFirst()
                .ifPresent(annotation -> {
                    throw method.refused(
                            "%s has the annotation %s, which is not supported."
                                    .formatted(subject(parameter), name(annotation)),
                            (HttpInterface.declares(method)
                                            ? "Add @McpToolParam to let the client send the value, or "
                                            : "Remove the annotation to make the parameter an argument that the client"
                                                    + " sends, or ")
                                    + RESOLVER);
                });
    }

    /**
     * Checks a parameter that is to be an argument.
     *
     * @throws McpMethodException if another framework would supply its value
     */
    static void checkArgument(BeanMethod method, MethodParameter parameter) {
        annotations(method, parameter)
                .filter(annotation -> !HttpInterface.declares(method))
                .findFirst()
                .ifPresent(annotation -> {
                    throw method.refused(
                            "%s is declared as an argument and also has the annotation %s."
                                    .formatted(subject(parameter), name(annotation)),
                            "Remove one of the two annotations.");
                });
        if (parameter.getGenericParameterType() instanceof TypeVariable<?> variable
                && variable.getGenericDeclaration() instanceof Class<?>
                && ResolvableType.forMethodParameter(parameter).resolve() == null) {
            throw method.refused(
                    "The type of %s is unknown: it is a type variable.".formatted(BeanMethod.describe(parameter)),
                    "Declare a class or an interface that extends this one with a type in its place.");
        }
        for (Class<?> type : JavaTypes.classes(ResolvableType.forMethodParameter(parameter))) {
            String cure = type.isEnum() ? null : cure(type);
            boolean named = SENT.stream().anyMatch(parameter::hasParameterAnnotation);
            if (!named && ADDRESS.contains(type.getName()) && HttpInterface.declares(method)) {
                cure = "The client would choose where the method sends its request. Remove the parameter, or "
                        + RESOLVER;
            }
            if (cure != null) {
                throw method.refused(
                        "%s cannot be an argument: the client cannot supply a %s."
                                .formatted(subject(parameter), type.getName()),
                        cure);
            }
        }
    }

    /** Returns what to do about a type that cannot be an argument; {@code null} for all others. */
    private static @Nullable String cure(Class<?> type) {
        if (AnnotatedElementUtils.hasAnnotation(type, Component.class)) {
            return "Add @Autowired, so that it is the bean.";
        }
        boolean file = type.getName().contains(".multipart.") || type.getName().equals("jakarta.servlet.http.Part");
        if (file || STREAMS.stream().anyMatch(stream -> stream.isAssignableFrom(type))) {
            return "Take a String, a byte[] or a List instead.";
        }
        if (ClassUtils.getAllInterfacesForClassAsSet(type).stream()
                .anyMatch(implemented -> USERS.contains(implemented.getName()))) {
            return "Add @AuthenticationPrincipal, so that it is the caller, or " + RESOLVER;
        }
        return CURES.entrySet().stream()
                .filter(entry -> type.getName().startsWith(entry.getKey()) && !VALUES.contains(type.getName()))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse(null);
    }

    private static Stream<MergedAnnotation<Annotation>> annotations(BeanMethod method, MethodParameter parameter) {
        return MergedAnnotations.from(parameter.getParameterAnnotations()).stream()
                .filter(annotation ->
                        ANNOTATIONS.stream().anyMatch(annotation.getType().getName()::startsWith))
                .filter(annotation -> isOfController(method) || !SENT.contains(annotation.getType()));
    }

    static boolean isOfController(BeanMethod method) {
        return AnnotatedElementUtils.hasAnnotation(method.beanClass(), Controller.class);
    }

    private static String name(MergedAnnotation<?> annotation) {
        String name = "@" + annotation.getType().getName();
        return annotation.isMetaPresent()
                ? "@%s (%s)".formatted(annotation.getRoot().getType().getSimpleName(), name)
                : name;
    }

    private static String subject(MethodParameter parameter) {
        return StringUtils.capitalize(BeanMethod.describe(parameter));
    }
}
