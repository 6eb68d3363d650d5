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
import io.mcpspring.protocol.RequestMethod;
import java.util.List;
import java.util.Map;
import reactor.core.publisher.Mono;
import tools.jackson.databind.node.ObjectNode;

/** The handlers of requests that belong to no feature, apart from {@code subscriptions/listen}. */
@Internal
public record CoreHandlers(ServerDescription server) {

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
    public Mono<InitializeResult> initialize(ObjectNode params, Exchange exchange) {
        ProtocolVersion version = exchange.version();
        String requested = params.path("protocolVersion").asString("");
        return Mono.just(new InitializeResult(
                // Clients that asked by an older name of the revision accept this name only.
                version.names().contains(requested) ? requested : version.value(),
                server.capabilities().apply(version),
                projection(server.implementation(), version),
                server.instructions()));
    }

    private Mono<DiscoverResult> discover(ObjectNode params, Exchange exchange) {
        return Mono.just(new DiscoverResult(
                server.protocolVersions(), server.capabilities().apply(exchange.version()), server.instructions()));
    }

    private static Mono<EmptyResult> setLevel(ObjectNode params, Exchange exchange) {
        LoggingLevel level = LoggingLevel.of(RequestParams.text(params, "level"))
                .orElseThrow(() -> McpProtocolException.invalidParams(
                        "'level' must be one of debug, info, notice, warning, error, critical, alert, emergency"));
        exchange.context().channel().session().orElseThrow().logLevel(level);
        return Mono.just(new EmptyResult());
    }
}
