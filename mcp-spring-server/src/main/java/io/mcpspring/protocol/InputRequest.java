package io.mcpspring.protocol;

import io.mcpspring.Internal;
import tools.jackson.databind.node.ObjectNode;

/**
 * A request of the server to a client that waits for the response to its own request.
 *
 * @param method {@code elicitation/create}, {@code sampling/createMessage} or {@code roots/list}
 * @param params the parameters in the form of the client's revision
 */
@Internal
public record InputRequest(String method, ObjectNode params) {}
