package io.mcpspring.observation;

import io.mcpspring.exchange.McpClientCapabilityException;
import io.mcpspring.protocol.InputRequest;
import io.mcpspring.protocol.JsonRpcError;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.protocol.RequestId;
import io.micrometer.observation.transport.Kind;
import io.micrometer.observation.transport.SenderContext;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** A question to a client. Its carrier is the {@code _meta} of the question, which gets the trace. */
final class QuestionContext extends SenderContext<ObjectNode> {

    /** Not {@code baggage}, which may contain what is not meant for clients. */
    private static final Set<String> PROPAGATED = Set.of("traceparent", "tracestate");

    private static final int REJECTED_BY_USER = -1;

    /** Others do not become values of a tag, because clients choose the codes. */
    private static final Set<Integer> KNOWN_CODES = Set.of(
            JsonRpcError.PARSE_ERROR,
            JsonRpcError.INVALID_REQUEST,
            JsonRpcError.METHOD_NOT_FOUND,
            JsonRpcError.INVALID_PARAMS,
            JsonRpcError.INTERNAL_ERROR,
            REJECTED_BY_USER);

    private static final String OTHER = "_OTHER";

    private final InputRequest question;

    private final ProtocolVersion version;

    private volatile @Nullable RequestId id;

    private volatile @Nullable Throwable failure;

    QuestionContext(InputRequest question, ProtocolVersion version) {
        super(QuestionContext::propagate, Kind.CLIENT);
        this.question = question;
        this.version = version;
        setCarrier(JsonNodeFactory.instance.objectNode());
    }

    private static void propagate(@Nullable ObjectNode meta, String key, String value) {
        if (meta != null && PROPAGATED.contains(key)) {
            meta.put(key, value);
        }
    }

    String method() {
        return question.method();
    }

    ProtocolVersion version() {
        return version;
    }

    /** Returns the id of the question; {@code null} if it was not sent, or belongs to a task. */
    @Nullable
    RequestId id() {
        return id;
    }

    void sent(RequestId id) {
        this.id = id;
    }

    void fail(Throwable failure) {
        this.failure = failure;
    }

    /** Returns the code of the JSON-RPC error with which the client answered; empty if there is none. */
    Optional<String> errorCode() {
        return failure instanceof McpClientCapabilityException refusal
                ? refusal.errorCode().stream()
                        .mapToObj(code -> KNOWN_CODES.contains(code) ? Integer.toString(code) : OTHER)
                        .findFirst()
                : Optional.empty();
    }

    /** Returns why there is no answer, in the terms of OpenTelemetry; empty if there is one. */
    Optional<String> errorType() {
        return Optional.ofNullable(failure)
                .map(cause -> errorCode().orElse(cause instanceof TimeoutException ? "timeout" : OTHER));
    }

    /** Returns the question with the trace, if there is one. */
    InputRequest traced() {
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
