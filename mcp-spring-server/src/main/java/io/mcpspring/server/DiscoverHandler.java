package io.mcpspring.server;

import io.mcpspring.exchange.Exchange;
import io.mcpspring.protocol.DiscoverResult;
import io.mcpspring.protocol.McpResult;
import io.mcpspring.protocol.ProtocolVersion;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import reactor.core.publisher.Mono;
import tools.jackson.databind.node.ObjectNode;

/** {@code server/discover}, in the modern era. */
final class DiscoverHandler implements McpRequestHandler {

    private final ServerDescription server;

    private final Map<ProtocolVersion, Rendering> results = new EnumMap<>(ProtocolVersion.class);

    DiscoverHandler(ServerDescription server, ResultSeal seal) {
        this.server = server;
        List<String> versions =
                server.protocolVersions().stream().map(ProtocolVersion::value).toList();
        for (ProtocolVersion version : ProtocolVersion.modern()) {
            results.put(
                    version,
                    new Rendering(capabilities ->
                            seal.render(new DiscoverResult(versions, capabilities, server.instructions()), version)));
        }
    }

    @Override
    public Mono<? extends McpResult> handle(ObjectNode params, Exchange exchange) {
        ProtocolVersion version = exchange.version();
        return Mono.just(Objects.requireNonNull(results.get(version))
                .of(server.capabilities().apply(version)));
    }
}
