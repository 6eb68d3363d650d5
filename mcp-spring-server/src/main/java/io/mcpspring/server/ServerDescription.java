package io.mcpspring.server;

import io.mcpspring.Internal;
import io.mcpspring.protocol.Implementation;
import io.mcpspring.protocol.McpProtocolException;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.protocol.ServerCapabilities;
import io.mcpspring.validation.Quoted;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The server as it describes itself to clients.
 *
 * @param implementation name and version
 * @param instructions how a model should use the server as a whole, if the application sets them
 * @param capabilities its capabilities at present, by revision
 * @param protocolVersions the revisions it serves, newest first
 */
@Internal
public record ServerDescription(
        Implementation implementation,
        @Nullable String instructions,
        Function<ProtocolVersion, ServerCapabilities> capabilities,
        List<ProtocolVersion> protocolVersions) {

    public ServerDescription {
        protocolVersions = protocolVersions.stream()
                .distinct()
                .sorted(Comparator.reverseOrder())
                .toList();
    }

    public boolean serves(ProtocolVersion version) {
        return this.protocolVersions.contains(version);
    }

    /** Returns the error for a request in a revision that the server does not serve. */
    public McpProtocolException unsupported(String requested) {
        return McpProtocolException.unsupportedVersion(Quoted.of(requested), protocolVersions);
    }

    public List<ProtocolVersion> modernVersions() {
        return protocolVersions.stream().filter(ProtocolVersion::isModern).toList();
    }

    public Optional<ProtocolVersion> newestLegacyVersion() {
        return protocolVersions.stream().filter(version -> !version.isModern()).findFirst();
    }
}
