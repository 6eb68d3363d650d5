package io.mcpspring.method;

import io.mcpspring.Internal;
import io.mcpspring.exchange.Exchange;
import io.mcpspring.protocol.McpResult;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

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
     * @param denials recognizes the failures of a proxy that denied the access
     */
    public record Calls(InjectedParameters injected, Executor workers, int maxCollected, Denials denials) {}

    /** Recognizes failures by which the proxy of a bean refused the caller. */
    public interface Denials {

        boolean isDenial(Throwable failure, BeanMethod method);
    }

    private final BeanMethod method;

    private final Denials denials;

    private final BeanMethodInvoker invoker;

    private final Binding<I> binding;

    public BoundMethod(BeanMethod method, Calls calls, Binding<I> binding) {
        this.method = method;
        this.denials = calls.denials();
        this.invoker = new BeanMethodInvoker(method, calls.workers(), calls.maxCollected());
        this.binding = binding;
    }

    public BoundMethod(BeanMethod method, Calls calls, List<ParameterSource<I>> sources) {
        this(method, calls, (input, exchange, bean) -> ParameterSource.values(sources, input, exchange));
    }

    /** Returns the method of a functional interface of the API: parameters that are not injected get the input. */
    public static <I> BoundMethod<I> ofFunction(BeanMethod method, Calls calls) {
        return new BoundMethod<>(
                method,
                calls,
                ParameterSource.<I>of(
                        method,
                        calls.injected().withoutResolvers(),
                        parameter -> false,
                        parameter -> (input, exchange) -> input));
    }

    /** Calls the method, as often as it returns questions to the client, and maps its value or its failure. */
    public <R extends McpResult> Mono<R> run(Invocation<I, R> invocation) {
        I input = invocation.input();
        Exchange exchange = invocation.exchange();
        Mono<Object> run = invoker.invoke(bean -> binding.values(input, exchange, bean), exchange::progress);
        return invoker.convert(
                        exchange.untilAnswered(invoker.isAsync() ? offEventLoop(run, input, exchange) : run),
                        invocation::isSlow,
                        value -> invocation.result(unwrapped(value)))
                .onErrorResume(failure -> denials.isDenial(failure, method)
                        ? Mono.error(invocation.unknown())
                        : invocation.failed(failure));
    }

    private Mono<Object> offEventLoop(Mono<Object> run, I input, Exchange exchange) {
        return Mono.defer(() -> binding.isSlow(input) || exchange.hasLargeAnswers()
                ? run.subscribeOn(Schedulers.boundedElastic())
                        .onErrorMap(RejectedExecutionException.class, BusyException::new)
                : run);
    }

    private static @Nullable Object unwrapped(@Nullable Object value) {
        return value instanceof Optional<?> optional ? optional.orElse(null) : value;
    }
}
