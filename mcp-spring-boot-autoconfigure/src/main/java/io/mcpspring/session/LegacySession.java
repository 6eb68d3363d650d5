package io.mcpspring.session;

import io.mcpspring.Internal;
import io.mcpspring.protocol.ClientCapabilities;
import io.mcpspring.protocol.Implementation;
import io.mcpspring.protocol.ProtocolVersion;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What a legacy session is: all of it travels in the session id.
 *
 * @param key tells sessions apart
 * @param protocolVersion the negotiated revision
 * @param clientInfo the client, its name and version cut to 64 characters
 * @param clientCapabilities what the client declared
 * @param openedAt when the session began, in whole seconds
 */
@Internal
public record LegacySession(
        String key,
        ProtocolVersion protocolVersion,
        @Nullable Implementation clientInfo,
        ClientCapabilities clientCapabilities,
        Instant openedAt) {}
