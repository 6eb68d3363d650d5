package io.mcpspring.http;

import io.mcpspring.exchange.CallContext.Attributes;
import io.mcpspring.protocol.ClientCapabilities;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.protocol.RequestId;
import io.mcpspring.server.ServerDescription;
import io.mcpspring.session.LegacyClient;
import io.mcpspring.session.LegacyPeer;
import io.mcpspring.session.SessionlessPeer;
import java.security.Principal;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;

/** Support without session ids: legacy requests are independent of each other, and a header contains the revision. */
record NoSessionIds(ServerDescription server) implements SessionSupport {

    @Override
    public List<HttpMethod> methods() {
        return List.of(HttpMethod.POST);
    }

    @Override
    public Map<String, String> begin(LegacyClient client, Post post, RequestId initialize) {
        return Map.of();
    }

    @Override
    public LegacyPeer sender(Post post, @Nullable RequestId request) {
        String header = post.header(McpHeaders.PROTOCOL_VERSION);
        ProtocolVersion version = header == null
                ? ProtocolVersion.withoutHeader()
                : ProtocolVersion.of(header).orElseThrow();
        if (!server.serves(version)) {
            version = server.newestLegacyVersion().orElseThrow();
        }
        return new SessionlessPeer(new LegacyClient(version, null, ClientCapabilities.NONE));
    }

    @Override
    public Reply listen(HttpHeaders headers, @Nullable Principal user, Attributes attributes) {
        throw Refusal.methodNotAllowed(methods());
    }

    @Override
    public void end(HttpHeaders headers, @Nullable String user) {
        throw Refusal.methodNotAllowed(methods());
    }
}
