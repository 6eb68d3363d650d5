package io.mcpspring.http;

import io.mcpspring.event.ListChanged;
import io.mcpspring.exchange.CallContext;
import io.mcpspring.exchange.CallContext.Attributes;
import io.mcpspring.exchange.CallerExpiry;
import io.mcpspring.exchange.ClientChannel;
import io.mcpspring.exchange.RequestHeaders;
import io.mcpspring.protocol.MirroredHeaders;
import io.mcpspring.protocol.RequestId;
import io.mcpspring.server.ListChanges;
import io.mcpspring.server.McpDispatcher;
import io.mcpspring.server.Refusals;
import io.mcpspring.server.ServerDescription;
import io.mcpspring.server.StreamEvent;
import io.mcpspring.session.LegacyClient;
import io.mcpspring.session.LegacySession;
import io.mcpspring.session.LegacySessions;
import io.mcpspring.session.SessionRefusedException;
import java.security.Principal;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/** The session ids: {@code initialize} returns one, which all further requests of the client contain. */
record SessionIds(ServerDescription server, McpDispatcher dispatcher, LegacySessions sessions) {

    /** @throws Refusal if an {@code initialize} request already belongs to a session */
    void refuseOpen(Post post, RequestId initialize) {
        String id = post.header(McpHeaders.SESSION_ID);
        if (id != null && sessions.find(id, post.user()).isPresent()) {
            throw Refusal.badRequest(
                    "'initialize' must not have the header " + McpHeaders.SESSION_ID + " of an open session",
                    initialize);
        }
    }

    /**
     * Returns the session of a request.
     *
     * @param request the id of the request, if there is a single one
     * @throws Refusal if the session id is missing or invalid
     */
    LegacySession find(@Nullable String sessionId, @Nullable String user, @Nullable RequestId request) {
        if (sessionId == null) {
            throw Refusal.badRequest(
                    "Header " + McpHeaders.SESSION_ID + " is missing; send 'initialize' to start a session", request);
        }
        LegacySession session = sessions.find(sessionId.strip(), user).orElse(null);
        if (session == null || !server.serves(session.client().protocolVersion())) {
            Refusal unknown = Refusal.of(
                    HttpStatus.NOT_FOUND,
                    "The session is unknown or has ended; send 'initialize' to start a new one",
                    request);
            throw sessions.isOfAnotherUser(sessionId.strip(), user)
                    ? unknown.because(Refusals.Reason.SESSION)
                    : unknown;
        }
        return session;
    }

    /**
     * Returns the session's stand-alone stream, or the rest of a stream that its client has lost. The reply ends when
     * the token of the user expires; the client can then resume the stream with another token.
     *
     * @param attributes the parts of the request that rules may ask for, by type
     * @throws Refusal if there is no such session or stream
     */
    Reply listen(RequestHeaders headers, @Nullable Principal user, Attributes attributes) {
        String userId = Principals.id(user);
        LegacySession session = find(headers.first(McpHeaders.SESSION_ID), userId, null);
        String lastEvent = headers.first(McpHeaders.LAST_EVENT_ID);
        StatelessChannel channel = new StatelessChannel(false, Optional.empty());
        ListChanges changes =
                dispatcher.changes(context(session.client(), MissingNode.getInstance(), userId, channel, attributes));
        // Of changes while a client had no stream it is not known whether they concern the client.
        Flux<StreamEvent> events = lastEvent == null
                ? sessions.listen(session, userId).filterWhen(concernsCaller(changes.fromNow()))
                : sessions.resume(session, userId, lastEvent.strip(), lists(session))
                        .filterWhen(concernsCaller(changes));
        return new Reply.Stream(events.onErrorMap(SessionRefusedException.class, Refusal::of)
                .takeUntilOther(CallerExpiry.of(Principals.expiry(user))));
    }

    /** Returns the context of a request of a session. */
    static CallContext context(
            LegacyClient client, JsonNode meta, @Nullable String user, ClientChannel channel, Attributes attributes) {
        return new CallContext(
                client.protocolVersion(),
                client.info(),
                client.capabilities(),
                meta,
                MirroredHeaders.NONE,
                user,
                channel,
                attributes);
    }

    private static Function<StreamEvent, Mono<Boolean>> concernsCaller(ListChanges changes) {
        return event -> event instanceof StreamEvent.Message sent && sent.method() != null
                ? ListChanged.ofMethod(sent.method()).map(changes::concern).orElse(Mono.just(true))
                : Mono.just(true);
    }

    private List<ListChanged> lists(LegacySession session) {
        return ListChanged.all(server.capabilities().apply(session.client().protocolVersion()));
    }

    /**
     * Ends a session at its client's request.
     *
     * @throws Refusal if there is no such session, or if too many sessions were ended
     */
    void end(RequestHeaders headers, @Nullable String user) {
        LegacySession session = find(headers.first(McpHeaders.SESSION_ID), user, null);
        try {
            sessions.end(session);
        } catch (SessionRefusedException refused) {
            throw Refusal.of(refused);
        }
    }
}
