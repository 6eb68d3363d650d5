package io.mcpspring.protocol;

/** One JSON-RPC 2.0 message. */
public sealed interface JsonRpcMessage permits JsonRpcRequest, JsonRpcNotification, JsonRpcResponse {}
