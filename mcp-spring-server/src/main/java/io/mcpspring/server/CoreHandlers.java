package io.mcpspring.server;

import io.mcpspring.Internal;
import io.mcpspring.exchange.Exchange;
import io.mcpspring.protocol.DiscoverResult;
import io.mcpspring.protocol.EmptyResult;
import io.mcpspring.protocol.Implementation;
import io.mcpspring.protocol.InitializeResult;
import io.mcpspring.protocol.LoggingLevel;
import io.mcpspring.protocol.McpProtocolException;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.protocol.RenderedResult;
import io.mcpspring.protocol.RequestMethod;
import io.mcpspring.protocol.ServerCapabilities;
import io.mcpspring.protocol.TypedResult;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import tools.jackson.databind.node.ObjectNode;

/** The handlers of requests that belong to no feature, apart from {@code subscriptions/listen}. */
@Internal
public final class CoreHandlers {

    private final ServerDescription server;

    private final ResultSeal seal;

    /** The results, each written once, by what they depend on. */
    private final Map<Key, RenderedResult> results = new ConcurrentHashMap<>();

    /** @param name the name of the revision in the result of {@code initialize}; {@code null} for that of the other */
    private record Key(ProtocolVersion version, @Nullable String name, ServerCapabilities capabilities) {}

    public CoreHandlers(ServerDescription server, ResultSeal seal) {
        this.server = server;
        this.seal = seal;
    }

    /** Adds the handlers by the names of their methods. */
    public void addTo(Map<String, McpRequestHandler> handlers) {
        handlers.put(RequestMethod.INITIALIZE.value(), this::initialize);
        handlers.put(RequestMethod.DISCOVER.value(), this::discover);
        handlers.put(RequestMethod.PING.value(), (params, exchange) -> Mono.just(new EmptyResult()));
        handlers.put(RequestMethod.SET_LEVEL.value(), CoreHandlers::setLevel);
    }

    static Implementation projection(Implementation server, ProtocolVersion version) {
        String title = version.hasTitles() ? server.title() : null;
        return version.hasIcons()
                ? server
                : new Implementation(server.name(), server.version(), title, null, null, List.of());
    }

    /** Describes the server in the revision that the transport has negotiated. */
    public Mono<RenderedResult> initialize(ObjectNode params, Exchange exchange) {
        ProtocolVersion version = exchange.version();
        String requested = params.path("protocolVersion").asString("");
        // Clients that asked by an older name of the revision accept this name only.
        return result(version, version.names().contains(requested) ? requested : version.value());
    }

    private Mono<RenderedResult> discover(ObjectNode params, Exchange exchange) {
        return result(exchange.version(), null);
    }

    private Mono<RenderedResult> result(ProtocolVersion version, @Nullable String name) {
        Key key = new Key(version, name, server.capabilities().apply(version));
        return Mono.just(results.computeIfAbsent(key, this::written));
    }

    private RenderedResult written(Key key) {
        Implementation self = projection(server.implementation(), key.version());
        TypedResult result = key.name() == null
                ? new DiscoverResult(server.protocolVersions(), key.capabilities(), server.instructions())
                : new InitializeResult(key.name(), key.capabilities(), self, server.instructions());
        return seal.render(result, key.version());
    }

    private static Mono<EmptyResult> setLevel(ObjectNode params, Exchange exchange) {
        LoggingLevel level = LoggingLevel.of(RequestParams.text(params, "level"))
                .orElseThrow(() -> McpProtocolException.invalidParams(
                        "'level' must be one of debug, info, notice, warning, error, critical, alert, emergency"));
        exchange.context().channel().session().orElseThrow().logLevel(level);
        return Mono.just(new EmptyResult());
    }
}
