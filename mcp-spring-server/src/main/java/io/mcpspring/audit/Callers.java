package io.mcpspring.audit;

import io.mcpspring.exchange.CallContext.User;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/** Tells who has sent a request. */
final class Callers {

    private Callers() {}

    static McpAuditEvent.Caller of(@Nullable User user, @Nullable InetSocketAddress address) {
        String host = address == null ? null : address.getHostString();
        return user == null
                ? new McpAuditEvent.Caller(null, null, host)
                : new McpAuditEvent.Caller(user.name(), user.issuer(), host);
    }
}
