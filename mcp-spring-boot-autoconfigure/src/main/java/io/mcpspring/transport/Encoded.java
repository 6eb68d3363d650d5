package io.mcpspring.transport;

import io.mcpspring.protocol.JsonRpcMessage;
import io.mcpspring.protocol.JsonRpcResponse;
import io.mcpspring.protocol.McpJson;
import io.mcpspring.server.ErrorReport;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * A message as it is sent.
 *
 * @param message what is sent: a failure in place of a response that cannot be written
 * @param json its UTF-8 bytes
 */
record Encoded(JsonRpcMessage message, byte[] json) {

    private static final Log logger = LogFactory.getLog(Encoded.class);

    static Encoded of(JsonRpcMessage message) {
        try {
            return new Encoded(message, McpJson.write(message));
        } catch (Throwable failure) {
            if (!(message instanceof JsonRpcResponse response)) {
                throw failure;
            }
            JsonRpcResponse instead = new JsonRpcResponse.Failure(response.id(),
                    ErrorReport.internalError(logger, "A response could not be written", failure));
            return new Encoded(instead, McpJson.write(instead));
        }
    }
}
