package io.mcpspring.server;

import io.mcpspring.protocol.ClientCapabilities;
import io.mcpspring.protocol.Implementation;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * The running request, as a tool sees it. A tool method gets it by declaring a parameter of this type, which is no
 * argument and does not appear in the input schema. Valid until the request is answered; may be used from any thread.
 */
public interface McpExchange {

    /** The revision of the protocol, for instance {@code 2025-11-25}. */
    String protocolVersion();

    /** Name and version of the client, as it calls itself; nothing that matters may rest on it. */
    Optional<Implementation> clientInfo();

    /** What the client can do for the server: declared for the session, or in 2026-07-28 for this request. */
    ClientCapabilities clientCapabilities();

    /** The request's {@code _meta}; an empty object if it has none. */
    JsonNode meta();

    /** Whether nobody waits for the result any more. */
    boolean isCancelled();
}
