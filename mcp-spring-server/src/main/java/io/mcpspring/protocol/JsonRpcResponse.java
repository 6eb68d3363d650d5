package io.mcpspring.protocol;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.mcpspring.Internal;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Answers a {@link JsonRpcRequest}, with a result or with an error. */
@Internal
public sealed interface JsonRpcResponse extends JsonRpcMessage {

    /** The id of the answered request; {@code null} only in an error for a request whose id could not be read. */
    @Nullable
    RequestId id();

    /** The request succeeded. */
    record Success(RequestId id, McpResult result) implements JsonRpcResponse {}

    /** The request failed. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Failure(@Nullable RequestId id, JsonRpcError error) implements JsonRpcResponse {}

    /** A client's answer to a request of the server, kept unchanged. */
    record FromClient(RequestId id, ObjectNode message) implements JsonRpcResponse {}
}
