package io.mcpspring.http;

import io.mcpspring.event.InProcessChannel;
import io.mcpspring.event.Instances;
import io.mcpspring.event.ServerEvents;
import io.mcpspring.exchange.Exchange;
import io.mcpspring.exchange.InputRounds;
import io.mcpspring.exchange.OpenQuestions;
import io.mcpspring.exchange.QuestionServices;
import io.mcpspring.memory.ByteBudget;
import io.mcpspring.oauth.ProtectedResource;
import io.mcpspring.protocol.ClientCapabilities;
import io.mcpspring.protocol.Implementation;
import io.mcpspring.protocol.JsonLimits;
import io.mcpspring.protocol.LoggingLevel;
import io.mcpspring.protocol.McpResult;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.protocol.ServerCapabilities;
import io.mcpspring.schema.Forms;
import io.mcpspring.seal.Sealer;
import io.mcpspring.server.CoreHandlers;
import io.mcpspring.server.InitializeLimit;
import io.mcpspring.server.ListeningStreams;
import io.mcpspring.server.McpDispatcher;
import io.mcpspring.server.McpRequestHandler;
import io.mcpspring.server.Refusals;
import io.mcpspring.server.RequestObserver;
import io.mcpspring.server.RequiredMembers;
import io.mcpspring.server.ServerDescription;
import io.mcpspring.server.Shutdown;
import io.mcpspring.server.Toolsets;
import io.mcpspring.session.EndedSessions;
import io.mcpspring.session.LegacyClient;
import io.mcpspring.session.LegacySession;
import io.mcpspring.session.LegacySessions;
import io.mcpspring.session.SessionSettings;
import io.mcpspring.webflux.WebFluxEndpoint;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import org.springframework.http.server.reactive.ReactorHttpHandlerAdapter;
import org.springframework.web.server.adapter.WebHttpHandlerBuilder;
import reactor.core.publisher.Mono;
import reactor.netty.DisposableServer;
import reactor.netty.http.server.HttpServer;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The endpoint on a real HTTP server, with the handlers of a test and without the rest of the starter. */
final class FlowServer implements AutoCloseable {

    /** A handler that knows the name of its method. */
    interface NamedHandler extends McpRequestHandler {

        String method();
    }

    /** A short method of the protocol. */
    record Handler(String method, BiFunction<ObjectNode, Exchange, Mono<? extends McpResult>> body)
            implements NamedHandler {

        @Override
        public Mono<? extends McpResult> handle(ObjectNode params, Exchange exchange) {
            return body.apply(params, exchange);
        }
    }

    private static final ServerCapabilities CAPABILITIES =
            new ServerCapabilities.Builder().offer("tools").build();

    static final ServerDescription DESCRIPTION = new ServerDescription(
            new Implementation("flow", "1"), null, version -> CAPABILITIES, List.of(ProtocolVersion.values()));

    static final RequiredMembers REQUIRED = new RequiredMembers(DESCRIPTION.implementation(), Duration.ofMinutes(5));

    private static final long REQUESTS = 60_000_000;

    private final DisposableServer server;

    private final Instances instances = new Instances(new InProcessChannel(), Sealer.ofProcess());

    private final Shutdown shutdown = new Shutdown();

    private final LegacySessions sessions = new LegacySessions(
            Sealer.ofProcess(),
            new SessionSettings(
                    Duration.ofHours(1),
                    Duration.ofMinutes(30),
                    100,
                    8,
                    1_000_000,
                    Duration.ofMinutes(5),
                    16,
                    LoggingLevel.WARNING),
            new EndedSessions(Duration.ofHours(1), null),
            instances,
            new ServerEvents(instances),
            new ListeningStreams(10, 10),
            shutdown,
            InstantSource.system());

    private static final OriginPolicy ORIGINS = new OriginPolicy(List.of(), List.of(), List.of());

    private final ByteBudget requests = new ByteBudget(REQUESTS);

    private FlowServer(int bufferSize, Map<String, McpRequestHandler> handlers) {
        Refusals refusals = new Refusals();
        EndpointProtection protection = new EndpointProtection(
                CallerLookup.PRINCIPAL,
                ORIGINS,
                new ProtectedResource(
                        new ProtectedResource.Settings("", "/mcp", null, List.of(), List.of(), "flow"),
                        ORIGINS::isOwnHost),
                InitializeLimit.NONE,
                new OpenEndpoint(true),
                refusals);
        HttpSettings settings = new HttpSettings(
                "/mcp",
                new JsonLimits(1_000_000, 100),
                new BodyLimits(1_000_000, Duration.ofSeconds(60), requests),
                protection,
                new BrowserPage() {},
                new Toolsets(Map.of()));
        QuestionServices asking = new QuestionServices(
                new InputRounds(Sealer.ofProcess(), Duration.ofMinutes(5), InstantSource.system()),
                new Forms(JsonMapper.shared(), List.of()),
                new OpenQuestions(10, 10),
                Duration.ofMinutes(5));
        McpDispatcher dispatcher =
                new McpDispatcher(handlers, list -> List.of(), asking, shutdown, refusals, RequestObserver.NONE);
        WebFluxEndpoint endpoint = new WebFluxEndpoint(
                new McpHttpHandler(settings, DESCRIPTION, dispatcher, REQUIRED, sessions, shutdown),
                new StreamSettings(Duration.ofSeconds(15), bufferSize, Duration.ofSeconds(30)));
        this.server = HttpServer.create()
                .port(0)
                .handle(new ReactorHttpHandlerAdapter(
                        WebHttpHandlerBuilder.webHandler(endpoint).build()))
                .bindNow();
    }

    static FlowServer with(NamedHandler... handlers) {
        return withBuffer(16_000_000, handlers);
    }

    /** @param bufferSize the bytes of a stream that may wait for its client */
    static FlowServer withBuffer(int bufferSize, NamedHandler... handlers) {
        Map<String, McpRequestHandler> all = new HashMap<>();
        all.put("initialize", new CoreHandlers(DESCRIPTION)::initialize);
        for (NamedHandler handler : handlers) {
            all.put(handler.method(), handler);
        }
        return new FlowServer(bufferSize, all);
    }

    /** Returns the number of request bytes in use. */
    long requestBytes() {
        return REQUESTS - requests.left();
    }

    /** Returns the number of request bytes that the only caller may use besides. */
    long requestBytesLeft() {
        return requests.share() - requestBytes();
    }

    int port() {
        return server.port();
    }

    /** Opens a session and returns its header. */
    String session(ProtocolVersion version) {
        LegacySession session = sessions.begin(new LegacyClient(version, null, ClientCapabilities.NONE), null);
        return "Mcp-Session-Id: " + sessions.id(session);
    }

    @Override
    public void close() {
        server.disposeNow();
        sessions.close();
    }
}
