package io.mcpspring.exchange;

import io.mcpspring.protocol.InputRequiredResult;
import io.mcpspring.protocol.McpProtocolException;
import java.util.List;
import java.util.Optional;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;

/** The way of a tool's questions to the client, and of the answers back. */
sealed interface Inquiry permits Conversation, Replay, TaskInquiry {

    /**
     * Ends a run that will be repeated with the client's answers. Not a failure; an error, so that handlers of
     * exceptions do not catch it and transactions roll back.
     */
    final class InputAwaited extends Error {

        private static final long serialVersionUID = 1L;

        InputAwaited() {
            super("The run ends here, and is repeated when the client has answered a question", null, false, false);
        }
    }

    /**
     * Returns the answers, or a {@link McpClientCapabilityException}, or an {@link InputAwaited} if this run has to
     * end.
     */
    Mono<Answers> ask(List<Question<?>> questions);

    /** Completes when the tool can run again; an {@link InputAwaited} if it does so at the client's next request. */
    Mono<Void> require(InputRequired input);

    /** An answer to a question of an {@link InputRequired}. */
    Optional<JsonNode> answer(String key);

    /** The same, if the question is still the one that the client was asked. */
    <A> Optional<A> answer(Question<A> question);

    /** An answer to a question that the client was not asked in this request. */
    Optional<JsonNode> unaskedAnswer(String key);

    /** Whether the answers so far are too large to be read on a non-blocking thread. */
    boolean hasLargeAnswers();

    /** The state of an {@link InputRequired}. */
    Optional<String> state();

    /** Whether the request ends with questions, or with an error about their answers, instead of its own result. */
    boolean endsRequest();

    /**
     * Returns the questions with which the request {@linkplain #endsRequest() ends}.
     *
     * @throws McpProtocolException if the client's answers are wrong
     */
    InputRequiredResult ending();
}
