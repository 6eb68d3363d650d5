package io.mcpspring.server;

import io.mcpspring.exchange.Exchange;
import io.mcpspring.protocol.InitializeResult;
import io.mcpspring.protocol.McpResult;
import io.mcpspring.protocol.ProtocolVersion;
import java.util.HashMap;
import java.util.Map;
import reactor.core.publisher.Mono;
import tools.jackson.databind.node.ObjectNode;

/** {@code initialize}, in the legacy revisions; the transport has negotiated the revision. */
public final class InitializeHandler implements McpRequestHandler<ObjectNode> {

    private final Map<String, Rendering> results = new HashMap<>();

    private final ServerDescription server;

    public InitializeHandler(ServerDescription server, ResultSeal seal) {
        this.server = server;
        for (ProtocolVersion version : ProtocolVersion.values()) {
            version.names()
                    .forEach(name -> results.put(
                            name,
                            new Rendering(capabilities -> seal.render(
                                    new InitializeResult(
                                            name,
                                            capabilities,
                                            server.implementation().in(version),
                                            server.instructions()),
                                    version))));
        }
    }

    @Override
    public String method() {
        return "initialize";
    }

    @Override
    public boolean existsIn(ProtocolVersion version) {
        return !version.isModern();
    }

    @Override
    public ObjectNode params(ObjectNode params) {
        return params;
    }

    @Override
    public Mono<? extends McpResult> handle(ObjectNode params, Exchange exchange) {
        ProtocolVersion version = exchange.version();
        String requested = params.path("protocolVersion").asString("");
        // Clients that know the revision by an older name accept no other.
        String name = version.names().contains(requested) ? requested : version.value();
        return Mono.just(results.get(name).of(server.capabilities().apply(version)));
    }
}
