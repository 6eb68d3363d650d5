package io.mcpspring.method;

import io.mcpspring.Internal;
import io.mcpspring.exchange.Conversion;
import io.mcpspring.exchange.Exchange;
import io.mcpspring.protocol.McpResult;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.Executor;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * A method whose parameters have their sources, ready to be called for clients.
 *
 * @param <I> the input that a request has for it
 */
@Internal
public final class BoundMethod<I> {

    /**
     * The means by which methods are called.
     *
     * @param injected provides the parameters that are not arguments
     * @param workers runs blocking methods
     * @param maxCollected maximum number of elements of a {@code Flux} that make up one result
     * @param security the method security of the application
     */
    public record Calls(InjectedParameters injected, Executor workers, int maxCollected, Security security) {}

    /** The method security of an application, which proxies of its beans enforce. */
    public interface Security {

        /** Of an application without method security. */
        Security NONE = new Security() {};

        /**
         * Refuses a method with an annotation that nothing enforces.
         *
         * @throws McpMethodException for such a method
         */
        default void requireEnforced(BeanMethod method) {}

        /** Whether a method failed because its proxy refused the caller. */
        default boolean isDenial(Throwable failure, BeanMethod method) {
            return false;
        }
    }

    private final BeanMethod method;

    private final Security security;

    private final BeanMethodInvoker invoker;

    private final Binding<I> binding;

    public BoundMethod(BeanMethod method, Calls calls, Binding<I> binding) {
        this.method = method;
        this.security = calls.security();
        security.requireEnforced(method);
        this.invoker = new BeanMethodInvoker(method, calls.workers(), calls.maxCollected());
        this.binding = binding;
    }

    public BoundMethod(BeanMethod method, Calls calls, List<ParameterSource<I>> sources) {
        this(method, calls, (input, exchange, bean) -> ParameterSource.values(sources, input, exchange));
    }

    /** Calls the method, as often as it returns questions to the client, and maps its value or its failure. */
    public <R extends McpResult> Mono<R> run(Invocation<I, R> invocation) {
        I input = invocation.input();
        Exchange exchange = invocation.exchange();
        return exchange.untilAnswered(
                returned -> call(input, exchange, invocation::isSlow, returned),
                value -> invocation.result(unwrapped(value)),
                failure -> security.isDenial(failure, method) ? invocation.denied() : invocation.failed(failure));
    }

    private <T> Mono<T> call(I input, Exchange exchange, Predicate<Object> slow, Conversion<T> conversion) {
        return invoker.invoke(
                bean -> binding.values(input, exchange, bean),
                binding.isSlow(input) || exchange.hasLargeAnswers(),
                exchange::progress,
                slow,
                conversion);
    }

    /** Returns the value of an optional of any type; {@code null} if it is empty. Other values are unchanged. */
    public static @Nullable Object unwrapped(@Nullable Object value) {
        if (value instanceof Optional<?> optional) {
            return unwrapped(optional.orElse(null));
        }
        if (value instanceof OptionalInt optional) {
            return optional.isPresent() ? optional.getAsInt() : null;
        }
        if (value instanceof OptionalLong optional) {
            return optional.isPresent() ? optional.getAsLong() : null;
        }
        if (value instanceof OptionalDouble optional) {
            return optional.isPresent() ? optional.getAsDouble() : null;
        }
        return value;
    }
}
