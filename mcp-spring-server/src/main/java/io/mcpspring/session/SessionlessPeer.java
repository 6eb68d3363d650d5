package io.mcpspring.session;

import io.mcpspring.Internal;
import io.mcpspring.protocol.JsonRpcMessage;
import io.mcpspring.protocol.RequestId;
import java.util.List;

/** A client without a session. Its requests are independent of each other. */
@Internal
public record SessionlessPeer(LegacyClient client) implements LegacyPeer {

    @Override
    public boolean isRunning(RequestId request) {
        return false;
    }

    @Override
    public void receive(JsonRpcMessage message) {
        // Ignored, because without a session a message cannot refer to another request of the same client.
    }

    @Override
    public LegacyReply serve(
            List<JsonRpcMessage> messages, int responses, boolean acceptsStream, LegacyReply.Dispatch dispatch) {
        ReplyStream stream = new ReplyStream(responses, null, false, () -> {});
        return new LegacyReply(new SessionlessScope(), stream, messages, acceptsStream, dispatch, this::receive);
    }
}
