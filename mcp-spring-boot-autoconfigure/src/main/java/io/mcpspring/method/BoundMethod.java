package io.mcpspring.method;

import io.mcpspring.Internal;
import io.mcpspring.exchange.Exchange;
import io.mcpspring.exchange.McpClientCapabilityException;
import io.mcpspring.exchange.McpUrlElicitationRequiredException;
import io.mcpspring.protocol.JsonRpcError;
import io.mcpspring.protocol.McpProtocolException;
import io.mcpspring.server.ErrorReport;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodParameter;
import reactor.core.publisher.Mono;

/**
 * A method whose parameters have their sources, ready to be called; what it throws becomes an error of the protocol.
 *
 * @param <I> what a request brings for it
 */
@Internal
public final class BoundMethod<I> {

    /** How methods are called. */
    public record Calls(InjectedParameters injected, Executor workers, int maxCollected, Duration timeout) {}

    private static final Log logger = LogFactory.getLog(BoundMethod.class);

    private final BeanMethod method;

    private final List<BiFunction<I, Exchange, @Nullable Object>> sources;

    private final BeanMethodInvoker invoker;

    private final Duration timeout;

    /**
     * @param arguments gives a parameter that is not injected its source; asked first for those that {@code own} names
     * @param own whether a parameter is an argument whatever its type
     */
    public BoundMethod(
            BeanMethod method,
            Calls calls,
            Function<MethodParameter, BiFunction<I, Exchange, @Nullable Object>> arguments,
            Predicate<MethodParameter> own) {
        this.method = method;
        this.sources = new ArrayList<>();
        for (MethodParameter parameter : method.parameters()) {
            Function<Exchange, @Nullable Object> value = own.test(parameter)
                    ? null
                    : calls.injected().source(method, parameter).orElse(null);
            if (value == null) {
                calls.injected().requireArgument(method, parameter);
            }
            sources.add(value == null ? arguments.apply(parameter) : (input, exchange) -> value.apply(exchange));
        }
        this.invoker = new BeanMethodInvoker(method, calls.workers(), calls.maxCollected());
        this.timeout = calls.timeout();
    }

    /**
     * The method of a functional interface of ours, in which resolvers have no say: a parameter that is not built in
     * gets what the request brings.
     */
    public static <I> BoundMethod<I> ofFunction(BeanMethod method, Calls calls) {
        return new BoundMethod<>(
                method,
                calls,
                parameter -> calls.injected()
                        .builtInSource(method, parameter)
                        .<BiFunction<I, Exchange, @Nullable Object>>map(
                                value -> (input, exchange) -> value.apply(exchange))
                        .orElse((input, exchange) -> input),
                parameter -> true);
    }

    /**
     * Answers a request within the time limit; a failure of the method or of the conversion, whatever it is, becomes
     * the error that the client gets. A run that ends with a question keeps its failure, which is not sent.
     *
     * @param conversion makes the result; it gets {@code null} for an empty {@code Optional} too
     */
    public <R> Mono<R> answer(I input, Exchange exchange, Conversion<R> conversion) {
        return answer(input, exchange, conversion, UnaryOperator.identity());
    }

    /**
     * The same for a feature for which some failures mean something.
     *
     * @param meaning what a failure of the method or of the conversion means; most mean themselves
     */
    public <R> Mono<R> answer(I input, Exchange exchange, Conversion<R> conversion, UnaryOperator<Throwable> meaning) {
        Mono<Object> run = exchange.untilAnswered(invoker.invoke(bean -> fill(input, exchange), exchange::progress));
        Mono<R> work = invoker.convert(
                run,
                value -> true,
                value -> conversion.convert(value instanceof Optional<?> optional ? optional.orElse(null) : value));
        return TimeLimit.of(
                        timeout,
                        work,
                        exchange,
                        () -> Mono.error(internal("This did not finish within " + TimeLimit.text(timeout))))
                .onErrorMap(failure -> !exchange.endsWithQuestion(), failure -> error(meaning.apply(failure)));
    }

    private @Nullable Object[] fill(I input, Exchange exchange) {
        @Nullable Object[] values = new Object[sources.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = sources.get(i).apply(input, exchange);
        }
        return values;
    }

    private Throwable error(Throwable failure) {
        if (failure instanceof McpProtocolException
                || failure instanceof McpUrlElicitationRequiredException
                || failure instanceof McpClientCapabilityException) {
            return failure;
        }
        if (failure instanceof BusyException busy) {
            return internal(busy.getMessage());
        }
        JsonRpcError error = ErrorReport.internalError(logger, method.describe() + " failed", failure);
        return internal(error.message());
    }

    private static McpProtocolException internal(String message) {
        return new McpProtocolException(JsonRpcError.INTERNAL_ERROR, message);
    }
}
