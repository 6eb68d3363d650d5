package io.mcpspring.observation;

import io.mcpspring.Internal;
import io.micrometer.common.KeyValue;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationView;
import io.micrometer.tracing.Link;
import io.micrometer.tracing.Span;
import io.micrometer.tracing.Tracer;
import io.micrometer.tracing.handler.PropagatingReceiverTracingObservationHandler;
import io.micrometer.tracing.handler.PropagatingSenderTracingObservationHandler;
import io.micrometer.tracing.handler.TracingObservationHandler;
import io.micrometer.tracing.propagation.Propagator;

/**
 * Creates the spans of requests and questions. The parent of a request's span is the one that {@code _meta} names, and
 * the span has a link to the span of the HTTP request; without {@code _meta} the span of the HTTP request is the
 * parent. The client gets the trace of a question in {@code _meta}.
 */
// Contains Micrometer's handlers, because Spring Boot does not create its own if there are beans of these types.
@Internal
public final class MessageTracing extends ObservationHandler.FirstMatchingCompositeObservationHandler
        implements TracingObservationHandler<Observation.Context> {

    private final Tracer tracer;

    public MessageTracing(Tracer tracer, Propagator propagator) {
        super(new Requests(tracer, propagator), new Questions(tracer, propagator));
        this.tracer = tracer;
    }

    @Override
    public boolean supportsContext(Observation.Context context) {
        return context instanceof McpServerObservationContext || context instanceof QuestionContext;
    }

    @Override
    public Tracer getTracer() {
        return tracer;
    }

    /** Writes the attributes of a span. Those that do not apply are absent; only meters need them. */
    private static void write(Observation.Context context, Span span) {
        for (KeyValue attribute : context.getAllKeyValues()) {
            if (!attribute.getValue().equals(KeyValue.NONE_VALUE)) {
                span.tag(attribute.getKey(), attribute.getValue());
            }
        }
    }

    private static final class Requests
            extends PropagatingReceiverTracingObservationHandler<McpServerObservationContext> {

        Requests(Tracer tracer, Propagator propagator) {
            super(tracer, propagator);
        }

        @Override
        public Span.Builder customizeExtractedSpan(McpServerObservationContext context, Span.Builder builder) {
            ObservationView parent = context.getParentObservation();
            TracingContext tracing =
                    parent == null ? null : parent.getContextView().get(TracingContext.class);
            Span http = tracing == null ? null : tracing.getSpan();
            if (http == null) {
                return builder;
            }
            return context.isTraced() ? builder.addLink(new Link(http)) : builder.setParent(http.context());
        }

        @Override
        public void tagSpan(McpServerObservationContext context, Span span) {
            write(context, span);
        }
    }

    private static final class Questions extends PropagatingSenderTracingObservationHandler<QuestionContext> {

        Questions(Tracer tracer, Propagator propagator) {
            super(tracer, propagator);
        }

        @Override
        public void tagSpan(QuestionContext context, Span span) {
            write(context, span);
        }
    }
}
