package io.mcpspring.http;

import io.mcpspring.protocol.JsonRpcError;
import io.mcpspring.protocol.McpProtocolException;
import io.mcpspring.protocol.RequestId;
import io.mcpspring.server.Refusals;
import io.mcpspring.session.SessionRefusedException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;

/** Refuses a request before it is dispatched, with an HTTP status and a JSON-RPC error as the body. */
final class Refusal extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private static final String RETRY_AFTER_SECONDS = "5";

    private final HttpStatus status;

    private final transient JsonRpcError error;

    private final transient @Nullable RequestId id;

    private final transient Map<String, String> headers;

    private transient Refusals.@Nullable Reason reason;

    Refusal(HttpStatus status, JsonRpcError error, @Nullable RequestId id) {
        this(
                status,
                error,
                id,
                status == HttpStatus.SERVICE_UNAVAILABLE || status == HttpStatus.TOO_MANY_REQUESTS
                        ? Map.of(HttpHeaders.RETRY_AFTER, RETRY_AFTER_SECONDS)
                        : Map.of());
    }

    private Refusal(HttpStatus status, JsonRpcError error, @Nullable RequestId id, Map<String, String> headers) {
        super(error.message(), null, false, false);
        this.status = status;
        this.error = error;
        this.id = id;
        this.headers = headers;
    }

    /** Refuses an HTTP method, and lists the allowed ones: 405. */
    static Refusal methodNotAllowed(List<HttpMethod> allowed) {
        String names = allowed.stream().map(HttpMethod::name).collect(Collectors.joining(", "));
        return new Refusal(
                HttpStatus.METHOD_NOT_ALLOWED,
                new JsonRpcError(JsonRpcError.INVALID_REQUEST, "The HTTP method is not allowed: send messages by POST"),
                null,
                Map.of(HttpHeaders.ALLOW, names));
    }

    /** Refuses a request that a session cannot serve: 400, 429 or 503. */
    static Refusal of(SessionRefusedException refused) {
        return switch (refused.reason()) {
            case SERVER_LIMIT ->
                of(HttpStatus.SERVICE_UNAVAILABLE, refused.getMessage()).because(Refusals.Reason.LIMIT);
            case CLIENT_LIMIT ->
                of(HttpStatus.TOO_MANY_REQUESTS, refused.getMessage()).because(Refusals.Reason.LIMIT);
            case UNKNOWN_EVENT -> of(HttpStatus.BAD_REQUEST, refused.getMessage());
        };
    }

    /** Refuses a request beyond a rate: 429, with the time after which the client may repeat it. */
    static Refusal tooMany(String problem, long seconds, RequestId id) {
        return new Refusal(
                        HttpStatus.TOO_MANY_REQUESTS,
                        new JsonRpcError(JsonRpcError.INVALID_REQUEST, problem + ". Try again in " + seconds + " s."),
                        id,
                        Map.of(HttpHeaders.RETRY_AFTER, String.valueOf(seconds)))
                .because(Refusals.Reason.LIMIT);
    }

    /** Refuses a request that is not a valid request of the protocol: -32600. */
    static Refusal of(HttpStatus status, String message) {
        return new Refusal(status, new JsonRpcError(JsonRpcError.INVALID_REQUEST, message), null);
    }

    /**
     * Refuses a request whose body has not been read completely because it is beyond a limit, and closes its
     * connection: the rest of the body would be read as the next request.
     */
    static Refusal unread(HttpStatus status, String message) {
        return closing(status, message).because(Refusals.Reason.LIMIT);
    }

    /** Refuses a request whose body cannot be read, and closes its connection: 400. */
    static Refusal unreadable(String message) {
        return closing(HttpStatus.BAD_REQUEST, message);
    }

    private static Refusal closing(HttpStatus status, String message) {
        Refusal refusal = of(status, message);
        Map<String, String> headers = new HashMap<>(refusal.headers);
        headers.put(HttpHeaders.CONNECTION, "close");
        return new Refusal(status, refusal.error, null, headers);
    }

    static Refusal badRequest(String message, @Nullable RequestId id) {
        return new Refusal(HttpStatus.BAD_REQUEST, new JsonRpcError(JsonRpcError.INVALID_REQUEST, message), id);
    }

    static Refusal badRequest(McpProtocolException failure, @Nullable RequestId id) {
        return new Refusal(HttpStatus.BAD_REQUEST, failure.error(), id);
    }

    /** Sets the reason for which the refusal concerns the security of the server. */
    Refusal because(Refusals.Reason reason) {
        this.reason = reason;
        return this;
    }

    /** Returns the reason for which the refusal concerns the security of the server; {@code null} if it does not. */
    Refusals.@Nullable Reason reason() {
        return reason;
    }

    HttpStatus status() {
        return status;
    }

    /** The headers of the response. */
    Map<String, String> headers() {
        return headers;
    }

    JsonRpcError error() {
        return error;
    }

    @Nullable
    RequestId id() {
        return id;
    }
}
