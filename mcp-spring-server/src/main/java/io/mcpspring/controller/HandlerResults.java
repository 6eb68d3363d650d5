package io.mcpspring.controller;

import io.mcpspring.method.BeanMethod;
import io.mcpspring.schema.KotlinTypes;
import java.lang.reflect.Type;
import java.util.Set;
import java.util.stream.Stream;
import org.springframework.core.ReactiveAdapter;
import org.springframework.core.ReactiveAdapterRegistry;
import org.springframework.core.ResolvableType;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.http.HttpEntity;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.web.ErrorResponse;
import org.springframework.web.bind.annotation.ResponseBody;

/** What the return type of a handler method says about its responses. */
final class HandlerResults {

    private static final Set<String> STREAMS = Set.of(
            "org.springframework.web.servlet.mvc.method.annotation.ResponseBodyEmitter",
            "org.springframework.web.servlet.mvc.method.annotation.SseEmitter",
            "org.springframework.http.codec.ServerSentEvent");

    private static final String STREAMING_BODY =
            "org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody";

    private HandlerResults() {}

    /** @throws io.mcpspring.method.McpMethodException if the responses are views, or never end */
    static void check(BeanMethod method, MappedHandler handler) {
        Set<Class<?>> types = method.returnedClasses();
        if (types.stream().anyMatch(type -> STREAMS.contains(type.getName()))
                || handler.produces().stream().anyMatch(MediaType.TEXT_EVENT_STREAM::equalsTypeAndSubtype)) {
            throw method.refused(
                    "It sends events, and a tool has one result.",
                    "Annotate a method that returns a finite Flux, or a collection, as JSON.");
        }
        Type valueClass = KotlinTypes.valueClass(method.returnType());
        if (KotlinTypes.isResult(ResolvableType.forType(valueClass).toClass())) {
            throw method.refused(
                    "Spring writes the exception of a kotlin.Result into the response.",
                    "Return the value, and throw the exception.");
        }
        boolean hasBody = Stream.of(method.beanClass(), method.method())
                        .anyMatch(element -> AnnotatedElementUtils.hasAnnotation(element, ResponseBody.class))
                || types.stream().anyMatch(HandlerResults::isBody);
        if (!hasBody) {
            throw method.refused(
                    "It selects a view, which is a page for people.",
                    "Add @ResponseBody, or annotate a method of a @RestController.");
        }
    }

    private static boolean isBody(Class<?> type) {
        return Stream.of(HttpEntity.class, ErrorResponse.class, ProblemDetail.class)
                        .anyMatch(body -> body.isAssignableFrom(type))
                || type.getName().equals(STREAMING_BODY);
    }

    /** Whether the method returns one text. */
    static boolean isText(BeanMethod method) {
        return CharSequence.class.isAssignableFrom(
                BodyType.of(method.returnType()).toClass());
    }

    /** Whether each successful response has a body of the type that the method returns. */
    static boolean isAlwaysPresent(BeanMethod method) {
        return method.view() == null
                && method.returnedClasses().stream()
                        .noneMatch(type -> HttpEntity.class.isAssignableFrom(type)
                                || BodyType.isLater(type)
                                || type.getName().equals(STREAMING_BODY))
                && !isFluxOfText(ResolvableType.forMethodParameter(method.returnType()));
    }

    // Spring WebFlux writes its elements one after the other.
    private static boolean isFluxOfText(ResolvableType type) {
        ReactiveAdapter adapter = ReactiveAdapterRegistry.getSharedInstance().getAdapter(type.toClass());
        return adapter != null
                && adapter.isMultiValue()
                && CharSequence.class.isAssignableFrom(type.getGeneric().toClass());
    }
}
