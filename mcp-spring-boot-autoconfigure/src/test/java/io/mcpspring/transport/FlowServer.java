package io.mcpspring.transport;

import io.mcpspring.protocol.ClientCapabilities;
import io.mcpspring.protocol.Implementation;
import io.mcpspring.protocol.McpResult;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.protocol.ServerCapabilities;
import io.mcpspring.server.Exchange;
import io.mcpspring.server.InitializeHandler;
import io.mcpspring.server.McpDispatcher;
import io.mcpspring.server.McpRequestHandler;
import io.mcpspring.server.ResultSeal;
import io.mcpspring.server.Sealer;
import io.mcpspring.server.ServerDescription;
import io.mcpspring.session.LegacySessions;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import org.springframework.http.server.reactive.ReactorHttpHandlerAdapter;
import org.springframework.web.reactive.function.server.RequestPredicates;
import org.springframework.web.reactive.function.server.RouterFunctions;
import reactor.core.publisher.Mono;
import reactor.netty.DisposableServer;
import reactor.netty.http.server.HttpServer;
import tools.jackson.databind.node.ObjectNode;

/** The endpoint on a real HTTP server, with handlers of the test's own and nothing else of the starter. */
final class FlowServer implements AutoCloseable {

    /** A method of the protocol, as short as it gets. */
    record Handler(String method, BiFunction<ObjectNode, Exchange, Mono<? extends McpResult>> body)
            implements McpRequestHandler<ObjectNode> {

        @Override
        public ObjectNode params(ObjectNode params) {
            return params;
        }

        @Override
        public Mono<? extends McpResult> handle(ObjectNode params, Exchange exchange) {
            return body.apply(params, exchange);
        }
    }

    static final ServerDescription DESCRIPTION = new ServerDescription(new Implementation("flow", "1"), null,
            new ServerCapabilities(new ServerCapabilities.Tools(null)), List.of(ProtocolVersion.values()),
            Duration.ofMinutes(5));

    static final ResultSeal SEAL = new ResultSeal(DESCRIPTION.implementation(), DESCRIPTION.cacheTtl());

    private final DisposableServer server;

    private final LegacySessions sessions = new LegacySessions(Sealer.random(), Duration.ofHours(1),
            InstantSource.system());

    private FlowServer(List<McpRequestHandler<?>> handlers) {
        McpEndpoint endpoint = new McpEndpoint(new HttpSettings(1_000_000, 100, List.of(), List.of()), DESCRIPTION,
                new McpDispatcher(handlers), SEAL, sessions);
        this.server = HttpServer.create().port(0).handle(new ReactorHttpHandlerAdapter(RouterFunctions.toHttpHandler(
                RouterFunctions.route(RequestPredicates.path("/mcp"), endpoint)))).bindNow();
    }

    static FlowServer with(Handler... handlers) {
        List<McpRequestHandler<?>> all = new ArrayList<>(List.of(handlers));
        if (all.stream().noneMatch(handler -> handler.method().equals("initialize"))) {
            all.add(new InitializeHandler(DESCRIPTION, SEAL));
        }
        return new FlowServer(all);
    }

    int port() {
        return server.port();
    }

    /** The header of a new session. */
    String session(ProtocolVersion version) {
        return "Mcp-Session-Id: " + sessions.open(version, null,
                ClientCapabilities.NONE, null);
    }

    @Override
    public void close() {
        server.disposeNow();
    }
}
