package io.mcpspring.server;

import io.mcpspring.exchange.Exchange;
import io.mcpspring.protocol.DiscoverResult;
import io.mcpspring.protocol.McpResult;
import io.mcpspring.protocol.ProtocolVersion;
import reactor.core.publisher.Mono;
import tools.jackson.databind.node.ObjectNode;

/** {@code server/discover}, from revision 2026-07-28 on. */
public final class DiscoverHandler implements McpRequestHandler<ObjectNode> {

    private final ServerDescription server;

    private final Rendering result;

    public DiscoverHandler(ServerDescription server, ResultSeal seal) {
        this.server = server;
        this.result = new Rendering(capabilities -> seal.render(
                new DiscoverResult(
                        server.protocolVersions().stream()
                                .map(ProtocolVersion::value)
                                .toList(),
                        capabilities,
                        server.instructions()),
                ProtocolVersion.V2026_07_28));
    }

    @Override
    public String method() {
        return "server/discover";
    }

    @Override
    public boolean existsIn(ProtocolVersion version) {
        return version.isModern();
    }

    @Override
    public ObjectNode params(ObjectNode params) {
        return params;
    }

    @Override
    public Mono<? extends McpResult> handle(ObjectNode params, Exchange exchange) {
        return Mono.just(result.of(server.capabilities().apply(exchange.version())));
    }
}
