package io.mcpspring.completion;

import io.mcpspring.method.BeanMethod;
import io.mcpspring.method.BoundMethod;
import io.mcpspring.method.ParameterSource;
import io.mcpspring.method.StoppedException;
import io.mcpspring.protocol.Completion;
import java.time.temporal.TemporalAmount;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.BeanUtils;
import org.springframework.core.MethodParameter;
import org.springframework.util.Assert;
import org.springframework.util.ObjectUtils;

/**
 * A method that proposes values.
 *
 * @param maxCollected maximum number of values of a {@code Stream} or collection
 */
record CompletionMethod(BeanMethod method, BoundMethod<TypedValue> call, int maxCollected) {

    static CompletionMethod of(BeanMethod method, BoundMethod.Calls calls) {
        List<MethodParameter> texts = new ArrayList<>();
        List<ParameterSource<TypedValue>> sources =
                ParameterSource.of(method, calls.injected(), parameter -> source(parameter, method, texts));
        if (texts.size() > 1) {
            throw method.refused(
                    "More than one of its parameters is a String.",
                    "Declare one String for the typed value, and a Map<String, String> for the other arguments.");
        }
        BoundMethod<TypedValue> call = new BoundMethod<>(
                method, calls, (typed, exchange, bean) -> ParameterSource.values(sources, typed, exchange));
        method.requireValue(CompletionMethod::isValue, "values", "Return the values, for instance a List<String>.");
        return new CompletionMethod(method, call, calls.maxCollected());
    }

    /** Returns the function of a source for one of its arguments. */
    static CompletionMethod of(CompletionSource source, String argument, BoundMethod.Calls calls) {
        BoundMethod<TypedValue> call = new BoundMethod<>(source.work(), calls, (typed, exchange, bean) ->
                new Object[] {argument, typed.text(), typed.others(), exchange.blocking()});
        return new CompletionMethod(source.work(), call, calls.maxCollected());
    }

    private static ParameterSource<TypedValue> source(
            MethodParameter parameter, BeanMethod method, List<MethodParameter> texts) {
        Class<?> type = parameter.getParameterType();
        if (type == Map.class) {
            return (typed, exchange) -> typed.others();
        }
        if (type == String.class || type == CharSequence.class) {
            texts.add(parameter);
            return (typed, exchange) -> typed.text();
        }
        throw method.refused(
                "The source of " + BeanMethod.describe(parameter) + " cannot be determined.",
                "Declare a String for the typed value, and a Map<String, String> for the other arguments.");
    }

    /** Whether values may be of the declared type, or of the type of the declared elements. */
    private static boolean isValue(Class<?> type) {
        boolean ofApplication = type.isInterface() && !type.getName().startsWith("java.");
        return ofApplication
                || isSimple(type)
                || Stream.of(String.class, Completion.class, Stream.class).anyMatch(type::isAssignableFrom);
    }

    private static boolean isSimple(Class<?> type) {
        return BeanUtils.isSimpleValueType(type) || TemporalAmount.class.isAssignableFrom(type);
    }

    Completion completion(@Nullable Object value) {
        if (value instanceof Completion completion) {
            return completion;
        }
        try (Stream<?> values = values(value)) {
            List<?> proposed = values.limit(maxCollected + 1L).toList();
            if (proposed.size() > maxCollected) {
                throw new StoppedException("it returned more than " + maxCollected + " elements");
            }
            return Completion.of(proposed.stream()
                    .map(BoundMethod::unwrapped)
                    .filter(Objects::nonNull)
                    .map(CompletionMethod::text)
                    .toList());
        }
    }

    private static String text(Object value) {
        Class<?> type = value.getClass();
        Assert.state(
                isSimple(type),
                () -> "A completion method must return texts or other simple values, not " + type.getName());
        return value instanceof Enum<?> constant ? constant.name() : value.toString();
    }

    private static Stream<?> values(@Nullable Object value) {
        if (value instanceof Stream<?> stream) {
            return stream;
        }
        if (value instanceof Collection<?> collection) {
            return collection.stream();
        }
        return ObjectUtils.isArray(value) ? Stream.of(ObjectUtils.toObjectArray(value)) : Stream.ofNullable(value);
    }
}
