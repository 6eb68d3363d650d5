package io.mcpspring.observation;

import io.mcpspring.Internal;
import io.mcpspring.exchange.CallContext;
import io.mcpspring.exchange.ClientChannel;
import io.mcpspring.exchange.RequestDetails;
import io.mcpspring.protocol.JsonRpcMessage;
import io.mcpspring.protocol.JsonRpcRequest;
import io.mcpspring.protocol.JsonRpcResponse;
import io.mcpspring.server.RequestObserver;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.observation.contextpropagation.ObservationThreadLocalAccessor;
import java.util.function.Function;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.util.function.SingletonSupplier;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Signal;
import reactor.util.context.ContextView;

/** Creates one observation for each request. Its parent is the observation of the HTTP request. */
@Internal
public final class ObservedRequests implements RequestObserver {

    private static final McpServerObservationConvention DEFAULT = new McpServerObservationConvention() {};

    private final SingletonSupplier<ObservationRegistry> registry;

    private final SingletonSupplier<McpServerObservationConvention> convention;

    /** The beans are looked up at the first request, because a registry is complete only when all beans exist. */
    public ObservedRequests(
            ObjectProvider<ObservationRegistry> registry, ObjectProvider<McpServerObservationConvention> convention) {
        this.registry = SingletonSupplier.of(() -> registry.getIfAvailable(() -> ObservationRegistry.NOOP));
        this.convention = SingletonSupplier.of(() -> convention.getIfAvailable(() -> DEFAULT));
    }

    @Override
    public Flux<JsonRpcMessage> observe(
            JsonRpcRequest request, CallContext context, Function<CallContext, Flux<JsonRpcMessage>> work) {
        return registry.obtain().isNoop()
                ? work.apply(context)
                : Flux.deferContextual(outer -> observed(request, context, outer, work));
    }

    private Flux<JsonRpcMessage> observed(
            JsonRpcRequest request,
            CallContext unobserved,
            ContextView outer,
            Function<CallContext, Flux<JsonRpcMessage>> work) {
        CallContext context =
                unobserved.with(ClientChannel.QuestionObserver.class, new ObservedQuestions(registry.obtain()));
        RequestDetails details = new RequestDetails();
        McpServerObservationContext observed = new McpServerObservationContext(request, context, details);
        observed.setParentObservation(outer.getOrDefault(ObservationThreadLocalAccessor.KEY, null));
        SafeObservation observation = new SafeObservation(
                "a request",
                () -> Observation.createNotStarted(convention.obtain(), () -> observed, registry.obtain()));
        // An observation that is switched off must not hide the observation of the HTTP request.
        if (observation.isNoop()) {
            return work.apply(context);
        }
        Flux<JsonRpcMessage> messages = work.apply(context.with(RequestDetails.class, details));
        observation.start();
        // Not doOnNext and doOnError: until a stream ends, they refer to the work, and so to its parameters.
        return messages.doOnEach(signal -> observe(observation, observed, signal))
                .doFinally(end -> observation.stop())
                .contextWrite(reactor -> reactor.put(ObservationThreadLocalAccessor.KEY, observation.observation));
    }

    // Stopped before the response is sent, so that it is complete when the client has it.
    private static void observe(
            SafeObservation observation, McpServerObservationContext context, Signal<JsonRpcMessage> signal) {
        if (signal.get() instanceof JsonRpcResponse response) {
            context.setResponse(response);
            context.failure().ifPresent(observation::fail);
            observation.stop();
        } else if (signal.getThrowable() != null) {
            observation.fail(signal.getThrowable());
        }
    }
}
