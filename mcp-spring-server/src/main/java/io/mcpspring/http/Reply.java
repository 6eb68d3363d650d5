package io.mcpspring.http;

import io.mcpspring.server.StreamEvent;
import java.util.Map;
import java.util.function.IntFunction;
import org.springframework.http.HttpStatus;
import reactor.core.publisher.Flux;

/** The reply of an era to an HTTP request. */
sealed interface Reply {

    /** A status without a body. */
    record Empty(HttpStatus status) implements Reply {}

    /**
     * Responses. Messages before them turn the reply into a stream.
     *
     * @param headers headers of the protocol
     * @param responses number of responses if no request is cancelled
     * @param batch whether the responses are sent as an array
     * @param events the messages; they are cancelled when the client disconnects
     * @param status the HTTP status of a single response with this error code, which is 0 without an error
     * @param onAccepted run whenever the connection has accepted a response
     * @param onStream run when the reply becomes a stream, and perhaps again when it is one
     */
    record Responses(
            Map<String, String> headers,
            int responses,
            boolean batch,
            Flux<StreamEvent> events,
            IntFunction<HttpStatus> status,
            Runnable onAccepted,
            Runnable onStream)
            implements Reply {

        /** Returns a copy without events, so that their memory can be released earlier. */
        Responses withoutEvents() {
            return new Responses(headers, responses, batch, Flux.empty(), status, onAccepted, onStream);
        }
    }

    /** A reply that is always a stream. */
    record Stream(Flux<StreamEvent> events) implements Reply {}
}
