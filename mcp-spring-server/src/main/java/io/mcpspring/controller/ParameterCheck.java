package io.mcpspring.controller;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import io.mcpspring.annotation.McpToolParam;
import io.mcpspring.exchange.McpMeta;
import io.mcpspring.exchange.McpRequestContext;
import io.mcpspring.method.BeanMethod;
import io.mcpspring.schema.JavaTypes;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.Reader;
import java.io.Writer;
import java.lang.annotation.Annotation;
import java.lang.reflect.Parameter;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.springframework.core.MethodParameter;
import org.springframework.core.ResolvableType;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.http.HttpHeaders;
import org.springframework.util.StringUtils;
import org.springframework.web.bind.annotation.CookieValue;
import org.springframework.web.bind.annotation.MatrixVariable;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RequestPart;
import org.springframework.web.bind.annotation.SessionAttribute;
import org.springframework.web.bind.annotation.SessionAttributes;
import org.springframework.web.bind.annotation.ValueConstants;

/** Refuses a parameter of a handler method that the request of a call cannot supply. */
record ParameterCheck(BeanMethod method, MethodParameter parameter) {

    private static final String FILE_CURE = "Take a byte[] in a @RequestBody instead.";

    private static final String MATRIX_CURE = "Take a @RequestParam or a @PathVariable instead.";

    private static final String STATE_CURE = "Keep the state in a service: calls have no HTTP session.";

    private static final String STREAM_CURE = "Take a @RequestBody, and return the body of the response.";

    private static final String EXCHANGE_CURE =
            "Annotate a method of a service: HTTP clients have nothing that could be supplied.";

    /** What to do about types, by the beginnings of their names. */
    private static final Map<String, String> TYPES = Map.of(
            "org.springframework.web.multipart.", FILE_CURE,
            "org.springframework.http.codec.multipart.", FILE_CURE,
            "jakarta.servlet.http.Part", FILE_CURE,
            "jakarta.servlet.http.HttpSession", STATE_CURE,
            "org.springframework.web.server.WebSession", STATE_CURE,
            "org.springframework.web.bind.support.SessionStatus", STATE_CURE);

    /** What to do about types and those that extend them. */
    private static final Map<Class<?>, String> SUPERTYPES = Map.of(
            InputStream.class, STREAM_CURE,
            OutputStream.class, STREAM_CURE,
            Reader.class, STREAM_CURE,
            Writer.class, STREAM_CURE,
            McpRequestContext.class, EXCHANGE_CURE,
            McpMeta.class, EXCHANGE_CURE);

    private static final Map<Class<? extends Annotation>, String> ANNOTATIONS =
            Map.of(RequestPart.class, FILE_CURE, SessionAttribute.class, STATE_CURE, MatrixVariable.class, MATRIX_CURE);

    /** Checks what a class keeps for its methods. */
    static void checkClass(BeanMethod method) {
        if (AnnotatedElementUtils.hasAnnotation(method.beanClass(), SessionAttributes.class)) {
            throw method.refused("Its class has @SessionAttributes.", STATE_CURE);
        }
    }

    /** @throws io.mcpspring.method.McpMethodException if the request of a call cannot supply the parameter */
    void check(ControllerSettings settings) {
        ANNOTATIONS.forEach((annotation, cure) ->
                refuseIf(parameter.hasParameterAnnotation(annotation), "@" + annotation.getSimpleName(), cure));
        checkType(ResolvableType.forMethodParameter(parameter));
        boolean ofAll = Stream.of(RequestParam.class, PathVariable.class).anyMatch(parameter::hasParameterAnnotation)
                && Map.class.isAssignableFrom(parameter.nestedIfOptional().getNestedParameterType());
        refuseIf(ofAll, "a map of all parameters", "Declare a parameter for each value, with its name.");
        refuseIf(
                isAbsent(settings),
                "a cookie or a header that calls do not pass on",
                "Make it optional, or list the header in mcp.server.controllers.headers.");
    }

    /** Checks the type of the parameter, or that of a property of it. */
    void checkType(ResolvableType declared) {
        JavaTypes.classes(declared).forEach(type -> {
            TYPES.forEach((beginning, cure) -> refuseIf(type.getName().startsWith(beginning), type.getName(), cure));
            SUPERTYPES.forEach((supertype, cure) -> refuseIf(supertype.isAssignableFrom(type), type.getName(), cure));
        });
    }

    /** Whether the parameter demands a cookie or a header that calls do not pass on. */
    private boolean isAbsent(ControllerSettings settings) {
        CookieValue cookie = parameter.getParameterAnnotation(CookieValue.class);
        RequestHeader header = parameter.getParameterAnnotation(RequestHeader.class);
        return cookie != null
                        && isRequired(cookie.required(), cookie.defaultValue())
                        && !settings.passesOn(HttpHeaders.COOKIE)
                || header != null
                        && isRequired(header.required(), header.defaultValue())
                        && !settings.passesOn(HandlerParameters.name(header.name(), parameter));
    }

    private boolean isRequired(boolean declared, String defaultValue) {
        return declared && defaultValue.equals(ValueConstants.DEFAULT_NONE) && !parameter.isOptional();
    }

    /** Checks that a mapping takes the JSON of a body, and that the application reads it as the schema says. */
    void checkBody(MappedHandler handler, ResolvableType type) {
        boolean json = !CharSequence.class.isAssignableFrom(type.toClass()) && type.toClass() != byte[].class;
        if (json && handler.consumedJson().isEmpty()) {
            throw method.refused(
                    "Its mapping takes bodies of " + handler.consumes() + ", and calls send JSON.",
                    "Annotate a method that takes application/json.");
        }
        refuseIf(
                hasOwnNames(type, new HashSet<>()),
                "a body of which a property has @McpToolParam with a name or a defaultValue, which HTTP clients do not"
                        + " have",
                "Use @JsonProperty, or give the property an initial value.");
    }

    private static boolean hasOwnNames(ResolvableType type, Set<Class<?>> seen) {
        return JavaTypes.classes(type).stream()
                .filter(each -> !each.getName().startsWith("java.") && seen.add(each))
                .anyMatch(each -> Stream.of(each.getDeclaredConstructors(), each.getDeclaredMethods())
                                .flatMap(Stream::of)
                                .flatMap(executable -> Stream.of(executable.getParameters()))
                                .anyMatch(ParameterCheck::hasOwnName)
                        || Stream.concat(
                                        Stream.of(each.getDeclaredFields()).map(ResolvableType::forField),
                                        relatives(each).map(ResolvableType::forClass))
                                .anyMatch(other -> hasOwnNames(other, seen)));
    }

    /** Returns the superclass of a type, and the declared subtypes. */
    private static Stream<Class<?>> relatives(Class<?> type) {
        JsonSubTypes declared = AnnotatedElementUtils.findMergedAnnotation(type, JsonSubTypes.class);
        return Stream.of(
                        Stream.<Class<?>>ofNullable(type.getSuperclass()),
                        Stream.ofNullable(type.getPermittedSubclasses()).flatMap(Stream::of),
                        Stream.of(declared == null ? new JsonSubTypes.Type[0] : declared.value())
                                .map(JsonSubTypes.Type::value))
                .flatMap(types -> types);
    }

    private static boolean hasOwnName(Parameter parameter) {
        McpToolParam declared = AnnotatedElementUtils.findMergedAnnotation(parameter, McpToolParam.class);
        return declared != null
                && !(declared.name().isEmpty() && declared.defaultValue().equals(ValueConstants.DEFAULT_NONE));
    }

    private void refuseIf(boolean unsuitable, String what, String cure) {
        if (unsuitable) {
            throw failure(what, cure);
        }
    }

    RuntimeException failure(String what, String cure) {
        return method.refused(
                StringUtils.capitalize(BeanMethod.describe(parameter)) + " cannot be supplied by a call: it is " + what
                        + ".",
                cure);
    }
}
