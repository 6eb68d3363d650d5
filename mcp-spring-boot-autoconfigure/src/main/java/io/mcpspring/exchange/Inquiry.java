package io.mcpspring.exchange;

import io.mcpspring.protocol.InputRequiredResult;
import io.mcpspring.protocol.McpProtocolException;
import java.util.List;
import java.util.Optional;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;

/** How the questions of a tool reach the client, and the answers the tool. */
sealed interface Inquiry permits Conversation, Replay, TaskInquiry {

    /** The answers, or a {@link McpClientCapabilityException}, or {@link InputAwaited} if this run has to end. */
    Mono<Answers> ask(List<Question<?>> questions);

    /** Empty when the tool can run once more; {@link InputAwaited} if it will, at the client's next request. */
    Mono<Void> require(InputRequired input);

    /** An answer to a question of an {@link InputRequired}. */
    Optional<JsonNode> answer(String key);

    /** The same, if the question is still the one that the client was asked. */
    <A> Optional<A> answer(Question<A> question);

    /** An answer to a question that the client was not asked in this request. */
    Optional<JsonNode> unaskedAnswer(String key);

    /** Whether what the client has answered so far is too large to be read by an event loop. */
    boolean hasLargeAnswers();

    /** The state of an {@link InputRequired}. */
    Optional<String> state();

    /** Whether the request ends with questions, or an error about their answers, whatever else came of it. */
    boolean endsRequest();

    /**
     * What the request ends with, if it {@linkplain #endsRequest() does}.
     *
     * @throws McpProtocolException if the client's answers are wrong
     */
    InputRequiredResult ending();
}
