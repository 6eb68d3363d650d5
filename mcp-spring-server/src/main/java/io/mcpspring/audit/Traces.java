package io.mcpspring.audit;

import io.micrometer.observation.Observation;
import io.micrometer.observation.contextpropagation.ObservationThreadLocalAccessor;
import io.micrometer.tracing.handler.TracingObservationHandler.TracingContext;
import org.jspecify.annotations.Nullable;
import org.springframework.util.ClassUtils;
import reactor.util.context.ContextView;

/** Reads to which trace a call belongs. */
final class Traces {

    private static final boolean AVAILABLE = ClassUtils.isPresent(
            "io.micrometer.tracing.handler.TracingObservationHandler", Traces.class.getClassLoader());

    private Traces() {}

    static @Nullable String id(ContextView reactor) {
        Observation current = reactor.getOrDefault(ObservationThreadLocalAccessor.KEY, null);
        return AVAILABLE && current != null ? Spans.traceId(current) : null;
    }

    /** A separate class, because the library is optional. */
    private static final class Spans {

        static @Nullable String traceId(Observation observation) {
            TracingContext tracing = observation.getContextView().get(TracingContext.class);
            return tracing == null || tracing.getSpan() == null
                    ? null
                    : tracing.getSpan().context().traceId();
        }
    }
}
