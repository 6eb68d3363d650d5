package io.mcpspring.tool;

import io.mcpspring.Internal;
import io.mcpspring.annotation.McpTool;
import io.mcpspring.annotation.McpTool.TaskSupport;
import io.mcpspring.constraint.ArgumentValidation;
import io.mcpspring.entry.Access;
import io.mcpspring.entry.Guard;
import io.mcpspring.entry.ListHandler;
import io.mcpspring.entry.Registry;
import io.mcpspring.event.ListChanged;
import io.mcpspring.event.ServerEvent;
import io.mcpspring.event.ServerEvents;
import io.mcpspring.exchange.Exchange;
import io.mcpspring.method.AnnotatedBeanMethod;
import io.mcpspring.method.AnnotatedMethods;
import io.mcpspring.method.BoundMethod;
import io.mcpspring.method.Invocations;
import io.mcpspring.protocol.JsonValue;
import io.mcpspring.protocol.ListToolsResult;
import io.mcpspring.protocol.McpProtocolException;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.protocol.RequestMethod;
import io.mcpspring.protocol.ServerCapabilities;
import io.mcpspring.protocol.Tool;
import io.mcpspring.protocol.ToolAnnotations;
import io.mcpspring.schema.McpSchemaCustomizer;
import io.mcpspring.server.Feature;
import io.mcpspring.server.McpRequestHandler;
import io.mcpspring.server.ResultSeal;
import io.mcpspring.task.Tasks;
import io.mcpspring.text.DestructiveNames;
import io.mcpspring.text.SecretNames;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.util.function.SingletonSupplier;
import reactor.core.publisher.Mono;
import tools.jackson.databind.json.JsonMapper;

/** Finds the tools of an application and serves them. */
@Internal
public final class ToolFeature implements Feature {

    private static final int LONG_NAME = 64;

    private final Registry<RegisteredTool> registry = new Registry<>("tool");

    private final Supplier<Boolean> hasTasks =
            registry.derive(all -> all.values().stream().anyMatch(tool -> tool.task() != TaskSupport.FORBIDDEN));

    private final ConfigurableListableBeanFactory beans;

    private final AnnotatedMethods annotatedMethods;

    private final SingletonSupplier<ToolFactory> factory;

    private final Access access;

    private final Invocations invocations;

    private final ToolSettings settings;

    private final Tasks tasks;

    private final McpTools tools;

    /**
     * @param calls how methods are called; available when all singletons exist
     * @param mapper the mapper of the application, which may depend on the features
     */
    public ToolFeature(
            ConfigurableApplicationContext application,
            AnnotatedMethods annotatedMethods,
            Supplier<BoundMethod.Calls> calls,
            Supplier<JsonMapper> mapper,
            Access access,
            Invocations invocations,
            ToolSettings settings,
            ServerEvents events,
            Tasks tasks) {
        this.beans = application.getBeanFactory();
        this.annotatedMethods = annotatedMethods;
        this.factory = SingletonSupplier.of(() -> factory(application, calls.get(), mapper.get()));
        this.access = access;
        this.invocations = invocations;
        this.settings = settings;
        this.tasks = tasks;
        this.tools = new McpTools(registry, factory, events);
    }

    private ToolFactory factory(
            ConfigurableApplicationContext application, BoundMethod.Calls calls, JsonMapper mapper) {
        return new ToolFactory(
                settings,
                mapper,
                beans.getBeanProvider(McpSchemaCustomizer.class).orderedStream().toList(),
                calls,
                access,
                ArgumentValidation.of(application),
                application.getEnvironment()::resolveRequiredPlaceholders,
                application::getResource);
    }

    /** Returns the tools as applications read and change them. */
    public McpTools tools() {
        return tools;
    }

    /** Whether usual calls of one of the tools need the library for validation. */
    public boolean needsValidator() {
        return registry.all().values().stream().anyMatch(RegisteredTool::needsValidator);
    }

    /** Whether a call of one of the tools may become a task. */
    public boolean hasTasks() {
        return hasTasks.get();
    }

    /**
     * Completes if the caller of a request may use a tool; the tasks of a tool that was removed remain available.
     *
     * @param unknown creates the error for a tool that the caller must not know
     */
    public Mono<Void> admit(String name, Exchange exchange, Supplier<McpProtocolException> unknown) {
        RegisteredTool tool = registry.find(name);
        return tool == null
                ? Mono.empty()
                : tool.guard().admit(tool, exchange, unknown).then();
    }

    @Override
    public Map<RequestMethod, McpRequestHandler<?>> handlers(ResultSeal seal) {
        return Map.of(
                RequestMethod.LIST_TOOLS, new ListHandler(registry, settings.pageSize(), ListToolsResult::new, seal),
                RequestMethod.CALL_TOOL, new CallToolHandler(registry, invocations, tasks));
    }

    @Override
    public void describe(ServerCapabilities.Builder capabilities, ProtocolVersion version) {
        capabilities.tools();
    }

    @Override
    public void discover() {
        List<RegisteredTool> found = new ArrayList<>();
        for (AnnotatedBeanMethod<McpTool> method : annotatedMethods.with(McpTool.class)) {
            found.add(factory.obtain().create(method.annotation(), method));
        }
        annotatedMethods
                .beans(McpToolDefinition.class)
                .forEach(definition -> found.add(factory.obtain().create(definition)));
        registry.start(
                found,
                (tool, other) -> tool.method()
                        .refused(
                                "There is another tool '" + tool.name() + "': " + describe(other) + ".",
                                "Give one of them another name."));
    }

    private static String describe(RegisteredTool tool) {
        return tool.method() instanceof AnnotatedBeanMethod<?> ofBean
                ? ofBean.describe() + " of bean '" + ofBean.beanName() + "'"
                : tool.method().describe();
    }

    @Override
    public Mono<Boolean> offers(ServerEvent event, Exchange exchange) {
        return Mono.just(event.equals(ListChanged.TOOLS));
    }

    @Override
    public Stream<Guard> entries(ListChanged list) {
        return list == ListChanged.TOOLS ? registry.all().values().stream().map(RegisteredTool::guard) : Stream.empty();
    }

    @Override
    public List<Inventory> inventory() {
        return List.of(new Inventory("tool", names(tool -> true)));
    }

    @Override
    public List<Entry> entries() {
        return registry.described();
    }

    @Override
    public Map<String, JsonValue> definitions() {
        return registry.definitions();
    }

    @Override
    public List<String> warnings() {
        List<String> undescribed = names(tool -> tool.description() == null);
        List<String> harmless =
                names(tool -> claimsToDestroyNothing(tool) && DestructiveNames.isDestructive(tool.name()));
        List<String> longNames = names(tool -> tool.name().length() > LONG_NAME);
        List<String> warnings = new ArrayList<>();
        if (!undescribed.isEmpty()) {
            warnings.add("Tools without a description, which models rarely use: " + undescribed);
        }
        if (!longNames.isEmpty()) {
            warnings.add("Tools with names of more than " + LONG_NAME + " characters, which some clients truncate: "
                    + longNames);
        }
        if (!harmless.isEmpty()) {
            warnings.add("Tools whose names announce a deletion, but whose hints say that they destroy nothing, so that"
                    + " clients may call them without asking the user: " + harmless);
        }
        List<String> secrets = tools.list().stream()
                .filter(tool -> !SecretNames.in(tool.inputSchema()).isEmpty())
                .map(tool -> tool.name() + SecretNames.in(tool.inputSchema()))
                .toList();
        if (!secrets.isEmpty()) {
            warnings.add("Tools with parameters that seem to be secrets, which language models and their logs would get"
                    + " to know: " + secrets);
        }
        return warnings;
    }

    private static boolean claimsToDestroyNothing(Tool tool) {
        ToolAnnotations hints = tool.annotations();
        return hints != null
                && (Boolean.FALSE.equals(hints.destructiveHint()) || Boolean.TRUE.equals(hints.readOnlyHint()));
    }

    private List<String> names(Predicate<Tool> condition) {
        return tools.list().stream().filter(condition).map(Tool::name).toList();
    }
}
