package io.mcpspring.server;

import io.mcpspring.protocol.InitializeResult;
import io.mcpspring.protocol.McpResult;
import io.mcpspring.protocol.ProtocolVersion;
import java.util.EnumMap;
import java.util.Map;
import reactor.core.publisher.Mono;
import tools.jackson.databind.node.ObjectNode;

/** {@code initialize}, in the legacy revisions; the revision was negotiated at the door. */
public final class InitializeHandler implements McpRequestHandler<ObjectNode> {

    private final Map<ProtocolVersion, Rendering> results = new EnumMap<>(ProtocolVersion.class);

    private final ServerDescription server;

    public InitializeHandler(ServerDescription server, ResultSeal seal) {
        this.server = server;
        for (ProtocolVersion version : ProtocolVersion.values()) {
            this.results.put(version, new Rendering(capabilities -> seal.render(new InitializeResult(version.value(),
                    capabilities, server.implementation().in(version), server.instructions()), version)));
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
        return Mono.just(results.get(version).of(server.capabilities().apply(version)));
    }
}
