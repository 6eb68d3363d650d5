package io.mcpspring.server;

import io.mcpspring.Internal;

/** The server as a client has named it in a request, with the effects of forwarded headers. */
@Internal
public record ServerName(String scheme, String host, int port) {

    /** Returns the beginning of a URL. The host need not be one that a {@link java.net.URI} may have. */
    public String url() {
        boolean usual = port == (scheme.equals("https") ? 443 : 80);
        return scheme + "://" + host + (usual ? "" : ":" + port);
    }
}
