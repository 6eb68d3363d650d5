package io.mcpspring.session;

import io.mcpspring.protocol.JsonRpcMessage;
import io.mcpspring.protocol.RequestId;
import java.util.List;

/** A client with a session. */
record SessionPeer(LegacySession session, LegacySessions sessions) implements LegacyPeer {

    @Override
    public LegacyClient client() {
        return session.client();
    }

    @Override
    public boolean isRunning(RequestId request) {
        return sessions.isRunning(session, request);
    }

    @Override
    public void receive(JsonRpcMessage message) {
        sessions.receive(session, message);
    }

    @Override
    public LegacyReply serve(
            List<JsonRpcMessage> messages, int responses, boolean acceptsStream, LegacyReply.Dispatch dispatch) {
        return sessions.serve(session, messages, responses, acceptsStream, dispatch);
    }
}
