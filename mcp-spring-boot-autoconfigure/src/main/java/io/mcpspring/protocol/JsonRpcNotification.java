package io.mcpspring.protocol;

import io.mcpspring.Internal;

/**
 * Tells the other side something and expects no answer.
 *
 * @param params the parameters, in any form the protocol's mapper writes as a JSON object
 */
@Internal
public record JsonRpcNotification(String method, Object params) implements JsonRpcMessage {}
