package io.mcpspring.entry;

import io.mcpspring.exchange.McpMeta;
import io.mcpspring.exchange.McpRequestContext;
import io.mcpspring.method.BeanMethod;
import java.lang.annotation.Annotation;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.springframework.core.MethodParameter;
import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.core.annotation.MergedAnnotations;

/** Warns of advice that does not fit what is injected into a method. */
final class AdviceWarnings {

    private static final String CACHE = "org.springframework.cache.annotation.";

    private static final String RETRY = "org.springframework.resilience.annotation.Retryable";

    /** Types of injected values that differ from call to call, besides exchanges. */
    private static final Set<String> OF_CALL = Set.of(
            McpMeta.class.getName(),
            "jakarta.servlet.http.HttpServletRequest",
            "org.springframework.web.server.ServerWebExchange");

    private AdviceWarnings() {}

    static Stream<String> of(List<BeanMethod> methods) {
        return Stream.concat(
                warning(
                        "Methods with a cache that never has their results, because its keys contain the exchange or"
                                + " request of each call. Name the arguments, as in @Cacheable(key = \"#id\"): ",
                        methods,
                        method -> takes(method, AdviceWarnings::isOfCall) && isCachedByAllParameters(method)),
                warning(
                        "Methods that @Retryable invokes again when they ask the client, because a question ends them"
                                + " by an Error. Name the exceptions, as in"
                                + " @Retryable(includes = TransientDataAccessException.class): ",
                        methods,
                        method -> takes(method, McpRequestContext.class::isAssignableFrom) && isRetriedAlways(method)));
    }

    private static Stream<String> warning(String text, List<BeanMethod> methods, Predicate<BeanMethod> condition) {
        return EntryFeature.warning(text, methods.stream().filter(condition).map(BeanMethod::describe));
    }

    private static boolean takes(BeanMethod method, Predicate<Class<?>> type) {
        return method.parameters().stream()
                .map(MethodParameter::getParameterType)
                .anyMatch(type);
    }

    private static boolean isOfCall(Class<?> type) {
        return McpRequestContext.class.isAssignableFrom(type) || OF_CALL.contains(type.getName());
    }

    private static boolean isCachedByAllParameters(BeanMethod method) {
        return Stream.of("Cacheable", "CachePut", "CacheEvict")
                        .flatMap(name -> annotations(method, CACHE + name))
                        .filter(cache ->
                                !cache.getValue("allEntries", Boolean.class).orElse(false))
                        .anyMatch(cache -> cache.hasDefaultValue("key") && cache.hasDefaultValue("keyGenerator"))
                && annotations(method, CACHE + "CacheConfig").allMatch(all -> all.hasDefaultValue("keyGenerator"));
    }

    private static boolean isRetriedAlways(BeanMethod method) {
        return annotations(method, RETRY)
                .findFirst()
                .filter(retry -> retry.hasDefaultValue("includes") && retry.hasDefaultValue("predicate"))
                .isPresent();
    }

    private static Stream<MergedAnnotation<Annotation>> annotations(BeanMethod method, String name) {
        return Stream.of(method.method(), method.beanClass())
                .map(element -> MergedAnnotations.from(element, MergedAnnotations.SearchStrategy.TYPE_HIERARCHY)
                        .get(name))
                .filter(MergedAnnotation::isPresent);
    }
}
