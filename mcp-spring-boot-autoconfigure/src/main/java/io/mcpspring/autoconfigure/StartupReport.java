package io.mcpspring.autoconfigure;

import io.mcpspring.protocol.Implementation;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.protocol.Tool;
import io.mcpspring.server.ServerDescription;
import java.util.List;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/** Says in one line of the log what is served, and warns of what models would miss. */
final class StartupReport {

    private static final Log logger = LogFactory.getLog(StartupReport.class);

    private static final int LONG_NAME = 64;

    private StartupReport() {
    }

    static void log(ServerDescription server, String path, List<Tool> tools) {
        Implementation self = server.implementation();
        logger.info("MCP server '%s' %s at %s: %d %s, protocol %s".formatted(self.name(), self.version(), path,
                tools.size(), tools.size() == 1 ? "tool" : "tools", versions(server.protocolVersions())));
        logger.debug("Tools: " + tools.stream().map(Tool::name).toList());
        if (tools.isEmpty()) {
            logger.warn("The MCP server has nothing to serve: no bean has an @McpTool method");
        }
        warn("without a description, which models will hardly use",
                tools.stream().filter(tool -> tool.description() == null).toList());
        warn("with names of more than " + LONG_NAME + " characters, which some clients cut",
                tools.stream().filter(tool -> tool.name().length() > LONG_NAME).toList());
    }

    private static void warn(String problem, List<Tool> tools) {
        if (!tools.isEmpty()) {
            logger.warn("Tools " + problem + ": " + tools.stream().map(Tool::name).toList());
        }
    }

    private static String versions(List<ProtocolVersion> newestFirst) {
        ProtocolVersion newest = newestFirst.get(0);
        ProtocolVersion oldest = newestFirst.get(newestFirst.size() - 1);
        return newest == oldest ? newest.value() : oldest + " to " + newest;
    }
}
