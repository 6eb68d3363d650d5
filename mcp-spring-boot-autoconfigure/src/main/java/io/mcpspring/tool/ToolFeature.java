package io.mcpspring.tool;

import io.mcpspring.Internal;
import io.mcpspring.annotation.McpTool;
import io.mcpspring.annotation.McpTool.TaskSupport;
import io.mcpspring.event.ListChanged;
import io.mcpspring.event.ServerEvent;
import io.mcpspring.event.ServerEvents;
import io.mcpspring.exchange.Exchange;
import io.mcpspring.listing.ListHandler;
import io.mcpspring.listing.Registry;
import io.mcpspring.method.AnnotatedBeanMethod;
import io.mcpspring.method.AnnotatedMethods;
import io.mcpspring.method.BoundMethod;
import io.mcpspring.method.Invocations;
import io.mcpspring.protocol.ListToolsResult;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.protocol.ServerCapabilities;
import io.mcpspring.protocol.Tool;
import io.mcpspring.schema.McpSchemaCustomizer;
import io.mcpspring.server.Feature;
import io.mcpspring.server.McpRequestHandler;
import io.mcpspring.server.ResultSeal;
import io.mcpspring.task.Tasks;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.util.function.SingletonSupplier;
import tools.jackson.databind.json.JsonMapper;

/** Finds the tools of an application and serves them. */
@Internal
public final class ToolFeature implements Feature {

    private static final int LONG_NAME = 64;

    private final Registry<RegisteredTool> registry = new Registry<>("tool");

    private final ConfigurableListableBeanFactory beans;

    private final SingletonSupplier<ToolFactory> factory;

    private final Invocations invocations;

    private final ToolSettings settings;

    private final Tasks tasks;

    private final McpTools tools;

    /** @param calls how methods are called; available when all singletons exist */
    public ToolFeature(
            ConfigurableApplicationContext application,
            ObjectProvider<BoundMethod.Calls> calls,
            Invocations invocations,
            ToolSettings settings,
            ServerEvents events,
            Tasks tasks) {
        this.beans = application.getBeanFactory();
        this.factory = SingletonSupplier.of(() -> factory(application, calls.getObject()));
        this.invocations = invocations;
        this.settings = settings;
        this.tasks = tasks;
        this.tools = new McpTools(registry, factory, events);
    }

    private ToolFactory factory(ConfigurableApplicationContext application, BoundMethod.Calls calls) {
        return new ToolFactory(
                settings,
                beans.getBean(JsonMapper.class),
                all(McpSchemaCustomizer.class).toList(),
                calls,
                () -> ArgumentConstraints.validator(beans),
                application.getEnvironment()::resolveRequiredPlaceholders,
                application::getResource);
    }

    private <T> Stream<T> all(Class<T> type) {
        return beans.getBeanProvider(type).orderedStream();
    }

    /** Returns the tools as applications read and change them. */
    public McpTools tools() {
        return tools;
    }

    /** Whether a call of one of the tools may become a task. */
    public boolean hasTasks() {
        return registry.all().values().stream().anyMatch(tool -> tool.task() != TaskSupport.FORBIDDEN);
    }

    @Override
    public List<McpRequestHandler<?>> handlers(ResultSeal seal) {
        return List.of(
                new ListHandler("tools/list", registry, () -> true, settings.pageSize(), ListToolsResult::new, seal),
                new CallToolHandler(registry, invocations, tasks));
    }

    @Override
    public void describe(ServerCapabilities.Builder capabilities, ProtocolVersion version) {
        capabilities.tools();
    }

    @Override
    public void discover() {
        List<RegisteredTool> found = new ArrayList<>();
        for (AnnotatedBeanMethod<McpTool> method : AnnotatedMethods.find(beans, McpTool.class)) {
            found.add(factory.obtain().create(method.annotation(), method));
        }
        all(McpToolDefinition.class)
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
    public boolean offers(ServerEvent event, Exchange exchange) {
        return event.equals(ListChanged.TOOLS);
    }

    @Override
    public List<Inventory> inventory() {
        return List.of(new Inventory("tool", names(tool -> true)));
    }

    @Override
    public List<String> warnings() {
        List<String> undescribed = names(tool -> tool.description() == null);
        List<String> longNames = names(tool -> tool.name().length() > LONG_NAME);
        List<String> warnings = new ArrayList<>();
        if (!undescribed.isEmpty()) {
            warnings.add("Tools without a description, which models rarely use: " + undescribed);
        }
        if (!longNames.isEmpty()) {
            warnings.add("Tools with names of more than " + LONG_NAME + " characters, which some clients truncate: "
                    + longNames);
        }
        return warnings;
    }

    private List<String> names(Predicate<Tool> condition) {
        return tools.list().stream().filter(condition).map(Tool::name).toList();
    }
}
