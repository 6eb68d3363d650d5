package io.mcpspring.protocol;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.mcpspring.Internal;

/** One JSON-RPC 2.0 message. */
@Internal
public sealed interface JsonRpcMessage permits JsonRpcRequest, JsonRpcNotification, JsonRpcResponse {

    /** Returns the version of JSON-RPC. */
    @JsonProperty(index = 0)
    default String jsonrpc() {
        return "2.0";
    }
}
