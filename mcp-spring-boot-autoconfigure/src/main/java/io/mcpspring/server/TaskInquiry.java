package io.mcpspring.server;

import io.mcpspring.protocol.InputRequiredResult;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;

/**
 * Asks for a call that may become a task. Who waits for an answer waits in the task; what is returned to be asked before
 * there is a task is put to the client in the way of its request.
 */
final class TaskInquiry implements Inquiry {

    private final Inquiry ofRequest;

    private final Inquiry ofTask;

    private final BooleanSupplier isTask;

    TaskInquiry(Inquiry ofRequest, Inquiry ofTask, BooleanSupplier isTask) {
        this.ofRequest = ofRequest;
        this.ofTask = ofTask;
        this.isTask = isTask;
    }

    @Override
    public Mono<Answers> ask(List<Question<?>> questions) {
        return ofTask.ask(questions);
    }

    @Override
    public Mono<Void> require(InputRequired input) {
        return isTask.getAsBoolean() ? ofTask.require(input) : ofRequest.require(input);
    }

    @Override
    public Optional<JsonNode> answer(String key) {
        return ofTask.answer(key).or(() -> ofRequest.answer(key));
    }

    @Override
    public <A> Optional<A> answer(Question<A> question) {
        return ofTask.answer(question).or(() -> ofRequest.answer(question));
    }

    @Override
    public Optional<String> state() {
        return ofTask.state().or(ofRequest::state);
    }

    @Override
    public boolean endsRequest() {
        return !isTask.getAsBoolean() && ofRequest.endsRequest();
    }

    @Override
    public InputRequiredResult ending() {
        return ofRequest.ending();
    }
}
