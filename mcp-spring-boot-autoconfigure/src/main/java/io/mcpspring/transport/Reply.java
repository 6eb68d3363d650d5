package io.mcpspring.transport;

import io.mcpspring.protocol.JsonRpcMessage;
import io.mcpspring.protocol.JsonRpcResponse;
import java.util.Map;
import java.util.function.Function;
import org.springframework.http.HttpStatus;
import reactor.core.publisher.Flux;

/** What an era answers to a POST. */
sealed interface Reply {

    /** A status and nothing else. */
    record Empty(HttpStatus status) implements Reply {
    }

    /**
     * Messages, of which some are the expected responses and others may come before them.
     *
     * @param headers headers of the protocol
     * @param responses how many responses there will be
     * @param batch whether the responses belong into an array
     * @param messages the messages; cancelling them means that nobody listens any more
     * @param status the HTTP status of a response that is sent alone
     */
    record Messages(Map<String, String> headers, int responses, boolean batch, Flux<JsonRpcMessage> messages,
            Function<JsonRpcResponse, HttpStatus> status) implements Reply {
    }
}
