package io.mcpspring.session;

import io.mcpspring.Internal;
import io.mcpspring.protocol.ClientCapabilities;
import io.mcpspring.protocol.Implementation;
import io.mcpspring.protocol.ProtocolVersion;
import org.jspecify.annotations.Nullable;

/**
 * A client as {@code initialize} made it known.
 *
 * @param protocolVersion the negotiated revision
 * @param info the client's name and version, if it sent them
 * @param capabilities what the client declared
 */
@Internal
public record LegacyClient(
        ProtocolVersion protocolVersion, @Nullable Implementation info, ClientCapabilities capabilities) {}
