package io.mcpspring.observation;

import io.mcpspring.protocol.InputRequest;
import io.micrometer.observation.transport.Kind;
import io.micrometer.observation.transport.SenderContext;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** A question to a client. Its carrier is the {@code _meta} of the question, which gets the trace. */
final class QuestionContext extends SenderContext<ObjectNode> {

    /** Not {@code baggage}, which may contain what is not meant for clients. */
    private static final Set<String> PROPAGATED = Set.of("traceparent", "tracestate");

    QuestionContext() {
        super(QuestionContext::propagate, Kind.CLIENT);
        setCarrier(JsonNodeFactory.instance.objectNode());
    }

    private static void propagate(@Nullable ObjectNode meta, String key, String value) {
        if (meta != null && PROPAGATED.contains(key)) {
            meta.put(key, value);
        }
    }

    /** Returns a question with the trace, if there is one. */
    InputRequest traced(InputRequest question) {
        ObjectNode trace = Objects.requireNonNull(getCarrier());
        if (trace.isEmpty()) {
            return question;
        }
        ObjectNode params = JsonNodeFactory.instance.objectNode();
        params.setAll(question.params());
        params.set("_meta", trace);
        return new InputRequest(question.method(), params);
    }
}
