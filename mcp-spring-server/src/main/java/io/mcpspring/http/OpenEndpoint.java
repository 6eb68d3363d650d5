package io.mcpspring.http;

import io.mcpspring.Internal;
import java.net.InetSocketAddress;
import java.util.List;
import org.apache.commons.logging.LogFactory;

/** Logs a warning when the endpoint first serves an anonymous caller who is not on the same machine. */
@Internal
public final class OpenEndpoint {

    /** Headers by which a proxy on this machine names the client, unless the web server has evaluated them. */
    private static final List<String> OF_PROXIES = List.of("X-Forwarded-For", "Forwarded", "X-Real-IP", "Via");

    private final DistinctWarnings warnings = new DistinctWarnings(LogFactory.getLog(OpenEndpoint.class));

    private final boolean intended;

    /** @param intended whether the endpoint is meant to be used without authentication */
    public OpenEndpoint(boolean intended) {
        this.intended = intended;
    }

    void served(McpHttpRequest request) {
        if (!intended && isRemote(request)) {
            warnings.log("The MCP endpoint " + request.path() + " is open: it has served a caller from another machine"
                    + " without authentication. Protect the path by Spring Security, set server.address to a loopback"
                    + " address, or set mcp.server.security.open to true if the endpoint is meant to be open");
        }
    }

    private static boolean isRemote(McpHttpRequest request) {
        InetSocketAddress client = request.remoteAddress();
        if (client != null
                && (client.getAddress() == null || !client.getAddress().isLoopbackAddress())) {
            return true;
        }
        for (String header : OF_PROXIES) {
            if (request.headers().first(header) != null) {
                return true;
            }
        }
        return false;
    }
}
