package io.mcpspring.exchange;

import io.mcpspring.Internal;
import io.mcpspring.protocol.InputRequest;
import io.mcpspring.protocol.JsonRpcMessage;
import io.mcpspring.protocol.JsonRpcNotification;
import io.mcpspring.protocol.LoggingLevel;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;

/** What can be said to the client while its request is served; each era has its own way. */
@Internal
public interface ClientChannel {

    /** Whether messages can be sent before the response. */
    boolean acceptsStream();

    /** The lowest level at which the client wants log messages, if it wants any. */
    Optional<LoggingLevel> logLevel();

    /**
     * Asks the client and waits for its answer; for revisions in which servers send requests.
     *
     * @param stream sends messages on the stream of the client's own request
     * @return the client's result, or a {@link McpClientCapabilityException}
     */
    Mono<JsonNode> ask(InputRequest question, Consumer<JsonRpcMessage> stream);

    /** Sends a notification after the response, if the client listens for what belongs to no request. */
    default void sendAfterwards(JsonRpcNotification notification) {
        // Without a session there is no way to the client any more.
    }

    /** Lets the client come back for the rest, if its revision can; otherwise nothing happens. */
    void closeStream(Duration retryAfter);
}
