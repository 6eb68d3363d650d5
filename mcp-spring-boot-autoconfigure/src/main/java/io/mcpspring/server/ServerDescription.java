package io.mcpspring.server;

import io.mcpspring.Internal;
import io.mcpspring.protocol.Implementation;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.protocol.ServerCapabilities;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What the server says about itself.
 *
 * @param implementation name and version
 * @param instructions how a model should use the server as a whole, if there is something to say
 * @param capabilities what it offers at present, by revision
 * @param protocolVersions the revisions it serves, newest first
 * @param cacheTtl for how long clients may keep lists
 */
@Internal
public record ServerDescription(
        Implementation implementation,
        @Nullable String instructions,
        Function<ProtocolVersion, ServerCapabilities> capabilities,
        List<ProtocolVersion> protocolVersions,
        Duration cacheTtl) {

    public ServerDescription {
        protocolVersions = protocolVersions.stream()
                .distinct()
                .sorted(Comparator.reverseOrder())
                .toList();
    }

    public boolean serves(ProtocolVersion version) {
        return this.protocolVersions.contains(version);
    }

    public List<ProtocolVersion> modernVersions() {
        return protocolVersions.stream().filter(ProtocolVersion::isModern).toList();
    }

    public Optional<ProtocolVersion> newestLegacyVersion() {
        return protocolVersions.stream().filter(version -> !version.isModern()).findFirst();
    }
}
