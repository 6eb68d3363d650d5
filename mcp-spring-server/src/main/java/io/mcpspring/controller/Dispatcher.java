package io.mcpspring.controller;

import io.mcpspring.method.BeanMethod;
import java.util.Locale;
import java.util.stream.Stream;
import org.springframework.context.i18n.LocaleContextHolder;
import org.springframework.core.MethodParameter;
import reactor.core.publisher.Mono;
import tools.jackson.databind.json.JsonMapper;

/** The web framework of an application, which dispatches requests to handler methods. */
interface Dispatcher {

    /** Returns the handlers of the application, once for each of their mappings. */
    Stream<MappedHandler> handlers();

    /** Whether the application has a resolver of its own for a parameter. */
    boolean resolves(MethodParameter parameter);

    /** Whether responses contain what a mapper writes of the return type of a method. */
    boolean isWrittenBy(JsonMapper mapper, BeanMethod method);

    /** Whether a method occupies the thread that dispatches a request to it. */
    default boolean occupiesThread(BeanMethod method) {
        return true;
    }

    UrlRules rules();

    /** Returns the language in which a request is read: that of the thread, unless the framework sets one. */
    default Locale locale(DispatchRequest request) {
        return LocaleContextHolder.getLocale();
    }

    /**
     * Returns the names of the filters that requests for a path pass, but not those for another one.
     *
     * @param other the other path
     */
    default Stream<String> filters(String path, String other) {
        return Stream.empty();
    }

    /**
     * Dispatches a request on this thread.
     *
     * @param tool the tool whose handler is the only one that the request may reach
     * @param maxBytes the maximum size of the body of the response
     * @throws io.mcpspring.method.DeniedException if the URL rules of the application deny the request
     */
    Mono<DispatchResponse> dispatch(ControllerTool tool, DispatchRequest call, int maxBytes) throws Exception;
}
