package io.mcpspring.exchange;

import io.mcpspring.Internal;
import io.mcpspring.protocol.InputRequest;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;

/** A call that may become a task, and its way to the client then. */
@Internal
public interface TaskChannel {

    /** Whether the call has become a task. */
    boolean isTask();

    /**
     * Prevents that the call becomes a task, unless it is one already.
     *
     * @return whether the call ends with its request
     */
    boolean keepAsRequest();

    /** Turns the call into a task, in which the question waits for its answer. */
    Mono<JsonNode> ask(InputRequest question);
}
