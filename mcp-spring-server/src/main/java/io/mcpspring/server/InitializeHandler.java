package io.mcpspring.server;

import io.mcpspring.Internal;
import io.mcpspring.exchange.Exchange;
import io.mcpspring.protocol.Implementation;
import io.mcpspring.protocol.InitializeResult;
import io.mcpspring.protocol.McpResult;
import io.mcpspring.protocol.ProtocolVersion;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import reactor.core.publisher.Mono;
import tools.jackson.databind.node.ObjectNode;

/** {@code initialize}, in the legacy era; the transport has negotiated the revision. */
@Internal
public final class InitializeHandler implements McpRequestHandler {

    private final Map<String, Rendering> results = new HashMap<>();

    private final ServerDescription server;

    public InitializeHandler(ServerDescription server, ResultSeal seal) {
        this.server = server;
        for (ProtocolVersion version : ProtocolVersion.legacy()) {
            version.names()
                    .forEach(name -> results.put(
                            name,
                            new Rendering(capabilities -> seal.render(
                                    new InitializeResult(
                                            name,
                                            capabilities,
                                            projection(server.implementation(), version),
                                            server.instructions()),
                                    version))));
        }
    }

    static Implementation projection(Implementation server, ProtocolVersion version) {
        String title = version.hasTitles() ? server.title() : null;
        return version.hasIcons()
                ? server
                : new Implementation(server.name(), server.version(), title, null, null, List.of());
    }

    @Override
    public Mono<? extends McpResult> handle(ObjectNode params, Exchange exchange) {
        ProtocolVersion version = exchange.version();
        String requested = params.path("protocolVersion").asString("");
        // Clients that asked by an older name of the revision accept this name only.
        String name = version.names().contains(requested) ? requested : version.value();
        return Mono.just(Objects.requireNonNull(results.get(name))
                .of(server.capabilities().apply(version)));
    }
}
