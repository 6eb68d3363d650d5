package io.mcpspring.method;

import io.mcpspring.Internal;
import java.util.stream.Stream;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.service.annotation.HttpExchange;

/** Interfaces whose methods send requests to another server. */
@Internal
public final class HttpInterface {

    private HttpInterface() {}

    /** Whether a method is one of such an interface, or implements one; that of a controller handles requests. */
    public static boolean declares(BeanMethod method) {
        return !ForeignParameter.isOfController(method) && isMapped(method);
    }

    /** Whether a method is declared for HTTP requests, which it sends or handles. */
    static boolean isMapped(BeanMethod method) {
        return Stream.of(HttpExchange.class, RequestMapping.class)
                .anyMatch(mapping -> AnnotatedElementUtils.hasAnnotation(method.method(), mapping));
    }
}
