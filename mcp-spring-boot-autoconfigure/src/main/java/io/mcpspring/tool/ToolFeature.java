package io.mcpspring.tool;

import io.mcpspring.annotation.McpTool;
import io.mcpspring.method.AnnotatedBeanMethod;
import io.mcpspring.method.AnnotatedMethods;
import io.mcpspring.protocol.Tool;
import io.mcpspring.server.McpRequestHandler;
import io.mcpspring.server.ResultSeal;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.env.Environment;
import org.springframework.core.io.ResourceLoader;
import tools.jackson.databind.json.JsonMapper;

/** The door of this package: finds the tools of an application and serves them. */
public final class ToolFeature {

    private static final Log logger = LogFactory.getLog(ToolFeature.class);

    private static final int LONG_NAME = 64;

    private ToolFeature() {
    }

    /** Handlers of {@code tools/list} and {@code tools/call}. */
    public static List<McpRequestHandler<?>> handlers(McpTools tools, ToolSettings settings, ResultSeal seal) {
        return List.of(new ListToolsHandler(tools, settings.pageSize(), seal),
                new CallToolHandler(tools, List.of(new TimeLimit(settings.timeout()))));
    }

    /**
     * Puts all tools of an application into the registry; to be called once, when all singletons exist.
     *
     * @throws io.mcpspring.method.McpMethodException if one of them cannot be served
     */
    public static void discover(McpTools tools, ToolSettings settings, Application application) {
        ToolFactory factory = new ToolFactory(settings, application.mapper(), application.schemaCustomizers(),
                application.workers(), new ToolFailures(application.exceptionResolvers()),
                application.environment()::resolveRequiredPlaceholders, application.resources()::getResource);
        List<RegisteredTool> found = new ArrayList<>();
        for (AnnotatedBeanMethod<McpTool> method : AnnotatedMethods.find(application.beans(), McpTool.class)) {
            found.add(factory.create(method.annotation(), method));
        }
        application.definitions().forEach(definition -> found.add(factory.create(definition)));
        tools.set(found);
        warn(tools);
    }

    private static void warn(McpTools tools) {
        List<String> silent = tools.list().stream().filter(tool -> tool.description() == null)
                .map(Tool::name).toList();
        if (!silent.isEmpty()) {
            logger.warn("Tools without a description, which models will hardly use: " + silent);
        }
        List<String> tooLong = tools.all().keySet().stream().filter(name -> name.length() > LONG_NAME).toList();
        if (!tooLong.isEmpty()) {
            logger.warn("Tools with names of more than " + LONG_NAME + " characters, which some clients cut: "
                    + tooLong);
        }
    }

    /** What tools need of the application. */
    public record Application(ConfigurableListableBeanFactory beans, List<McpToolDefinition> definitions,
            JsonMapper mapper, List<McpSchemaCustomizer> schemaCustomizers, Executor workers,
            List<McpToolExceptionResolver> exceptionResolvers, Environment environment, ResourceLoader resources) {
    }
}
