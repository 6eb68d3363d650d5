package io.mcpspring.http;

import io.mcpspring.http.McpHttpResponse.Whole;
import io.mcpspring.protocol.JsonRpcError;
import io.mcpspring.protocol.JsonRpcResponse;
import io.mcpspring.protocol.McpJson;
import io.mcpspring.protocol.RequestId;
import io.mcpspring.server.ListeningStreams;
import io.mcpspring.server.Refusals;
import io.mcpspring.session.SessionRefusedException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;

/** Refuses a request before it is dispatched, with an HTTP status and a JSON-RPC error as the body. */
final class RequestRefusedException extends RuntimeException {

    static final String RETRY_AFTER_SECONDS = "5";

    private final HttpStatus status;

    private final transient JsonRpcError error;

    private final transient Map<String, String> headers = new HashMap<>();

    private transient @Nullable RequestId id;

    /** The reason for which the refusal concerns the security of the server; {@code null} if it does not. */
    transient Refusals.@Nullable Reason reason;

    RequestRefusedException(HttpStatus status, JsonRpcError error) {
        super(error.message(), null, false, false);
        this.status = status;
        this.error = error;
        if (status == HttpStatus.SERVICE_UNAVAILABLE || status == HttpStatus.TOO_MANY_REQUESTS) {
            headers.put(HttpHeaders.RETRY_AFTER, RETRY_AFTER_SECONDS);
        }
    }

    /** Refuses a request that a session cannot serve: 400, 429 or 503. */
    static RequestRefusedException of(SessionRefusedException refused) {
        String text = String.valueOf(refused.getMessage());
        if (refused.limit() == null) {
            return badRequest(text);
        }
        return refused.limit() == ListeningStreams.Exceeded.ALL
                ? busy(text)
                : of(HttpStatus.TOO_MANY_REQUESTS, text).because(Refusals.Reason.LIMIT);
    }

    /** Refuses a request that is not a valid request of the protocol: -32600. */
    static RequestRefusedException of(HttpStatus status, String message) {
        return new RequestRefusedException(status, new JsonRpcError(JsonRpcError.INVALID_REQUEST, message));
    }

    /** Refuses a request for which the server has no memory at present: 503. */
    static RequestRefusedException busy(String message) {
        return of(HttpStatus.SERVICE_UNAVAILABLE, message).because(Refusals.Reason.LIMIT);
    }

    static RequestRefusedException badRequest(String message) {
        return of(HttpStatus.BAD_REQUEST, message);
    }

    /** Sets the id of the request, by which its sender recognises the error. */
    RequestRefusedException to(@Nullable RequestId request) {
        this.id = request;
        return this;
    }

    /** Closes the connection, because the rest of a body that was not read would be read as the next request. */
    RequestRefusedException closing() {
        return with(HttpHeaders.CONNECTION, "close");
    }

    /** Sets a header of the response. */
    RequestRefusedException with(String header, String value) {
        headers.put(header, value);
        return this;
    }

    /** Sets the reason for which the refusal concerns the security of the server. */
    RequestRefusedException because(Refusals.Reason reason) {
        this.reason = reason;
        return this;
    }

    /** Returns the error for the client. */
    JsonRpcResponse.Failure failure() {
        return new JsonRpcResponse.Failure(id, error);
    }

    /** Returns the response to the request. */
    Whole response() {
        Map<String, String> all = new LinkedHashMap<>(headers);
        all.put(HttpHeaders.CONTENT_TYPE, MediaType.APPLICATION_JSON_VALUE);
        return new Whole(status, all, McpJson.write(failure()));
    }
}
