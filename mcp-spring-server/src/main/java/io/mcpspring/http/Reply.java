package io.mcpspring.http;

import io.mcpspring.http.McpHttpResponse.Events;
import io.mcpspring.http.McpHttpResponse.Whole;
import io.mcpspring.memory.RequestMemory;
import io.mcpspring.protocol.JsonRpcError;
import io.mcpspring.server.StreamEvent;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import reactor.core.publisher.Flux;

/**
 * The form of the reply to a POST with requests: {@code application/json} if no message has to be sent before the
 * response, otherwise a stream of events. If all requests were cancelled, the reply is an empty stream, or 202 if the
 * client does not accept streams. Kept until the response ends, other than the work and its request.
 *
 * @param headers headers of the protocol
 * @param status the HTTP status of a response with this error code, which is 0 without an error
 * @param accepts the media types that the client accepts
 * @param challenge returns the challenge for a caller who lacks some of these scopes
 * @param memory the memory of the request, which knows that of the response
 */
record Reply(
        Map<String, String> headers,
        IntFunction<HttpStatus> status,
        Accepts accepts,
        Function<List<String>, String> challenge,
        RequestMemory memory) {

    private static final Map<String, String> JSON = Map.of(HttpHeaders.CONTENT_TYPE, MediaType.APPLICATION_JSON_VALUE);

    private static final Map<String, String> STREAM = Map.of(
            "Content-Type", "text/event-stream",
            "Cache-Control", "no-cache, no-transform",
            "X-Accel-Buffering", "no");

    /** Returns a reply that is always a stream. */
    static McpHttpResponse stream(Flux<StreamEvent> events, RequestMemory memory) {
        return new Events(STREAM, events, first -> null, null, memory);
    }

    /**
     * Returns the reply.
     *
     * @param events the messages; they are cancelled when the client disconnects
     * @param onStream run when the reply becomes a stream without a message, and perhaps again when it is one
     */
    McpHttpResponse response(Flux<StreamEvent> events, Runnable onStream) {
        return new Events(with(STREAM), events, this::whole, accepts.stream() ? onStream : null, memory);
    }

    private @Nullable Whole whole(@Nullable StreamEvent first) {
        if (first == null) {
            return accepts.stream() ? null : new Whole(HttpStatus.ACCEPTED, headers, null);
        }
        if (!(first instanceof StreamEvent.Message response) || !response.isResponse()) {
            return null;
        }
        if (!response.requiredScopes().isEmpty()) {
            String required = challenge.apply(response.requiredScopes());
            return error(HttpStatus.FORBIDDEN, HttpHeaders.WWW_AUTHENTICATE, required, response);
        }
        if (response.errorCode() == JsonRpcError.UNAVAILABLE) {
            String seconds = RequestRefusedException.RETRY_AFTER_SECONDS;
            return error(HttpStatus.SERVICE_UNAVAILABLE, HttpHeaders.RETRY_AFTER, seconds, response);
        }
        HttpStatus found = status.apply(response.errorCode());
        // An error status has a JSON body for all clients, like the refusal of an unread request.
        return accepts.json() || found.isError() ? new Whole(found, with(JSON), response.json()) : null;
    }

    private Whole error(HttpStatus found, String header, String value, StreamEvent.Message response) {
        Map<String, String> all = new HashMap<>(with(JSON));
        all.put(header, value);
        return new Whole(found, all, response.json());
    }

    private Map<String, String> with(Map<String, String> ofBody) {
        if (headers.isEmpty()) {
            return ofBody;
        }
        Map<String, String> all = new HashMap<>(headers);
        all.putAll(ofBody);
        return all;
    }
}
