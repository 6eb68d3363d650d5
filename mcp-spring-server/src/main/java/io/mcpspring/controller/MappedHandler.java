package io.mcpspring.controller;

import io.mcpspring.method.AnnotatedBeanMethod;
import io.mcpspring.method.BeanMethod;
import io.mcpspring.method.DeniedException;
import io.mcpspring.validation.InvalidArgumentsException;
import io.mcpspring.validation.Problem;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.springframework.http.HttpMethod;
import org.springframework.http.MediaType;
import org.springframework.util.ClassUtils;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.method.HandlerMethod;

/**
 * A handler method, and the requests that a mapping of the web framework leads to it.
 *
 * @param params the parameters that a request must have, with their values, which are empty if any may be
 * @param headers the headers that a request must have, likewise
 * @param consumes the media types of bodies
 * @param produces the media types of responses
 * @param versioned whether the request must name a version of the API
 */
record MappedHandler(
        HandlerMethod handler,
        Set<RequestMethod> methods,
        Set<String> patterns,
        Map<String, String> params,
        Map<String, String> headers,
        Collection<MediaType> consumes,
        Collection<MediaType> produces,
        boolean versioned) {

    MappedHandler {
        patterns = patterns.stream()
                .map(pattern -> pattern.isEmpty() ? "/" : pattern)
                .collect(Collectors.toSet());
    }

    /**
     * Returns what conditions demand: values by names, which are empty if any value may be.
     *
     * @param conditions written as in annotations, such as {@code lang=de}
     */
    static Map<String, String> demanded(Collection<?> conditions) {
        return conditions.stream()
                .map(condition -> condition.toString().split("=", 2))
                .filter(condition -> !condition[0].contains("!"))
                .collect(Collectors.toMap(
                        condition -> condition[0],
                        condition -> condition.length == 1 ? "" : condition[1],
                        (one, other) -> one.isEmpty() ? other : one));
    }

    /** Returns the media type of a body of JSON; empty if the mapping does not take it. */
    Optional<MediaType> consumedJson() {
        return consumes.isEmpty()
                ? Optional.of(MediaType.APPLICATION_JSON)
                : consumes.stream()
                        .filter(MappedHandler::isJson)
                        .map(type -> type.isConcrete() ? type : MediaType.APPLICATION_JSON)
                        .findFirst();
    }

    static boolean hasParts(MediaType type) {
        return type.getType().equals("multipart");
    }

    boolean producesJson() {
        return produces.isEmpty() || produces.stream().anyMatch(MappedHandler::isJson);
    }

    /** Whether a media type, or one that it includes, is JSON. */
    static boolean isJson(MediaType type) {
        return type.includes(MediaType.APPLICATION_JSON) || type.getSubtype().endsWith("+json");
    }

    HttpMethod httpMethod() {
        return methods.iterator().next().asHttpMethod();
    }

    boolean takesOnly(HttpMethod method) {
        return methods.size() == 1 && httpMethod().equals(method);
    }

    PathTemplate path() {
        return new PathTemplate(patterns.iterator().next());
    }

    /** Whether this is a method of a bean. */
    boolean isOf(BeanMethod method) {
        boolean sameBean = !(method instanceof AnnotatedBeanMethod<?> ofBean)
                || !(handler.getBean() instanceof String name)
                || name.equals(ofBean.beanName());
        return sameBean
                && handler.getMethod().equals(method.method())
                && ClassUtils.getUserClass(handler.getBeanType()) == method.beanClass();
    }

    /** Whether a look-up has found this handler. */
    boolean isFound(Object found) {
        return found instanceof HandlerMethod method
                && (method.equals(handler) || handler.equals(method.getResolvedFromHandlerMethod()));
    }

    /** Returns the failure of a call whose values lead to another handler. */
    InvalidArgumentsException unreachable() {
        return new InvalidArgumentsException(
                List.of(new Problem("", "the values do not fit the path " + path().pattern())));
    }

    /** Returns the failure of a call that the URL rules of the application deny. */
    DeniedException denied() {
        return new DeniedException("The URL rules of the application deny " + httpMethod() + " " + path().pattern());
    }

    /** @throws io.mcpspring.method.McpMethodException if no single request stands for a call */
    void requireOneRequest(BeanMethod method) {
        if (methods.size() != 1 || patterns.size() != 1) {
            throw method.refused(
                    "Its mapping has " + methods.size() + " HTTP methods and " + patterns.size()
                            + " paths, so that it is not clear which request a call makes.",
                    "Give the mapping one HTTP method and one path, as in @GetMapping(\"/orders/{id}\").");
        }
        if (path().hasWildcards()) {
            throw method.refused(
                    "Its path " + path().pattern() + " has a wildcard, for which there is no argument.",
                    "Give the wildcard a name, as in {*path}, and declare a @PathVariable for it.");
        }
        if (versioned) {
            throw method.refused(
                    "Its mapping demands a version of the API.", "Annotate a method whose mapping has no version.");
        }
        if (!consumes.isEmpty() && consumes.stream().allMatch(MappedHandler::hasParts)) {
            throw method.refused(
                    "Its mapping takes bodies of " + consumes + ", and calls do not send several parts.",
                    "Annotate a method that takes application/x-www-form-urlencoded or application/json.");
        }
    }
}
