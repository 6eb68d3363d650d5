package io.mcpspring.protocol;

import io.mcpspring.Internal;

/** One JSON-RPC 2.0 message. */
@Internal
public sealed interface JsonRpcMessage permits JsonRpcRequest, JsonRpcNotification, JsonRpcResponse {}
