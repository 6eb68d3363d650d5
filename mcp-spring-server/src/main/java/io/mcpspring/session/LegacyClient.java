package io.mcpspring.session;

import io.mcpspring.Internal;
import io.mcpspring.protocol.ClientCapabilities;
import io.mcpspring.protocol.Implementation;
import io.mcpspring.protocol.ProtocolVersion;
import org.jspecify.annotations.Nullable;

/**
 * A client as described by its {@code initialize} request.
 *
 * @param protocolVersion the negotiated revision
 * @param info the client's name and version, if it sent them
 * @param capabilities the capabilities that the client declared
 */
@Internal
public record LegacyClient(
        ProtocolVersion protocolVersion, @Nullable Implementation info, ClientCapabilities capabilities) {}
