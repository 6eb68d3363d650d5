package io.mcpspring.transport;

import io.mcpspring.protocol.JsonRpcResponse;
import io.mcpspring.server.StreamEvent;
import java.util.Map;
import java.util.function.Function;
import org.springframework.http.HttpStatus;
import reactor.core.publisher.Flux;

/** What an era answers to a request of HTTP. */
sealed interface Reply {

    /** A status and nothing else. */
    record Empty(HttpStatus status) implements Reply {}

    /**
     * Some responses, and perhaps messages before them, which make a stream of the reply.
     *
     * @param headers headers of the protocol
     * @param responses how many responses there will be, if none of the requests is cancelled
     * @param batch whether the responses belong into an array
     * @param events the messages; cancelling them means that nobody listens any more
     * @param status the HTTP status of a response that is sent alone
     * @param taken run whenever the client has taken a response
     */
    record Responses(
            Map<String, String> headers,
            int responses,
            boolean batch,
            Flux<StreamEvent> events,
            Function<JsonRpcResponse, HttpStatus> status,
            Runnable taken)
            implements Reply {

        /** The same without the events, for what lasts as long as they come. */
        Responses withoutEvents() {
            return new Responses(headers, responses, batch, Flux.empty(), status, taken);
        }
    }

    /** A stream in any case. */
    record Stream(Flux<StreamEvent> events) implements Reply {}
}
