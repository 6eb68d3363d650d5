package io.mcpspring.audit;

import io.mcpspring.exchange.CallContext;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/** Reads who has sent a request. */
final class Callers {

    private Callers() {}

    /** @param user as {@link CallContext#user()} */
    static McpAuditEvent.Caller of(@Nullable String user, @Nullable InetSocketAddress address) {
        String host = address == null ? null : address.getHostString();
        if (user == null) {
            return new McpAuditEvent.Caller(null, null, host);
        }
        // The name of a client follows a separator of its own.
        int separator = user.lastIndexOf('|');
        String issuer = user.substring(0, separator + 1).replace("|", "");
        return new McpAuditEvent.Caller(
                decoded(user.substring(separator + 1)), issuer.isEmpty() ? null : decoded(issuer), host);
    }

    private static String decoded(String text) {
        return text.replace("%7C", "|").replace("%25", "%");
    }
}
