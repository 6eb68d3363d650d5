package io.mcpspring.observation;

import io.mcpspring.exchange.ClientChannel;
import io.mcpspring.exchange.McpClientCapabilityException;
import io.mcpspring.protocol.InputRequest;
import io.mcpspring.protocol.JsonRpcMessage;
import io.mcpspring.protocol.JsonRpcRequest;
import io.mcpspring.protocol.ProtocolVersion;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.observation.contextpropagation.ObservationThreadLocalAccessor;
import java.util.function.Consumer;
import org.springframework.util.StringUtils;
import reactor.core.publisher.Mono;
import reactor.util.context.ContextView;
import tools.jackson.databind.JsonNode;

/** Creates one observation for each question to a client. Its parent is the current observation of the method. */
record ObservedQuestions(ObservationRegistry registry) implements ClientChannel.QuestionObserver {

    private static final QuestionConvention CONVENTION = new QuestionConvention();

    @Override
    public Mono<JsonNode> observe(
            InputRequest question, ProtocolVersion version, Consumer<JsonRpcMessage> stream, Sending sending) {
        return Mono.deferContextual(outer -> {
            QuestionContext context = new QuestionContext(question, version);
            SafeObservation observation = new SafeObservation("a question to a client", () -> create(context, outer));
            if (observation.isNoop()) {
                return sending.of(question, stream);
            }
            observation.start();
            return sending.of(context.traced(), message -> {
                        if (message instanceof JsonRpcRequest sent) {
                            context.sent(sent.id());
                        }
                        stream.accept(message);
                    })
                    // Before the answer is passed on, so that the rest of the method does not count.
                    .doOnNext(answer -> observation.stop())
                    .doOnError(failure -> {
                        fail(observation, context, failure);
                        observation.stop();
                    })
                    .doOnCancel(observation::stop);
        });
    }

    private Observation create(QuestionContext context, ContextView outer) {
        Observation observation = Observation.createNotStarted(CONVENTION, () -> context, registry);
        // A blocking method has no Reactor context, but its observation is that of its thread, which is the default.
        outer.<Observation>getOrEmpty(ObservationThreadLocalAccessor.KEY).ifPresent(observation::parentObservation);
        return observation;
    }

    // The client chooses the text of its error, so it may be long.
    private static void fail(SafeObservation observation, QuestionContext context, Throwable failure) {
        context.fail(failure);
        observation.fail(new FailedRequestException(
                failure instanceof McpClientCapabilityException refusal
                        ? StringUtils.truncate(refusal.getMessage())
                        : context.errorType().orElseThrow()));
    }
}
