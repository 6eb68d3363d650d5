package io.mcpspring.server;

import io.mcpspring.Internal;
import io.mcpspring.exchange.Exchange;
import io.mcpspring.protocol.Implementation;
import io.mcpspring.protocol.InitializeResult;
import io.mcpspring.protocol.McpResult;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.protocol.RenderedResult;
import io.mcpspring.protocol.ServerCapabilities;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import reactor.core.publisher.Mono;
import tools.jackson.databind.node.ObjectNode;

/** {@code initialize}, in the legacy era; the transport has negotiated the revision. */
@Internal
public final class InitializeHandler implements McpRequestHandler {

    private final ServerDescription server;

    private final ResultSeal seal;

    /** The results, each written once, by what they depend on. */
    private final Map<Key, RenderedResult> results = new ConcurrentHashMap<>();

    private record Key(ProtocolVersion version, String name, ServerCapabilities capabilities) {}

    public InitializeHandler(ServerDescription server, ResultSeal seal) {
        this.server = server;
        this.seal = seal;
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
        Key key = new Key(version, name, server.capabilities().apply(version));
        return Mono.just(results.computeIfAbsent(key, this::written));
    }

    private RenderedResult written(Key key) {
        Implementation self = projection(server.implementation(), key.version());
        return seal.render(
                new InitializeResult(key.name(), key.capabilities(), self, server.instructions()), key.version());
    }
}
