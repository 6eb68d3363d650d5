package io.mcpspring.protocol;

import io.mcpspring.Internal;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a client is asked for while it waits for the answer to a request of its own.
 *
 * @param method {@code elicitation/create}, {@code sampling/createMessage} or {@code roots/list}
 * @param params the parameters as the client's revision knows them
 */
@Internal
public record InputRequest(String method, ObjectNode params) {}
