package io.mcpspring.protocol;

import tools.jackson.databind.node.ObjectNode;

/** Asks the other side for something; answered by exactly one {@link JsonRpcResponse} with the same id. */
public record JsonRpcRequest(RequestId id, String method, ObjectNode params) implements JsonRpcMessage {}
