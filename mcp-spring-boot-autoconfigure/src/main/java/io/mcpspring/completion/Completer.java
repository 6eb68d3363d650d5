package io.mcpspring.completion;

import io.mcpspring.exchange.Exchange;
import io.mcpspring.method.BeanMethod;
import io.mcpspring.method.BoundMethod;
import io.mcpspring.method.TooManyElementsException;
import io.mcpspring.protocol.Completion;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodParameter;
import org.springframework.util.ObjectUtils;
import reactor.core.publisher.Mono;

/** A method that proposes values. */
final class Completer {

    private final BeanMethod method;

    private final BoundMethod<Typing> call;

    private final int maxCollected;

    Completer(BeanMethod method, BoundMethod.Calls calls) {
        this.method = method;
        this.maxCollected = calls.maxCollected();
        List<MethodParameter> texts = new ArrayList<>();
        this.call = new BoundMethod<>(
                method,
                calls,
                parameter -> {
                    if (parameter.getParameterType() == Map.class) {
                        return (typing, exchange) -> typing.settled();
                    }
                    if (isText(parameter)) {
                        texts.add(parameter);
                        return (typing, exchange) -> typing.value();
                    }
                    throw method.refused(
                            "It cannot be told what " + BeanMethod.describe(parameter) + " is to get.",
                            "Take what was typed as a String, and other arguments as a Map<String, String>.");
                },
                parameter -> false);
        if (texts.size() > 1) {
            throw method.refused(
                    "More than one of its parameters is a String.",
                    "Take what was typed as one String, and other arguments as a Map<String, String>.");
        }
    }

    private static boolean isText(MethodParameter parameter) {
        return parameter.getParameterType() == String.class || parameter.getParameterType() == CharSequence.class;
    }

    BeanMethod method() {
        return method;
    }

    Mono<Completion> complete(Typing typing, Exchange exchange) {
        return call.answer(typing, exchange, this::completion);
    }

    private Completion completion(@Nullable Object value) {
        if (value instanceof Completion completion) {
            return completion;
        }
        try (Stream<?> values = values(value)) {
            List<String> texts =
                    values.limit(maxCollected + 1L).map(String::valueOf).toList();
            if (texts.size() > maxCollected) {
                throw new TooManyElementsException(maxCollected);
            }
            return Completion.of(texts);
        }
    }

    private static Stream<?> values(@Nullable Object value) {
        if (value == null) {
            return Stream.empty();
        }
        return value instanceof Collection<?> collection
                ? collection.stream()
                : value instanceof Stream<?> stream
                        ? stream
                        : value.getClass().isArray()
                                ? Arrays.stream(ObjectUtils.toObjectArray(value))
                                : Stream.of(value);
    }
}
