package io.mcpspring.server;

import io.mcpspring.exchange.Exchange;
import io.mcpspring.protocol.DiscoverResult;
import io.mcpspring.protocol.McpResult;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.protocol.RenderedResult;
import io.mcpspring.protocol.ServerCapabilities;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import reactor.core.publisher.Mono;
import tools.jackson.databind.node.ObjectNode;

/** {@code server/discover}, in the modern era. */
final class DiscoverHandler implements McpRequestHandler {

    private final ServerDescription server;

    private final ResultSeal seal;

    /** The results, each written once, by what they depend on. */
    private final Map<Key, RenderedResult> results = new ConcurrentHashMap<>();

    private record Key(ProtocolVersion version, ServerCapabilities capabilities) {}

    DiscoverHandler(ServerDescription server, ResultSeal seal) {
        this.server = server;
        this.seal = seal;
    }

    @Override
    public Mono<? extends McpResult> handle(ObjectNode params, Exchange exchange) {
        ProtocolVersion version = exchange.version();
        Key key = new Key(version, server.capabilities().apply(version));
        return Mono.just(results.computeIfAbsent(key, this::written));
    }

    private RenderedResult written(Key key) {
        List<String> versions =
                server.protocolVersions().stream().map(ProtocolVersion::value).toList();
        return seal.render(new DiscoverResult(versions, key.capabilities(), server.instructions()), key.version());
    }
}
