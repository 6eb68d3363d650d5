package io.mcpspring.method;

import io.mcpspring.UserCode;
import io.mcpspring.exchange.Exchange;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.springframework.context.support.StaticApplicationContext;
import reactor.core.publisher.Mono;

/** A method that is called without a request. */
record InvokedMethod(BoundMethod<@Nullable Object[]> method) {

    InvokedMethod(BeanMethod method, Executor workers, int maxCollected) {
        this(new BoundMethod<>(
                method,
                new BoundMethod.Calls(
                        new InjectedParameters(new StaticApplicationContext(), Set.of()),
                        workers,
                        maxCollected,
                        BoundMethod.Security.NONE),
                (arguments, exchange, bean) -> arguments));
    }

    Mono<Optional<Object>> invoke(@Nullable Object... arguments) {
        return invoke(any -> false, Optional::ofNullable, arguments);
    }

    <T> Mono<T> invoke(Predicate<Object> slow, Exchange.Conversion<T> conversion, @Nullable Object... arguments) {
        return method.call(bean -> arguments, count -> {}, slow, conversion).onErrorMap(UserCode::unwrapped);
    }
}
