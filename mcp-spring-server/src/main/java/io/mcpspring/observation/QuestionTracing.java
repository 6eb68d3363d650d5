package io.mcpspring.observation;

import io.mcpspring.Internal;
import io.micrometer.observation.Observation;
import io.micrometer.tracing.Span;
import io.micrometer.tracing.Tracer;
import io.micrometer.tracing.handler.PropagatingSenderTracingObservationHandler;
import io.micrometer.tracing.handler.TracingObservationHandler;
import io.micrometer.tracing.propagation.Propagator;

/** Creates the spans of questions, whose trace the client gets in {@code _meta}. */
// Delegates to Micrometer's handler, because Spring Boot does not create its own if there is a bean of that type.
@Internal
public final class QuestionTracing implements TracingObservationHandler<Observation.Context> {

    private final Sender sender;

    public QuestionTracing(Tracer tracer, Propagator propagator) {
        this.sender = new Sender(tracer, propagator);
    }

    @Override
    public boolean supportsContext(Observation.Context context) {
        return context instanceof QuestionContext;
    }

    @Override
    public Tracer getTracer() {
        return sender.getTracer();
    }

    @Override
    public void onStart(Observation.Context context) {
        sender.onStart((QuestionContext) context);
    }

    @Override
    public void onError(Observation.Context context) {
        sender.onError((QuestionContext) context);
    }

    @Override
    public void onStop(Observation.Context context) {
        sender.onStop((QuestionContext) context);
    }

    private static final class Sender extends PropagatingSenderTracingObservationHandler<QuestionContext> {

        Sender(Tracer tracer, Propagator propagator) {
            super(tracer, propagator);
        }

        @Override
        public void tagSpan(QuestionContext context, Span span) {
            SpanAttributes.write(context, span);
        }
    }
}
