package io.mcpspring.tool;

import io.mcpspring.Internal;
import io.mcpspring.annotation.McpTool;
import io.mcpspring.annotation.TaskSupport;
import io.mcpspring.listing.ListHandler;
import io.mcpspring.method.AnnotatedBeanMethod;
import io.mcpspring.method.AnnotatedMethods;
import io.mcpspring.method.InjectedParameters;
import io.mcpspring.protocol.ListToolsResult;
import io.mcpspring.schema.McpSchemaCustomizer;
import io.mcpspring.server.McpRequestHandler;
import io.mcpspring.server.ResultSeal;
import io.mcpspring.task.Tasks;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.context.ConfigurableApplicationContext;
import tools.jackson.databind.json.JsonMapper;

/** The door of this package: finds the tools of an application and serves them. */
@Internal
public final class ToolFeature {

    private ToolFeature() {}

    /** Handlers of {@code tools/list} and {@code tools/call}. */
    public static List<McpRequestHandler<?>> handlers(
            McpTools tools, ToolSettings settings, Tasks tasks, ResultSeal seal) {
        return List.of(
                new ListHandler(
                        "tools/list", tools.registry(), () -> true, settings.pageSize(), ListToolsResult::new, seal),
                new CallToolHandler(tools, List.of(new TimeLimitInterceptor(settings.timeout())), tasks));
    }

    /**
     * Puts all tools of an application into the registry; to be called once, when all singletons exist.
     *
     * @param workers runs the methods that block
     * @param injected knows the parameters that are no arguments
     * @throws io.mcpspring.method.McpMethodException if one of them cannot be served
     */
    public static void discover(
            McpTools tools,
            ToolSettings settings,
            ConfigurableApplicationContext application,
            Executor workers,
            InjectedParameters injected) {
        ConfigurableListableBeanFactory beans = application.getBeanFactory();
        ToolFactory factory = new ToolFactory(
                settings,
                beans.getBean(JsonMapper.class),
                all(McpSchemaCustomizer.class, beans),
                workers,
                injected,
                new ToolFailures(all(McpToolExceptionResolver.class, beans)),
                () -> ArgumentConstraints.validator(beans),
                application.getEnvironment()::resolveRequiredPlaceholders,
                application::getResource);
        List<RegisteredTool> found = new ArrayList<>();
        for (AnnotatedBeanMethod<McpTool> method : AnnotatedMethods.find(beans, McpTool.class)) {
            found.add(factory.create(method.annotation(), method));
        }
        all(McpToolDefinition.class, beans).forEach(definition -> found.add(factory.create(definition)));
        tools.start(found, factory);
    }

    /** Whether a call of one of the tools may become a task. */
    public static boolean hasTasks(McpTools tools) {
        return tools.registry().all().values().stream().anyMatch(tool -> tool.task() != TaskSupport.FORBIDDEN);
    }

    private static <T> List<T> all(Class<T> type, ConfigurableListableBeanFactory beans) {
        return beans.getBeanProvider(type).orderedStream().toList();
    }
}
