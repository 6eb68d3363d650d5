package io.mcpspring.entry;

import io.mcpspring.exchange.McpMeta;
import io.mcpspring.exchange.McpRequestContext;
import io.mcpspring.method.BeanMethod;
import io.mcpspring.schema.JavaTypes;
import java.beans.PropertyDescriptor;
import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.springframework.beans.BeanUtils;
import org.springframework.core.MethodParameter;
import org.springframework.core.ResolvableType;
import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.annotation.MergedAnnotations.SearchStrategy;

/**
 * Warns of annotations that do not fit what the server does with a method, its parameters and its result.
 *
 * @param methods the methods of all entries
 * @param warnings gets the text of each warning, and the methods to which it applies
 */
record MethodWarnings(List<BeanMethod> methods, BiConsumer<String, Stream<String>> warnings) {

    private static final String CACHE = "org.springframework.cache.annotation.";

    /** Types without fields of the application's types. */
    private static final Pattern FOREIGN =
            Pattern.compile("(java|kotlin|reactor|tools\\.jackson|org\\.springframework\\.(core|data|http|web))\\.");

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
        warn(
                "Methods that return JPA entities with relations, which are lazy or refer to each other without end."
                        + " Return records that are made within the transaction: ",
                MethodWarnings::returnsRelations);
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
                        && (retry.hasDefaultValue("includes")
                                || Stream.of(retry.getClassArray("includes"))
                                        .anyMatch(type -> type.isAssignableFrom(Error.class))));
    }

    private static Stream<MergedAnnotation<Annotation>> annotations(BeanMethod method, String name) {
        return Stream.of(method.method(), method.beanClass())
                .map(element -> MergedAnnotations.from(element, SearchStrategy.TYPE_HIERARCHY)
                        .get(name))
                .filter(MergedAnnotation::isPresent);
    }

    private static boolean returnsRelations(BeanMethod method) {
        try {
            return hasRelations(ResolvableType.forMethodParameter(method.returnType()), new HashSet<>());
        } catch (LinkageError ofOptionalLibrary) {
            return false;
        }
    }

    /** @param seen the classes that were examined, also if one contains itself */
    private static boolean hasRelations(ResolvableType type, Set<Class<?>> seen) {
        return JavaTypes.classes(type).stream()
                .filter(each -> !FOREIGN.matcher(each.getName()).lookingAt() && seen.add(each))
                .anyMatch(each -> Stream.of(each.getDeclaredFields(), each.getDeclaredMethods())
                                .flatMap(Stream::of)
                                .anyMatch(MethodWarnings::isRelation)
                        || hasRelations(ResolvableType.forClass(each).getSuperType(), seen)
                        || Stream.of(each.getDeclaredFields())
                                .filter(MethodWarnings::isWritten)
                                .anyMatch(field -> hasRelations(ResolvableType.forField(field), seen)));
    }

    private static boolean isRelation(AnnotatedElement member) {
        return !isIgnored(member)
                && MergedAnnotations.from(member).stream()
                        .anyMatch(annotation -> annotation
                                .getType()
                                .getName()
                                .matches("jakarta\\.persistence\\.((One|Many)To(One|Many)|ElementCollection)"));
    }

    private static boolean isWritten(Field field) {
        Class<?> owner = field.getDeclaringClass();
        PropertyDescriptor property = BeanUtils.getPropertyDescriptor(owner, field.getName());
        Method getter = property == null ? null : property.getReadMethod();
        return !isIgnored(field) && (owner.isRecord() || getter != null && !isIgnored(getter));
    }

    private static boolean isIgnored(AnnotatedElement member) {
        return MergedAnnotations.from(member).isPresent("com.fasterxml.jackson.annotation.JsonIgnore");
    }
}
