package io.mcpspring.http;

import io.mcpspring.exchange.CallContext.Attributes;
import io.mcpspring.protocol.RequestId;
import io.mcpspring.session.LegacyClient;
import io.mcpspring.session.LegacyPeer;
import java.security.Principal;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;

/** Relates the requests of a legacy client to each other by session ids, or treats them as independent. */
sealed interface SessionSupport permits SessionIds, NoSessionIds {

    /** The HTTP methods that legacy clients may use. */
    List<HttpMethod> methods();

    /**
     * Begins a session for a client.
     *
     * @return headers of the response to {@code initialize}
     * @throws Refusal if the request already belongs to a session
     */
    Map<String, String> begin(LegacyClient client, Post post, RequestId initialize);

    /**
     * Returns the sender of a POST.
     *
     * @param request the id of the request, if the POST is a single one
     * @throws Refusal if the session id is required and is missing or invalid
     */
    LegacyPeer sender(Post post, @Nullable RequestId request);

    /**
     * Returns the session's stand-alone stream, or the rest of a stream that its client has lost. The reply ends when
     * the token of the user expires; the client can then resume the stream with another token.
     *
     * @param attributes the parts of the request that rules may ask for, by type
     * @throws Refusal if there is no such session or stream
     */
    Reply listen(HttpHeaders headers, @Nullable Principal user, Attributes attributes);

    /**
     * Ends a session at its client's request.
     *
     * @throws Refusal if there is no such session, or if too many sessions were ended
     */
    void end(HttpHeaders headers, @Nullable String user);
}
