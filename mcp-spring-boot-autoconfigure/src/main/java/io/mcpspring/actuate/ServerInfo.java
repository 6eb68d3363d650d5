package io.mcpspring.actuate;

import io.mcpspring.Internal;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.server.Feature;
import io.mcpspring.server.Features;
import io.mcpspring.server.ServerDescription;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.springframework.boot.actuate.info.Info;
import org.springframework.boot.actuate.info.InfoContributor;

/** The name, the version and the revisions of the server, and the numbers of its entries, for {@code info}. */
@Internal
public record ServerInfo(ServerDescription server, Features features) implements InfoContributor {

    @Override
    public void contribute(Info.Builder builder) {
        builder.withDetail(
                "mcp",
                Map.of(
                        "name", server.implementation().name(),
                        "version", server.implementation().version(),
                        "protocolVersions",
                                server.protocolVersions().stream()
                                        .map(ProtocolVersion::value)
                                        .toList(),
                        "entries",
                                features.entries().stream()
                                        .collect(Collectors.groupingBy(
                                                Feature.Entry::kind, TreeMap::new, Collectors.counting()))));
    }
}
