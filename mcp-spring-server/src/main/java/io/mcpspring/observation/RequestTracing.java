package io.mcpspring.observation;

import io.mcpspring.Internal;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationView;
import io.micrometer.tracing.Link;
import io.micrometer.tracing.Span;
import io.micrometer.tracing.Tracer;
import io.micrometer.tracing.handler.PropagatingReceiverTracingObservationHandler;
import io.micrometer.tracing.handler.TracingObservationHandler;
import io.micrometer.tracing.propagation.Propagator;
import java.util.Optional;

/**
 * Creates the spans of requests. The parent of a span is the one that {@code _meta} names, and the span has a link to
 * the span of the HTTP request; without {@code _meta} the span of the HTTP request is the parent.
 */
// Delegates to Micrometer's handler, because Spring Boot does not create its own if there is a bean of that type.
@Internal
public final class RequestTracing implements TracingObservationHandler<McpServerObservationContext> {

    private final Receiver receiver;

    public RequestTracing(Tracer tracer, Propagator propagator) {
        this.receiver = new Receiver(tracer, propagator);
    }

    @Override
    public boolean supportsContext(Observation.Context context) {
        return context instanceof McpServerObservationContext;
    }

    @Override
    public Tracer getTracer() {
        return receiver.getTracer();
    }

    @Override
    public void onStart(McpServerObservationContext context) {
        receiver.onStart(context);
    }

    @Override
    public void onError(McpServerObservationContext context) {
        receiver.onError(context);
    }

    @Override
    public void onStop(McpServerObservationContext context) {
        receiver.onStop(context);
    }

    private static final class Receiver
            extends PropagatingReceiverTracingObservationHandler<McpServerObservationContext> {

        Receiver(Tracer tracer, Propagator propagator) {
            super(tracer, propagator);
        }

        @Override
        public Span.Builder customizeExtractedSpan(McpServerObservationContext context, Span.Builder builder) {
            return httpSpan(context)
                    .map(http ->
                            context.isTraced() ? builder.addLink(new Link(http)) : builder.setParent(http.context()))
                    .orElse(builder);
        }

        private static Optional<Span> httpSpan(McpServerObservationContext context) {
            ObservationView parent = context.getParentObservation();
            return Optional.ofNullable(parent)
                    .map(http -> http.getContextView().<TracingContext>get(TracingContext.class))
                    .map(TracingContext::getSpan);
        }

        @Override
        public void tagSpan(McpServerObservationContext context, Span span) {
            SpanAttributes.write(context, span);
        }
    }
}
