package io.mcpspring.http;

import io.mcpspring.http.McpHttpResponse.Events;
import io.mcpspring.http.McpHttpResponse.Whole;
import io.mcpspring.oauth.ProtectedResource;
import io.mcpspring.protocol.MessageBytes;
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
 * The reply of an era to an HTTP request: {@code application/json} if no message has to be sent before the response,
 * otherwise a stream of events. If all requests were cancelled, the reply is an empty stream, or 202 if the client does
 * not accept streams.
 */
sealed interface Reply {

    /** Returns the reply as an HTTP response. */
    McpHttpResponse response(Accepts accepts, McpHttpRequest request, ProtectedResource resource);

    /** A status without a body. */
    record Empty(HttpStatus status) implements Reply {

        @Override
        public McpHttpResponse response(Accepts accepts, McpHttpRequest request, ProtectedResource resource) {
            return Whole.empty(status);
        }
    }

    /** A reply that is always a stream. */
    record Stream(Flux<StreamEvent> events) implements Reply {

        @Override
        public McpHttpResponse response(Accepts accepts, McpHttpRequest request, ProtectedResource resource) {
            return Events.stream(STREAM, events);
        }
    }

    /**
     * A response. Messages before it turn the reply into a stream.
     *
     * @param headers headers of the protocol
     * @param status the HTTP status of a response with this error code, which is 0 without an error
     * @param events the messages; they are cancelled when the client disconnects
     * @param onStream run when the reply becomes a stream without a message, and perhaps again when it is one
     */
    record Response(
            Map<String, String> headers, IntFunction<HttpStatus> status, Flux<StreamEvent> events, Runnable onStream)
            implements Reply {

        @Override
        public McpHttpResponse response(Accepts accepts, McpHttpRequest request, ProtectedResource resource) {
            Form form =
                    new Form(headers, status, accepts, scopes -> resource.scopeChallenge(request.location(), scopes));
            return new Events(both(headers, STREAM), events, form::whole, accepts.stream(), onStream);
        }
    }

    /** The form of an HTTP response, which is kept until the response ends, other than the work and its request. */
    record Form(
            Map<String, String> headers,
            IntFunction<HttpStatus> status,
            Accepts accepts,
            Function<List<String>, String> challenge) {

        @Nullable
        Whole whole(@Nullable StreamEvent first) {
            if (first == null) {
                return accepts.stream() ? null : new Whole(HttpStatus.ACCEPTED, headers, null);
            }
            if (!(first instanceof StreamEvent.Message response) || !response.isResponse()) {
                return null;
            }
            if (!response.requiredScopes().isEmpty()) {
                return json(HttpStatus.FORBIDDEN, response.json())
                        .with(HttpHeaders.WWW_AUTHENTICATE, challenge.apply(response.requiredScopes()));
            }
            HttpStatus found = status.apply(response.errorCode());
            // An error status has a JSON body for all clients, like the refusal of an unread request.
            return accepts.json() || found.isError() ? json(found, response.json()) : null;
        }

        private Whole json(HttpStatus found, MessageBytes body) {
            return new Whole(found, both(headers, JSON), body);
        }
    }

    Map<String, String> JSON = Map.of(HttpHeaders.CONTENT_TYPE, MediaType.APPLICATION_JSON_VALUE);

    Map<String, String> STREAM = Map.of(
            HttpHeaders.CONTENT_TYPE,
            MediaType.TEXT_EVENT_STREAM_VALUE,
            HttpHeaders.CACHE_CONTROL,
            "no-cache, no-transform",
            "X-Accel-Buffering",
            "no");

    private static Map<String, String> both(Map<String, String> headers, Map<String, String> ofBody) {
        if (headers.isEmpty()) {
            return ofBody;
        }
        Map<String, String> all = new HashMap<>(headers);
        all.putAll(ofBody);
        return all;
    }
}
