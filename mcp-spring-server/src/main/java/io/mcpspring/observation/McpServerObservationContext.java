package io.mcpspring.observation;

import io.mcpspring.exchange.CallContext;
import io.mcpspring.exchange.McpMeta;
import io.mcpspring.exchange.RequestDetails;
import io.mcpspring.protocol.CallToolResult;
import io.mcpspring.protocol.JsonRpcError;
import io.mcpspring.protocol.JsonRpcRequest;
import io.mcpspring.protocol.JsonRpcResponse;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.protocol.RequestId;
import io.mcpspring.protocol.RequestMethod;
import io.micrometer.observation.transport.Kind;
import io.micrometer.observation.transport.ReceiverContext;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * A request of a client, as {@link McpServerObservationConvention}s and observation handlers see it. Its carrier is the
 * {@code _meta} of the request, which may contain the {@code traceparent} of the client.
 */
public final class McpServerObservationContext extends ReceiverContext<McpMeta> {

    /** The transport protocol of all messages of this server. */
    static final String TRANSPORT = "tcp";

    /** The application protocol of all messages of this server. */
    static final String PROTOCOL = "http";

    private static final String UNKNOWN_METHOD = "_OTHER";

    private static final String TOOL_ERROR = "tool_error";

    /** {@code null} if the protocol does not have it. */
    private final @Nullable RequestMethod method;

    private final RequestId id;

    private final CallContext call;

    private final RequestDetails details;

    private volatile @Nullable JsonRpcResponse response;

    McpServerObservationContext(JsonRpcRequest request, CallContext call, RequestDetails details) {
        super((meta, key) -> meta.text(key).orElse(null), Kind.SERVER);
        // Not the request: a subscription is observed until it ends, and does not keep its parameters.
        this.method = RequestMethod.of(request.method()).orElse(null);
        this.id = request.id();
        this.call = call;
        this.details = details;
        setCarrier(call.mcpMeta());
    }

    /**
     * {@return the JSON-RPC method, for instance {@code tools/call}; {@code _OTHER} if the protocol does not have it}
     */
    public String getMethod() {
        return method == null ? UNKNOWN_METHOD : method.value();
    }

    /**
     * Returns the entry that the request uses.
     *
     * @return the name of the tool or prompt, the URI of the resource, or the URI template; empty until it is known
     *     that the entry exists and that the caller may use it, and for requests that use none
     */
    public Optional<String> getEntry() {
        return Optional.ofNullable(details.entry());
    }

    Optional<String> entryOf(RequestMethod requested) {
        return method == requested ? getEntry() : Optional.empty();
    }

    /** {@return the revision of the protocol by which the request is served} */
    public ProtocolVersion getProtocolVersion() {
        return call.protocolVersion();
    }

    /** {@return the id of the request, which the client has chosen} */
    public String getRequestId() {
        return id.value().asString();
    }

    /** {@return the address of the client; empty if it is unknown} */
    public Optional<InetSocketAddress> getClientAddress() {
        return Optional.ofNullable(call.attribute(InetSocketAddress.class));
    }

    /** {@return the code of the JSON-RPC error in the response; empty if there is none, and before the response} */
    public OptionalInt getErrorCode() {
        return response instanceof JsonRpcResponse.Failure failure
                ? OptionalInt.of(failure.error().code())
                : OptionalInt.empty();
    }

    /**
     * Returns why the request failed, in the terms of OpenTelemetry.
     *
     * @return {@code tool_error} if the result of a tool has {@code isError}; the code of a JSON-RPC error, unless it
     *     blames the client; otherwise empty
     */
    public Optional<String> getErrorType() {
        if (response instanceof JsonRpcResponse.Failure failure) {
            JsonRpcError error = failure.error();
            boolean ofClient = details.blamesClient(error) || blamesClient(error.code());
            return ofClient ? Optional.empty() : Optional.of(Integer.toString(error.code()));
        }
        return response instanceof JsonRpcResponse.Success success
                        && success.result() instanceof CallToolResult result
                        && result.isError()
                ? Optional.of(TOOL_ERROR)
                : Optional.empty();
    }

    // The conventions count these as errors of the client alone, as HTTP servers do with the status codes 4xx. The last
    // code asks the client to open a web page, and does not indicate a failure.
    private static boolean blamesClient(int code) {
        return switch (code) {
            case JsonRpcError.PARSE_ERROR,
                    JsonRpcError.INVALID_REQUEST,
                    JsonRpcError.METHOD_NOT_FOUND,
                    JsonRpcError.INVALID_PARAMS,
                    JsonRpcError.RESOURCE_NOT_FOUND,
                    JsonRpcError.HEADER_MISMATCH,
                    JsonRpcError.MISSING_CLIENT_CAPABILITY,
                    JsonRpcError.UNSUPPORTED_PROTOCOL_VERSION,
                    JsonRpcError.URL_ELICITATION_REQUIRED -> true;
            default -> false;
        };
    }

    /** Whether the client has sent its trace in {@code _meta}. */
    boolean isTraced() {
        return call.meta().path("traceparent").isString();
    }

    void setResponse(JsonRpcResponse response) {
        this.response = response;
    }

    /** Returns the error of the observation, by which handlers recognize a failure; empty if the request succeeded. */
    Optional<FailedRequestException> failure() {
        // The text of a tool's result is not used, because it may contain values of arguments.
        return getErrorType()
                .map(type -> response instanceof JsonRpcResponse.Failure failure
                        ? failure.error().message()
                        : type)
                .map(FailedRequestException::new);
    }
}
