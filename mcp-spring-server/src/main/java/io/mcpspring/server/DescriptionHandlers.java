package io.mcpspring.server;

import io.mcpspring.Internal;
import io.mcpspring.exchange.Exchange;
import io.mcpspring.protocol.DiscoverResult;
import io.mcpspring.protocol.Implementation;
import io.mcpspring.protocol.InitializeResult;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.protocol.RenderedResult;
import io.mcpspring.protocol.ServerCapabilities;
import io.mcpspring.protocol.TypedResult;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import tools.jackson.databind.node.ObjectNode;

/** {@code initialize}, of which the transport has negotiated the revision, and {@code server/discover}. */
@Internal
public final class DescriptionHandlers {

    private final ServerDescription server;

    private final ResultSeal seal;

    /** The results, each written once, by what they depend on. */
    private final Map<Key, RenderedResult> results = new ConcurrentHashMap<>();

    /** @param name the name of the revision in the result of {@code initialize}; {@code null} for that of the other */
    private record Key(ProtocolVersion version, @Nullable String name, ServerCapabilities capabilities) {}

    public DescriptionHandlers(ServerDescription server, ResultSeal seal) {
        this.server = server;
        this.seal = seal;
    }

    static Implementation projection(Implementation server, ProtocolVersion version) {
        String title = version.hasTitles() ? server.title() : null;
        return version.hasIcons()
                ? server
                : new Implementation(server.name(), server.version(), title, null, null, List.of());
    }

    public Mono<RenderedResult> initialize(ObjectNode params, Exchange exchange) {
        ProtocolVersion version = exchange.version();
        String requested = params.path("protocolVersion").asString("");
        // Clients that asked by an older name of the revision accept this name only.
        return result(version, version.names().contains(requested) ? requested : version.value());
    }

    Mono<RenderedResult> discover(ObjectNode params, Exchange exchange) {
        return result(exchange.version(), null);
    }

    private Mono<RenderedResult> result(ProtocolVersion version, @Nullable String name) {
        Key key = new Key(version, name, server.capabilities().apply(version));
        return Mono.just(results.computeIfAbsent(key, this::written));
    }

    private RenderedResult written(Key key) {
        Implementation self = projection(server.implementation(), key.version());
        List<String> versions =
                server.protocolVersions().stream().map(ProtocolVersion::value).toList();
        TypedResult result = key.name() == null
                ? new DiscoverResult(versions, key.capabilities(), server.instructions())
                : new InitializeResult(key.name(), key.capabilities(), self, server.instructions());
        return seal.render(result, key.version());
    }
}
