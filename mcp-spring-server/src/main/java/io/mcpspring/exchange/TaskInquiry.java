package io.mcpspring.exchange;

import io.mcpspring.protocol.InputRequiredResult;
import java.util.List;
import java.util.Optional;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;

/**
 * Asks for a call that may become a task. Questions asked by waiting go through the task; an {@link InputRequired}
 * returned before the task exists goes through the request.
 */
final class TaskInquiry implements Inquiry {

    private final Inquiry ofRequest;

    private final Inquiry ofTask;

    private final TaskChannel channel;

    TaskInquiry(Inquiry ofRequest, Inquiry ofTask, TaskChannel channel) {
        this.ofRequest = ofRequest;
        this.ofTask = ofTask;
        this.channel = channel;
    }

    @Override
    public Mono<Answers> ask(List<Question<?>> questions) {
        return ofTask.ask(questions);
    }

    @Override
    public Mono<Void> require(InputRequired input) {
        return Mono.defer(() -> channel.keepAsRequest() ? ofRequest.require(input) : ofTask.require(input));
    }

    @Override
    public Optional<JsonNode> answer(String key) {
        return ofTask.answer(key).or(() -> ofRequest.answer(key));
    }

    @Override
    public <A> Optional<A> answer(Question<A> question) {
        return ofTask.answer(question).or(() -> sentWithRequest(question));
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
    public Optional<JsonNode> unaskedAnswer(String key) {
        return ofRequest.unaskedAnswer(key);
    }

    @Override
    public boolean hasLargeAnswers() {
        return ofTask.hasLargeAnswers() || ofRequest.hasLargeAnswers();
    }

    @Override
    public Optional<String> state() {
        return ofTask.state().or(ofRequest::state);
    }

    @Override
    public boolean endsRequest() {
        return !channel.isTask() && ofRequest.endsRequest();
    }

    @Override
    public InputRequiredResult ending() {
        return ofRequest.ending();
    }
}
