package io.mcpspring.transport;

import io.mcpspring.event.ListChanged;
import io.mcpspring.protocol.JsonRpcError;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.protocol.RequestId;
import io.mcpspring.protocol.ServerCapabilities;
import io.mcpspring.server.ServerDescription;
import io.mcpspring.server.StreamEvent;
import io.mcpspring.session.LegacyClient;
import io.mcpspring.session.LegacyPeer;
import io.mcpspring.session.LegacySession;
import io.mcpspring.session.LegacySessions;
import io.mcpspring.session.SessionRefusedException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import reactor.core.publisher.Flux;

/**
 * Support with session ids: {@code initialize} returns a session id, which all further requests of the client contain.
 */
record SessionIds(ServerDescription server, LegacySessions sessions) implements SessionSupport {

    @Override
    public List<HttpMethod> methods() {
        return List.of(HttpMethod.GET, HttpMethod.POST, HttpMethod.DELETE);
    }

    @Override
    public Map<String, String> begin(LegacyClient client, Post post, RequestId initialize) {
        String id = post.header(McpHeaders.SESSION_ID);
        if (id != null && sessions.find(id, post.user()).isPresent()) {
            throw Refusal.badRequest(
                    "The session is initialized already; begin a new one without " + McpHeaders.SESSION_ID, initialize);
        }
        return Map.of(McpHeaders.SESSION_ID, sessions.open(client, post.user()));
    }

    @Override
    public LegacyPeer sender(Post post, @Nullable RequestId request) {
        return sessions.peer(find(post.header(McpHeaders.SESSION_ID), post.user(), request));
    }

    private LegacySession find(@Nullable String sessionId, @Nullable String user, @Nullable RequestId request) {
        if (sessionId == null) {
            throw Refusal.badRequest("Header " + McpHeaders.SESSION_ID + " is missing; begin with initialize", request);
        }
        LegacySession session = sessions.find(sessionId.strip(), user).orElse(null);
        if (session == null || !server.serves(session.client().protocolVersion())) {
            throw new Refusal(
                    HttpStatus.NOT_FOUND,
                    new JsonRpcError(
                            JsonRpcError.INVALID_REQUEST,
                            "The session is unknown or has ended; begin a new one with initialize"),
                    request);
        }
        return session;
    }

    @Override
    public Reply listen(HttpHeaders headers, @Nullable String user) {
        LegacySession session = find(headers.getFirst(McpHeaders.SESSION_ID), user, null);
        String lastEvent = headers.getFirst(McpHeaders.LAST_EVENT_ID);
        Flux<StreamEvent> events = lastEvent == null
                ? sessions.listen(session)
                : sessions.resume(
                        session, lastEvent.strip(), lists(session.client().protocolVersion()));
        return new Reply.Stream(events.onErrorMap(SessionRefusedException.class, Refusal::of));
    }

    /** Returns a change event for each list that the server offers, so that the client reads all of them again. */
    private List<ListChanged> lists(ProtocolVersion version) {
        ServerCapabilities capabilities = server.capabilities().apply(version);
        List<ListChanged> lists = new ArrayList<>();
        if (capabilities.tools() != null) {
            lists.add(ListChanged.TOOLS);
        }
        if (capabilities.prompts() != null) {
            lists.add(ListChanged.PROMPTS);
        }
        if (capabilities.resources() != null) {
            lists.add(ListChanged.RESOURCES);
        }
        return lists;
    }

    @Override
    public void end(HttpHeaders headers, @Nullable String user) {
        LegacySession session = find(headers.getFirst(McpHeaders.SESSION_ID), user, null);
        try {
            sessions.end(session);
        } catch (SessionRefusedException refused) {
            throw Refusal.of(refused);
        }
    }
}
