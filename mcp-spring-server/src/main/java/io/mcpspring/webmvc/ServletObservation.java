package io.mcpspring.webmvc;

import io.mcpspring.Internal;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.observation.contextpropagation.ObservationThreadLocalAccessor;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.util.function.SingletonSupplier;
import reactor.util.context.Context;

/** The observation of a servlet request. */
@Internal
public final class ServletObservation implements ThreadContext {

    private final SingletonSupplier<ObservationRegistry> registry;

    /** The registry is looked up at the first request, because it is complete only when all beans exist. */
    public ServletObservation(ObjectProvider<ObservationRegistry> registry) {
        this.registry = SingletonSupplier.of(() -> registry.getIfAvailable(() -> ObservationRegistry.NOOP));
    }

    @Override
    public Context read() {
        Observation current = registry.obtain().getCurrentObservation();
        return current == null ? Context.empty() : Context.of(ObservationThreadLocalAccessor.KEY, current);
    }
}
