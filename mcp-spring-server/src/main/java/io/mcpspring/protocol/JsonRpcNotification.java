package io.mcpspring.protocol;

import io.mcpspring.Internal;

/**
 * A message without a response.
 *
 * @param params the parameters, in any form the protocol's mapper writes as a JSON object
 */
@Internal
public record JsonRpcNotification(String method, Object params) implements JsonRpcMessage {}
