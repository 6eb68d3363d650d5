package io.mcpspring.transport;

import io.mcpspring.event.InProcessChannel;
import io.mcpspring.event.Instances;
import io.mcpspring.event.ServerEvents;
import io.mcpspring.exchange.Exchange;
import io.mcpspring.exchange.Sealer;
import io.mcpspring.memory.ByteBudget;
import io.mcpspring.protocol.ClientCapabilities;
import io.mcpspring.protocol.Implementation;
import io.mcpspring.protocol.JsonLimits;
import io.mcpspring.protocol.LoggingLevel;
import io.mcpspring.protocol.McpResult;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.protocol.ServerCapabilities;
import io.mcpspring.server.InitializeHandler;
import io.mcpspring.server.ListeningStreams;
import io.mcpspring.server.McpDispatcher;
import io.mcpspring.server.McpRequestHandler;
import io.mcpspring.server.ResultSeal;
import io.mcpspring.server.ServerDescription;
import io.mcpspring.server.Shutdown;
import io.mcpspring.session.LegacyClient;
import io.mcpspring.session.LegacySessions;
import io.mcpspring.session.SessionSettings;
import io.mcpspring.support.TestDispatcher;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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

    private static final ServerCapabilities CAPABILITIES =
            new ServerCapabilities(new ServerCapabilities.Tools(null), null, null, null, null, Map.of());

    static final ServerDescription DESCRIPTION = new ServerDescription(
            new Implementation("flow", "1"),
            null,
            version -> CAPABILITIES,
            List.of(ProtocolVersion.values()),
            Duration.ofMinutes(5));

    static final ResultSeal SEAL = new ResultSeal(DESCRIPTION.implementation(), DESCRIPTION.cacheTtl());

    private static final long REQUESTS = 10_000_000;

    private final DisposableServer server;

    private final Instances instances = new Instances(new InProcessChannel());

    private final Shutdown shutdown = new Shutdown();

    private final LegacySessions sessions = new LegacySessions(
            Sealer.random(),
            new SessionSettings(
                    Duration.ofHours(1),
                    Duration.ofMinutes(30),
                    100,
                    8,
                    1_000_000,
                    Duration.ofMinutes(5),
                    16,
                    LoggingLevel.WARNING),
            instances,
            new ServerEvents(instances),
            new ListeningStreams(10),
            shutdown,
            InstantSource.system());

    private final ByteBudget requests = new ByteBudget(REQUESTS);

    private FlowServer(int bufferSize, List<McpRequestHandler<?>> handlers) {
        HttpSettings settings = new HttpSettings(
                "/mcp",
                new JsonLimits(1_000_000, 100),
                Duration.ofSeconds(60),
                List.of(),
                List.of(),
                new HttpSettings.Sse(Duration.ofSeconds(15), bufferSize, Duration.ofSeconds(30)));
        McpDispatcher dispatcher = TestDispatcher.of(shutdown, handlers);
        McpEndpoint endpoint = new McpEndpoint(settings, DESCRIPTION, dispatcher, SEAL, sessions, shutdown, requests);
        this.server = HttpServer.create()
                .port(0)
                .handle(new ReactorHttpHandlerAdapter(
                        RouterFunctions.toHttpHandler(RouterFunctions.route(RequestPredicates.path("/mcp"), endpoint))))
                .bindNow();
    }

    static FlowServer with(McpRequestHandler<?>... handlers) {
        return withBuffer(1_000_000, handlers);
    }

    /** @param bufferSize the bytes of a stream that may wait for its client */
    static FlowServer withBuffer(int bufferSize, McpRequestHandler<?>... handlers) {
        List<McpRequestHandler<?>> all = new ArrayList<>(List.of(handlers));
        if (all.stream().noneMatch(handler -> handler.method().equals("initialize"))) {
            all.add(new InitializeHandler(DESCRIPTION, SEAL));
        }
        return new FlowServer(bufferSize, all);
    }

    /** How many bytes of requests are in use. */
    long requestBytes() {
        return REQUESTS - requests.left();
    }

    int port() {
        return server.port();
    }

    /** The header of a new session. */
    String session(ProtocolVersion version) {
        return "Mcp-Session-Id: " + sessions.open(new LegacyClient(version, null, ClientCapabilities.NONE), null);
    }

    @Override
    public void close() {
        server.disposeNow();
        sessions.close();
    }
}
