package io.mcpspring.exchange;

import io.mcpspring.protocol.InputRequest;
import io.mcpspring.protocol.JsonRpcMessage;
import java.util.Optional;
import java.util.function.Consumer;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;

/**
 * Asks for a call that may become a task. Questions asked by waiting go through the task; an {@link InputRequired}
 * returned before the task exists goes through the request.
 */
final class TaskQuestions extends WaitingQuestions {

    private final ClientQuestions ofRequest;

    private final TaskChannel channel;

    TaskQuestions(Exchange exchange, ClientQuestions ofRequest, TaskChannel channel) {
        super(exchange, ofRequest.asking);
        this.ofRequest = ofRequest;
        this.channel = channel;
    }

    @Override
    Mono<JsonNode> deliver(InputRequest request, Consumer<JsonRpcMessage> stream) {
        return channel.ask(request);
    }

    @Override
    Mono<Void> require(InputRequired input) {
        return Mono.defer(() -> channel.keepAsRequest() ? ofRequest.require(input) : super.require(input));
    }

    @Override
    Optional<JsonNode> answer(String key) {
        return super.answer(key).or(() -> ofRequest.answer(key));
    }

    @Override
    <A> Optional<A> answer(Question<A> question) {
        return super.answer(question).or(() -> sentWithRequest(question));
    }

    private <A> Optional<A> sentWithRequest(Question<A> question) {
        try {
            return ofRequest.answer(question);
        } catch (InputAwaited wrongAnswer) {
            if (!channel.keepAsRequest()) {
                // The request has been answered, so that its error becomes the error of the task.
                ofRequest.ending();
            }
            throw wrongAnswer;
        }
    }

    @Override
    Optional<JsonNode> unaskedAnswer(String key) {
        return ofRequest.unaskedAnswer(key);
    }

    @Override
    Optional<String> state() {
        return super.state().or(ofRequest::state);
    }

    @Override
    boolean endsRequest() {
        return !channel.isTask() && ofRequest.endsRequest();
    }
}
