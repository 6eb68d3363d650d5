package io.mcpspring.completion;

import io.mcpspring.method.BeanMethod;
import io.mcpspring.method.BoundMethod;
import io.mcpspring.protocol.Completion;
import io.mcpspring.server.Exchange;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.springframework.core.MethodParameter;
import org.springframework.util.ObjectUtils;
import reactor.core.publisher.Mono;

/** A method that proposes values. */
final class Completer {

    private final BeanMethod method;

    private final BoundMethod<Typing> call;

    Completer(BeanMethod method, BoundMethod.Calls calls) {
        this.method = method;
        List<MethodParameter> texts = new ArrayList<>();
        this.call = new BoundMethod<>(method, calls, parameter -> {
            if (parameter.getParameterType() == Map.class) {
                return (typing, exchange) -> typing.settled();
            }
            if (isText(parameter)) {
                texts.add(parameter);
                return (typing, exchange) -> typing.value();
            }
            throw method.refused("It cannot be told what " + BeanMethod.describe(parameter) + " is to get.",
                    "Take what was typed as a String, and other arguments as a Map<String, String>.");
        }, parameter -> false);
        if (texts.size() > 1) {
            throw method.refused("More than one of its parameters is a String.",
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
        return call.answer(typing, exchange, values -> values
                .map(Completer::completion)
                .defaultIfEmpty(Completion.of(List.of())));
    }

    private static Completion completion(Object value) {
        if (value instanceof Completion completion) {
            return completion;
        }
        Stream<?> values = value instanceof Collection<?> collection ? collection.stream()
                : value instanceof Stream<?> stream ? stream
                : value.getClass().isArray() ? Arrays.stream(ObjectUtils.toObjectArray(value)) : Stream.of(value);
        return Completion.of(values.map(String::valueOf).toList());
    }
}
