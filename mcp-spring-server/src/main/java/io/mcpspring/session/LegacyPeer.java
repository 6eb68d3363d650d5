package io.mcpspring.session;

import io.mcpspring.Internal;
import io.mcpspring.protocol.JsonRpcMessage;
import io.mcpspring.protocol.McpProtocolException;
import io.mcpspring.protocol.RequestId;
import java.util.List;

/** The sender of a legacy POST: a client with a session, or one without. */
@Internal
public sealed interface LegacyPeer permits SessionPeer, SessionlessPeer {

    LegacyClient client();

    /** Whether a request of the client with this id is running. */
    boolean isRunning(RequestId request);

    /**
     * Receives a message without a response: an answer to a request of the server, or a notification.
     *
     * @throws McpProtocolException if another instance may await the answer, and it is too large to be passed on
     */
    void receive(JsonRpcMessage message);

    /**
     * Serves the requests of a POST; to be called on subscription to the reply, and subscribed to at once.
     *
     * @param messages requests, the responses to invalid requests, and messages without a response, in their order
     * @param responses the number of messages that get a response
     * @param acceptsStream whether the client accepts messages before the responses
     * @throws SessionRefusedException if the state of the session must be kept and too many other sessions are in use
     */
    LegacyReply serve(
            List<JsonRpcMessage> messages, int responses, boolean acceptsStream, LegacyReply.Dispatch dispatch);
}
