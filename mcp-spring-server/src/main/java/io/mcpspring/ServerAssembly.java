package io.mcpspring;

import io.mcpspring.completion.CompletionFeature;
import io.mcpspring.controller.Controllers;
import io.mcpspring.entry.Access;
import io.mcpspring.entry.EntryContext;
import io.mcpspring.entry.EntryRules;
import io.mcpspring.entry.McpAccessRule;
import io.mcpspring.entry.McpCallerScopes;
import io.mcpspring.event.Instances;
import io.mcpspring.event.McpEndedSessions;
import io.mcpspring.event.ServerEvents;
import io.mcpspring.exchange.InputRounds;
import io.mcpspring.exchange.OpenQuestions;
import io.mcpspring.exchange.QuestionServices;
import io.mcpspring.http.CallerLookup;
import io.mcpspring.http.EndpointProtection;
import io.mcpspring.http.OpenEndpoint;
import io.mcpspring.limit.CallLimiter;
import io.mcpspring.limit.EffectiveLimits;
import io.mcpspring.limit.McpRateLimiter;
import io.mcpspring.limit.Rates;
import io.mcpspring.limit.TimeLimit;
import io.mcpspring.memory.ByteBudget;
import io.mcpspring.method.AnnotatedMethods;
import io.mcpspring.method.BoundMethod;
import io.mcpspring.method.InjectedParameters;
import io.mcpspring.method.Invocations;
import io.mcpspring.method.McpInterceptor;
import io.mcpspring.method.McpToolExceptionResolver;
import io.mcpspring.oauth.ProtectedResource;
import io.mcpspring.observation.ServerState;
import io.mcpspring.prompt.PromptFeature;
import io.mcpspring.protocol.RequestMethod;
import io.mcpspring.resource.ResourceFeature;
import io.mcpspring.schema.Forms;
import io.mcpspring.schema.McpSchemaCustomizer;
import io.mcpspring.seal.Sealer;
import io.mcpspring.server.CoreHandlers;
import io.mcpspring.server.Features;
import io.mcpspring.server.InitializeLimit;
import io.mcpspring.server.ListenHandler;
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
import io.mcpspring.session.LegacySessions;
import io.mcpspring.task.TaskFeature;
import io.mcpspring.task.Tasks;
import io.mcpspring.tool.ToolFeature;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.util.function.SingletonSupplier;
import org.springframework.web.context.WebApplicationContext;
import org.springframework.web.server.ServerWebExchange;
import tools.jackson.databind.json.JsonMapper;

/** Puts the parts of an {@link McpServer} together. */
final class ServerAssembly {

    /** Divisor of the heap size: the filters of all clients that listen to events may occupy this part of the heap. */
    private static final int FILTERS_HEAP_SHARE = 16;

    private final McpServerBuilder builder;

    private final ServerSettings settings;

    private final Workers workers;

    private final InstantSource clock = InstantSource.system();

    private final Sealer sealer;

    private final Instances instances;

    private final ServerEvents events;

    private final Refusals refusals = new Refusals();

    private final Shutdown shutdown = new Shutdown();

    private final ListeningStreams streams;

    private final Rates rates;

    ServerAssembly(McpServerBuilder builder, Workers workers) {
        this.builder = builder;
        this.settings = builder.settings;
        this.workers = workers;
        this.sealer = builder.secrets.isEmpty() ? Sealer.ofProcess() : new Sealer(builder.secrets);
        this.instances = new Instances(builder.instanceChannel, sealer);
        this.events = new ServerEvents(instances);
        this.streams = new ListeningStreams(settings.maxListeningStreams, settings.maxListeningStreamsPerCaller);
        this.rates = new Rates(all(McpRateLimiter.class));
    }

    ServerParts parts() {
        SingletonSupplier<BoundMethod.Calls> calls = SingletonSupplier.of(this::calls);
        SingletonSupplier<JsonMapper> mapper = SingletonSupplier.of(new ApplicationMapper(builder.application));
        Controllers controllers = new Controllers(
                builder.application,
                builder.path,
                settings.controllers,
                () -> calls.obtain().injected().conversion(),
                mapper::obtain);
        Tasks tasks = new Tasks(builder.taskStore, settings.tasks, events, instances, shutdown, refusals, clock);
        EntryContext entries = entries(calls, mapper, controllers);
        ToolFeature tools =
                new ToolFeature(entries, settings.tools, new Toolsets(settings.toolsets), tasks, controllers);
        PromptFeature prompts = new PromptFeature(entries, settings.promptPageSize, settings.promptResults);
        ResourceFeature resources = new ResourceFeature(entries, settings.resources, instances);
        CompletionFeature completion = new CompletionFeature(prompts, resources, entries);
        TaskFeature ofTasks = new TaskFeature(
                tasks, tools::hasTasks, (tool, exchange) -> tools.admit(tool, exchange, Tasks::unknown));
        Features features = new Features(List.of(tools, prompts, resources, completion, ofTasks));
        ServerDescription description = new ServerDescription(
                builder.implementation, builder.instructions, features::capabilities, builder.protocolVersions);
        RequiredMembers required = new RequiredMembers(description.implementation(), builder.cacheTtl);
        QuestionServices asking = asking(entries.argumentMapper());
        return new ServerParts(
                description,
                features,
                tools,
                prompts,
                resources,
                protection(),
                dispatcher(description, features, required, asking),
                required,
                events,
                refusals,
                limits(),
                new ServerState(sessions(), streams, asking.openQuestions(), tasks, workers.executor()),
                shutdown);
    }

    /** The limits that apply unless a bean of the application takes their place. */
    private EffectiveLimits limits() {
        boolean replaced = builder.application.containsBean(TimeLimit.BEAN);
        return new EffectiveLimits(settings.limits, replaced ? Duration.ZERO : settings.timeout);
    }

    private LegacySessions sessions() {
        return new LegacySessions(
                sealer,
                settings.sessions,
                new EndedSessions(
                        settings.sessions.maxAge(), all(McpEndedSessions.class).getIfAvailable()),
                instances,
                events,
                streams,
                shutdown,
                clock);
    }

    private McpDispatcher dispatcher(
            ServerDescription description, Features features, RequiredMembers required, QuestionServices asking) {
        Map<String, McpRequestHandler> handlers = features.handlers(required);
        new CoreHandlers(description).addTo(handlers);
        handlers.put(
                RequestMethod.LISTEN.value(),
                new ListenHandler(
                        features, events, streams, ByteBudget.ofHeap(FILTERS_HEAP_SHARE), shutdown, refusals));
        return new McpDispatcher(
                handlers,
                features::list,
                asking,
                shutdown,
                refusals,
                all(RequestObserver.class).getIfAvailable(() -> RequestObserver.NONE));
    }

    private EndpointProtection protection() {
        return new EndpointProtection(
                all(CallerLookup.class).getIfAvailable(() -> CallerLookup.PRINCIPAL),
                builder.origins,
                new ProtectedResource(builder.protectedResource(), builder.origins::isOwnHost),
                settings.initializeRate == null ? InitializeLimit.NONE : rates.ofInitialize(settings.initializeRate),
                new OpenEndpoint(settings.open),
                refusals);
    }

    private QuestionServices asking(JsonMapper mapper) {
        return new QuestionServices(
                new InputRounds(sealer, settings.timeToAnswer, clock),
                new Forms(mapper, all(McpSchemaCustomizer.class).orderedStream().toList()),
                // The other half of the workers remains available to calls that do not wait for a client.
                new OpenQuestions(settings.maxQuestions, workers.atOnce() / 2),
                settings.timeToAnswer);
    }

    private EntryContext entries(
            SingletonSupplier<BoundMethod.Calls> calls, SingletonSupplier<JsonMapper> mapper, EntryRules controllers) {
        ConfigurableApplicationContext application = builder.application;
        return new EntryContext(
                application,
                new AnnotatedMethods(application.getBeanFactory(), builder.beans),
                calls,
                mapper,
                new Access(
                        all(McpAccessRule.class),
                        () -> Stream.concat(all(EntryRules.class).orderedStream(), Stream.of(controllers)),
                        all(McpCallerScopes.class),
                        refusals),
                new Invocations(this::interceptors, all(McpToolExceptionResolver.class), refusals),
                events);
    }

    // Later than the server, because it collects beans of the application, which may depend on the server.
    private BoundMethod.Calls calls() {
        // An interface of spring-web, which can be asked for without the Servlet API.
        boolean isServlet = builder.application instanceof WebApplicationContext;
        return new BoundMethod.Calls(
                new InjectedParameters(builder.application, isServlet ? Set.of() : Set.of(ServerWebExchange.class)),
                workers.executor(),
                settings.maxCollected,
                all(BoundMethod.Security.class).getIfAvailable(() -> BoundMethod.Security.NONE));
    }

    // As with Spring Boot, a bean of the application takes the place of a limit by its name.
    private Stream<McpInterceptor> interceptors() {
        Map<String, McpInterceptor> limits = Map.of(
                CallLimiter.BEAN, new CallLimiter(settings.limits, refusals, rates),
                TimeLimit.BEAN, new TimeLimit(settings.timeout));
        return Stream.concat(
                limits.entrySet().stream()
                        .filter(limit -> !builder.application.containsBean(limit.getKey()))
                        .map(Map.Entry::getValue),
                all(McpInterceptor.class).orderedStream());
    }

    private <T> ObjectProvider<T> all(Class<T> type) {
        return builder.application.getBeanProvider(type);
    }
}
