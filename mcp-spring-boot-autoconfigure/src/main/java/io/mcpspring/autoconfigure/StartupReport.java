package io.mcpspring.autoconfigure;

import io.mcpspring.prompt.McpPrompts;
import io.mcpspring.protocol.Implementation;
import io.mcpspring.protocol.Prompt;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.protocol.Resource;
import io.mcpspring.protocol.ResourceTemplate;
import io.mcpspring.protocol.Tool;
import io.mcpspring.resource.McpResources;
import io.mcpspring.server.ServerDescription;
import io.mcpspring.tool.McpTools;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.event.EventListener;

/**
 * Says in one line of the log what is served, and warns of what models would miss. The line comes when the application
 * is ready, with what it has added until then.
 */
final class StartupReport {

    private static final Log logger = LogFactory.getLog(StartupReport.class);

    private static final int LONG_NAME = 64;

    private final ServerDescription server;

    private final String path;

    private final McpTools tools;

    private final McpPrompts prompts;

    private final McpResources resources;

    private final ConfigurableApplicationContext application;

    StartupReport(
            ServerDescription server,
            String path,
            McpTools tools,
            McpPrompts prompts,
            McpResources resources,
            ConfigurableApplicationContext application) {
        this.server = server;
        this.path = path;
        this.tools = tools;
        this.prompts = prompts;
        this.resources = resources;
        this.application = application;
    }

    @EventListener
    void log(ApplicationReadyEvent event) {
        if (event.getApplicationContext() == application) {
            log(tools.list(), prompts.list());
        }
    }

    private void log(List<Tool> tools, List<Prompt> prompts) {
        Implementation self = server.implementation();
        String served = Stream.of(
                        count(tools.size(), "tool"),
                        count(prompts.size(), "prompt"),
                        count(resources.list().size(), "resource"),
                        count(resources.templates().size(), "resource template"))
                .filter(part -> !part.isEmpty())
                .collect(Collectors.joining(", "));
        logger.info("MCP server '%s' %s at %s: %s, protocol %s"
                .formatted(
                        self.name(),
                        self.version(),
                        path,
                        served.isEmpty() ? "0 tools" : served,
                        versions(server.protocolVersions())));
        if (served.isEmpty()) {
            logger.warn("The MCP server has nothing to serve: no bean has an @McpTool, @McpPrompt or @McpResource"
                    + " method" + ForeignAnnotations.hint(application.getBeanFactory()));
        }
        logger.debug("Tools: " + tools.stream().map(Tool::name).toList() + ", prompts: "
                + prompts.stream().map(Prompt::name).toList() + ", resources: "
                + resources.list().stream().map(Resource::uri).toList() + ", resource templates: "
                + resources.templates().stream()
                        .map(ResourceTemplate::uriTemplate)
                        .toList());
        warn(
                "Tools without a description, which models will hardly use",
                tools.stream()
                        .filter(tool -> tool.description() == null)
                        .map(Tool::name)
                        .toList());
        warn(
                "Tools with names of more than " + LONG_NAME + " characters, which some clients cut",
                tools.stream()
                        .map(Tool::name)
                        .filter(name -> name.length() > LONG_NAME)
                        .toList());
        warn(
                "Prompts without a description, which people will hardly choose",
                prompts.stream()
                        .filter(prompt -> prompt.description() == null)
                        .map(Prompt::name)
                        .toList());
    }

    private static String count(int number, String what) {
        return number == 0 ? "" : number + " " + what + (number == 1 ? "" : "s");
    }

    private static void warn(String problem, List<String> names) {
        if (!names.isEmpty()) {
            logger.warn(problem + ": " + names);
        }
    }

    private static String versions(List<ProtocolVersion> newestFirst) {
        ProtocolVersion newest = newestFirst.get(0);
        ProtocolVersion oldest = newestFirst.get(newestFirst.size() - 1);
        return newest == oldest ? newest.value() : oldest + " to " + newest;
    }
}
