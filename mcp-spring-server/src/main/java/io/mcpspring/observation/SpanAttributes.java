package io.mcpspring.observation;

import io.micrometer.common.KeyValue;
import io.micrometer.observation.Observation;
import io.micrometer.tracing.Span;

/** The attributes of spans. Those that do not apply are absent; only meters need them. */
final class SpanAttributes {

    private SpanAttributes() {}

    static void write(Observation.Context context, Span span) {
        for (KeyValue attribute : context.getAllKeyValues()) {
            if (!attribute.getValue().equals(KeyValue.NONE_VALUE)) {
                span.tag(attribute.getKey(), attribute.getValue());
            }
        }
    }
}
