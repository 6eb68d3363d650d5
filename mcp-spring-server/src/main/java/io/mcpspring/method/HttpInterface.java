package io.mcpspring.method;

import io.mcpspring.Internal;
import java.lang.reflect.Method;
import java.util.stream.Stream;
import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.annotation.MergedAnnotations.SearchStrategy;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.service.annotation.HttpExchange;

/** Interfaces whose methods send requests to another server. */
@Internal
public final class HttpInterface {

    private HttpInterface() {}

    /** Whether a method is one of such an interface, or implements one; that of a controller handles requests. */
    public static boolean declares(BeanMethod method) {
        return !ForeignParameter.isOfController(method)
                && mappings(method)
                        .anyMatch(mapping -> mapping.getSource() instanceof Method declared
                                && declared.getDeclaringClass().isInterface());
    }

    /** Whether a method is declared for HTTP requests, which it sends or handles. */
    static boolean isMapped(BeanMethod method) {
        return mappings(method).findAny().isPresent();
    }

    private static Stream<MergedAnnotation<?>> mappings(BeanMethod method) {
        MergedAnnotations annotations = MergedAnnotations.from(method.method(), SearchStrategy.TYPE_HIERARCHY);
        return Stream.of(annotations.get(HttpExchange.class), annotations.get(RequestMapping.class))
                .filter(MergedAnnotation::isPresent);
    }
}
