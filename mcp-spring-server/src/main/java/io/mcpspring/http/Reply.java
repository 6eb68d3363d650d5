package io.mcpspring.http;

import io.mcpspring.server.StreamEvent;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import org.springframework.http.HttpStatus;
import reactor.core.publisher.Flux;

/** The reply of an era to an HTTP request. */
sealed interface Reply {

    /** A status without a body. */
    record Empty(HttpStatus status) implements Reply {}

    /**
     * A response. Messages before it turn the reply into a stream.
     *
     * @param form the form of the HTTP response
     * @param begin begins the work; called on subscription to the reply
     */
    record Response(Form form, Supplier<Work> begin) implements Reply {}

    /**
     * The form of an HTTP response, which is kept until the response ends, other than the work and its request.
     *
     * @param headers headers of the protocol
     * @param status the HTTP status of a response with this error code, which is 0 without an error
     */
    record Form(Map<String, String> headers, IntFunction<HttpStatus> status) {}

    /**
     * The work for a response.
     *
     * @param events the messages; they are cancelled when the client disconnects
     * @param onStream run when the reply becomes a stream without a message, and perhaps again when it is one
     */
    record Work(Flux<StreamEvent> events, Runnable onStream) {}

    /** A reply that is always a stream. */
    record Stream(Flux<StreamEvent> events) implements Reply {}
}
