package io.mcpspring.protocol;

import io.mcpspring.Internal;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.util.Assert;

/**
 * Ends a request with a JSON-RPC error. A tool throws it if the request as such cannot be served; for a failure of its
 * own work, which the model reads, it throws a {@code McpToolException}.
 *
 * <p>Code and message are sent to the client unchanged, {@code data} as the protocol's JSON mapper writes it. Codes of
 * applications lie outside -32768 to -32000; the standard codes -32700 and -32603 to -32600 may be used too.
 */
public final class McpProtocolException extends RuntimeException {

    private final transient JsonRpcError error;

    /**
     * Creates an error.
     *
     * @param code the code
     * @param message the message for the client
     * @throws IllegalArgumentException if the code is one of -32099 to -32000, which belong to the protocol
     */
    public McpProtocolException(int code, String message) {
        this(code, message, null);
    }

    /**
     * Creates an error with further information.
     *
     * @param code the code
     * @param message the message for the client
     * @param data further information for the client, or {@code null}
     * @throws IllegalArgumentException if the code is one of -32099 to -32000, which belong to the protocol
     */
    public McpProtocolException(int code, String message, @Nullable Object data) {
        this(new JsonRpcError(code, message, data));
        Assert.isTrue(!isReserved(), () -> "Error codes -32099 to -32000 belong to the protocol: " + code);
    }

    private McpProtocolException(JsonRpcError error) {
        super(error.message(), null, false, false);
        this.error = error;
    }

    /**
     * Creates an error for wrong parameters of a request: -32602.
     *
     * @param message the message for the client
     * @return the error
     */
    public static McpProtocolException invalidParams(String message) {
        return new McpProtocolException(JsonRpcError.INVALID_PARAMS, message);
    }

    /**
     * Creates an error for a caller who may not use an entry before its access token has more scopes: -32600. If
     * nothing of the response has been sent, it is the HTTP status 403 with a challenge by which clients request the
     * scopes.
     *
     * @param scopes all scopes that the operation requires, also those that the caller has; at least one
     * @return the error
     * @throws IllegalArgumentException if there are no scopes, or one of them is not a scope by RFC 6749, section 3.3
     */
    public static McpProtocolException insufficientScope(Collection<String> scopes) {
        Assert.notEmpty(scopes, "At least one scope is required");
        return new McpProtocolException(
                JsonRpcError.INVALID_REQUEST,
                "The operation requires the scopes: " + String.join(" ", scopes),
                new JsonRpcError.RequiredScopes(Scopes.copyOf(scopes)));
    }

    /**
     * A header of a modern request contradicts its body or is missing: -32020.
     *
     * @param message the message for the client
     * @return the error
     * @hidden
     */
    @Internal
    public static McpProtocolException headerMismatch(String message) {
        return new McpProtocolException(new JsonRpcError(JsonRpcError.HEADER_MISMATCH, message));
    }

    /**
     * A modern request requires a capability that its client did not declare: -32021.
     *
     * @param message the message for the client
     * @param required the missing part of the client's capabilities, as the client would have to declare it
     * @return the error
     * @hidden
     */
    @Internal
    public static McpProtocolException missingClientCapability(String message, Map<String, ?> required) {
        return new McpProtocolException(new JsonRpcError(
                JsonRpcError.MISSING_CLIENT_CAPABILITY, message, Map.of("requiredCapabilities", required)));
    }

    /**
     * The requested revision is not served: -32022.
     *
     * @param requested the requested revision
     * @param supported the revisions that are served
     * @return the error
     * @hidden
     */
    @Internal
    public static McpProtocolException unsupportedVersion(String requested, List<ProtocolVersion> supported) {
        return new McpProtocolException(new JsonRpcError(
                JsonRpcError.UNSUPPORTED_PROTOCOL_VERSION,
                "Protocol version not supported",
                Map.of("requested", requested, "supported", supported)));
    }

    /**
     * Creates an error for a resource that does not exist: -32602 in the modern era, -32002 in the legacy era.
     *
     * @param uri the URI
     * @param version the revision of the request; see {@code McpRequestContext.protocolVersion()}
     * @return the error
     */
    public static McpProtocolException resourceNotFound(String uri, ProtocolVersion version) {
        return notFound(uri, "No such resource", version);
    }

    /**
     * Creates an error for a resource that cannot exist, with the reason.
     *
     * @param uri the URI
     * @param reason the reason, for the client
     * @param version the revision of the request; see {@code McpRequestContext.protocolVersion()}
     * @return the error
     */
    public static McpProtocolException resourceNotFound(String uri, String reason, ProtocolVersion version) {
        return notFound(uri, "No such resource: " + reason, version);
    }

    private static McpProtocolException notFound(String uri, String message, ProtocolVersion version) {
        return new McpProtocolException(new JsonRpcError(
                version.hasResourceNotFoundError() ? JsonRpcError.RESOURCE_NOT_FOUND : JsonRpcError.INVALID_PARAMS,
                message,
                Map.of("uri", uri)));
    }

    /** {@return the code of the error} */
    public int code() {
        return error.code();
    }

    /** {@return further information for the client, or {@code null}} */
    public @Nullable Object data() {
        return error.data();
    }

    /**
     * Returns the error for the client.
     *
     * @return the error
     * @hidden
     */
    @Internal
    public JsonRpcError error() {
        return error;
    }

    /**
     * Whether the code belongs to the protocol, so that only the server itself may send it.
     *
     * @return whether it does
     * @hidden
     */
    @Internal
    public boolean isReserved() {
        return code() >= -32099 && code() <= -32000;
    }
}
