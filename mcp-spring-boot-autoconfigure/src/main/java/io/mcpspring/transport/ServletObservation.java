package io.mcpspring.transport;

import io.mcpspring.Internal;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.observation.contextpropagation.ObservationThreadLocalAccessor;
import org.springframework.beans.factory.ObjectProvider;
import reactor.util.context.Context;

/** The observation of a servlet request. */
@Internal
public record ServletObservation(ObjectProvider<ObservationRegistry> registry) implements ThreadContext {

    @Override
    public Context read() {
        Observation current =
                registry.getIfAvailable(() -> ObservationRegistry.NOOP).getCurrentObservation();
        return current == null ? Context.empty() : Context.of(ObservationThreadLocalAccessor.KEY, current);
    }
}
