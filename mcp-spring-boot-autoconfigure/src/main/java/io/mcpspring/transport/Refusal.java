package io.mcpspring.transport;

import io.mcpspring.protocol.JsonRpcError;
import io.mcpspring.protocol.McpProtocolException;
import io.mcpspring.protocol.RequestId;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;

/** A request that is turned away at the door, with an HTTP status and a JSON-RPC error as the body. */
final class Refusal extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final HttpStatus status;

    private final transient JsonRpcError error;

    private final transient @Nullable RequestId id;

    Refusal(HttpStatus status, JsonRpcError error, @Nullable RequestId id) {
        super(error.message(), null, false, false);
        this.status = status;
        this.error = error;
        this.id = id;
    }

    /** A refusal of something that is no request of the protocol: -32600. */
    static Refusal of(HttpStatus status, String message) {
        return new Refusal(status, new JsonRpcError(JsonRpcError.INVALID_REQUEST, message), null);
    }

    static Refusal badRequest(String message, @Nullable RequestId id) {
        return new Refusal(HttpStatus.BAD_REQUEST, new JsonRpcError(JsonRpcError.INVALID_REQUEST, message), id);
    }

    static Refusal badRequest(McpProtocolException failure, @Nullable RequestId id) {
        return new Refusal(HttpStatus.BAD_REQUEST, failure.error(), id);
    }

    HttpStatus status() {
        return status;
    }

    JsonRpcError error() {
        return error;
    }

    @Nullable
    RequestId id() {
        return id;
    }
}
