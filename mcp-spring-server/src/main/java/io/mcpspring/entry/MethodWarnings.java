package io.mcpspring.entry;

import io.mcpspring.exchange.McpMeta;
import io.mcpspring.exchange.McpRequestContext;
import io.mcpspring.method.BeanMethod;
import java.lang.annotation.Annotation;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.springframework.core.MethodParameter;
import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.annotation.MergedAnnotations.SearchStrategy;

/**
 * Warns of annotations that do not fit what the server does with a method and its parameters.
 *
 * @param methods the methods of all entries
 * @param warnings gets the text of each warning, and the methods to which it applies
 */
record MethodWarnings(List<BeanMethod> methods, BiConsumer<String, Stream<String>> warnings) {

    private static final String CACHE = "org.springframework.cache.annotation.";

    void warn() {
        warn(
                "Methods with a cache that never has their results, because its keys contain the exchange, request or"
                        + " headers of each call. Name the arguments, as in @Cacheable(key = \"#id\"): ",
                method -> takes(method, MethodWarnings::isOfCall) && isCachedByParameters(method));
        warn(
                "Methods that @Retryable invokes again when they ask the client, because a question ends them by an"
                        + " Error. Name the exceptions, as in"
                        + " @Retryable(includes = TransientDataAccessException.class): ",
                method -> takes(method, McpRequestContext.class::isAssignableFrom) && isAlwaysRetried(method));
    }

    private void warn(String text, Predicate<BeanMethod> condition) {
        warnings.accept(text, methods.stream().filter(condition).map(BeanMethod::describe));
    }

    private static boolean takes(BeanMethod method, Predicate<Class<?>> type) {
        // The parameters of a function are not those of the method that it calls.
        return !method.isFunction()
                && method.parameters().stream()
                        .map(MethodParameter::getParameterType)
                        .anyMatch(type);
    }

    private static boolean isOfCall(Class<?> type) {
        return McpRequestContext.class.isAssignableFrom(type)
                || type == McpMeta.class
                || List.of("HttpServletRequest", "ServerWebExchange", "HttpHeaders")
                        .contains(type.getSimpleName());
    }

    private static boolean isCachedByParameters(BeanMethod method) {
        Stream<MergedAnnotation<? extends Annotation>> grouped = annotations(method, CACHE + "Caching")
                .flatMap(group -> Stream.of("cacheable", "put", "evict")
                        .flatMap(name -> Stream.of(group.getAnnotationArray(name, Annotation.class))));
        return Stream.concat(
                                grouped,
                                Stream.of("Cacheable", "CachePut", "CacheEvict")
                                        .flatMap(name -> annotations(method, CACHE + name)))
                        .filter(cache ->
                                !cache.getValue("allEntries", Boolean.class).orElse(false))
                        .anyMatch(cache -> cache.hasDefaultValue("key") && cache.hasDefaultValue("keyGenerator"))
                && annotations(method, CACHE + "CacheConfig").allMatch(all -> all.hasDefaultValue("keyGenerator"));
    }

    private static boolean isAlwaysRetried(BeanMethod method) {
        return annotations(method, "org.springframework.resilience.annotation.Retryable")
                .limit(1)
                .anyMatch(retry -> retry.hasDefaultValue("predicate")
                        && (retry.hasDefaultValue("includes") || namesErrors(retry, "includes"))
                        && !namesErrors(retry, "excludes"));
    }

    private static boolean namesErrors(MergedAnnotation<Annotation> retry, String attribute) {
        return Stream.of(retry.getClassArray(attribute)).anyMatch(type -> type.isAssignableFrom(Error.class));
    }

    private static Stream<MergedAnnotation<Annotation>> annotations(BeanMethod method, String name) {
        return Stream.of(method.method(), method.beanClass())
                .map(element -> MergedAnnotations.from(element, SearchStrategy.TYPE_HIERARCHY)
                        .get(name))
                .filter(MergedAnnotation::isPresent);
    }
}
