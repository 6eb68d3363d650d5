package io.mcpspring.observation;

import io.mcpspring.exchange.ClientChannel;
import io.mcpspring.exchange.McpClientCapabilityException;
import io.mcpspring.observation.McpServerObservationDocumentation.HighCardinalityKeyNames;
import io.mcpspring.observation.McpServerObservationDocumentation.LowCardinalityKeyNames;
import io.mcpspring.protocol.InputRequest;
import io.mcpspring.protocol.JsonRpcError;
import io.mcpspring.protocol.JsonRpcMessage;
import io.mcpspring.protocol.JsonRpcRequest;
import io.mcpspring.protocol.ProtocolVersion;
import io.micrometer.common.KeyValue;
import io.micrometer.common.KeyValues;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.observation.contextpropagation.ObservationThreadLocalAccessor;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.springframework.util.StringUtils;
import reactor.core.publisher.Mono;
import reactor.util.context.ContextView;
import tools.jackson.databind.JsonNode;

/**
 * Creates one observation for each question to a client, by the conventions of OpenTelemetry for the sender of a
 * request. Its parent is the current observation of the method.
 */
record ObservedQuestions(ObservationRegistry registry) implements ClientChannel.QuestionObserver {

    static final String NAME = "mcp.client.operation.duration";

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

    @Override
    public Mono<JsonNode> observe(
            InputRequest question, ProtocolVersion version, Consumer<JsonRpcMessage> stream, Sending sending) {
        return Mono.deferContextual(outer -> {
            QuestionContext context = new QuestionContext();
            SafeObservation observation = new SafeObservation(
                    "a question to a client", () -> create(question.method(), version, context, outer));
            observation.start();
            return sending.of(context.traced(question), message -> {
                        // Not for a question of a task.
                        if (message instanceof JsonRpcRequest sent) {
                            context.addHighCardinalityKeyValue(HighCardinalityKeyNames.REQUEST_ID.withValue(
                                    sent.id().value().asString()));
                        }
                        stream.accept(message);
                    })
                    .doOnError(failure -> fail(observation, context, failure))
                    // Before the answer is passed on, so that the rest of the method does not count.
                    .doOnTerminate(observation::stop)
                    .doOnCancel(observation::stop);
        });
    }

    private Observation create(String method, ProtocolVersion version, QuestionContext context, ContextView outer) {
        Observation observation = Observation.createNotStarted(NAME, () -> context, registry)
                .contextualName(method)
                .lowCardinalityKeyValues(KeyValues.of(
                        LowCardinalityKeyNames.METHOD.withValue(method),
                        LowCardinalityKeyNames.PROTOCOL_VERSION.withValue(version.value()),
                        LowCardinalityKeyNames.TRANSPORT.withValue(McpServerObservationContext.TRANSPORT),
                        LowCardinalityKeyNames.NETWORK_PROTOCOL.withValue(McpServerObservationContext.PROTOCOL),
                        LowCardinalityKeyNames.STATUS_CODE.withValue(KeyValue.NONE_VALUE),
                        LowCardinalityKeyNames.ERROR_TYPE.withValue(KeyValue.NONE_VALUE)));
        // A blocking method has no Reactor context, but its observation is that of its thread, which is the default.
        outer.<Observation>getOrEmpty(ObservationThreadLocalAccessor.KEY).ifPresent(observation::parentObservation);
        return observation;
    }

    // The client chooses the text of its error, so it may be long.
    private static void fail(SafeObservation observation, QuestionContext context, Throwable failure) {
        String type = failure instanceof TimeoutException ? "timeout" : OTHER;
        String message = type;
        if (failure instanceof McpClientCapabilityException refusal) {
            message = StringUtils.truncate(refusal.getMessage());
            if (refusal.errorCode().isPresent()) {
                int code = refusal.errorCode().getAsInt();
                type = KNOWN_CODES.contains(code) ? Integer.toString(code) : OTHER;
                context.addLowCardinalityKeyValue(LowCardinalityKeyNames.STATUS_CODE.withValue(type));
            }
        }
        context.addLowCardinalityKeyValue(LowCardinalityKeyNames.ERROR_TYPE.withValue(type));
        observation.fail(new FailedRequestException(message));
    }
}
