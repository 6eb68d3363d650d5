package io.mcpspring.lifecycle;

import io.mcpspring.Internal;
import io.mcpspring.McpServer;
import io.mcpspring.protocol.Implementation;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.server.Features;
import io.mcpspring.server.ServerDescription;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.Environment;

/**
 * Logs one line about the server and its entries, and warnings about them.
 *
 * @param path the path of the endpoint
 */
@Internal
public record StartupReport(McpServer server, String path, ConfigurableApplicationContext application) {

    private static final Log logger = LogFactory.getLog(StartupReport.class);

    public void log() {
        Features features = server.parts().features();
        Map<String, List<String>> served = features.inventory();
        log(served);
        warnAboutLimits(served);
        features.warnings().forEach(logger::warn);
    }

    private void warnAboutLimits(Map<String, List<String>> served) {
        Set<String> unknown =
                new TreeSet<>(server.parts().limits().settings().entries().keySet());
        served.values().forEach(unknown::removeAll);
        if (!unknown.isEmpty()) {
            logger.warn("Limits without an entry (mcp.server.limits.entries): " + String.join(", ", unknown));
        }
    }

    /** Returns the URL of the endpoint, or its path if the application does not run a web server. */
    private String url() {
        Environment environment = application.getEnvironment();
        String port = environment.getProperty("local.server.port");
        if (port == null) {
            return path;
        }
        String host = environment.getProperty("server.address", "localhost");
        return "%s://%s:%s%s".formatted(scheme(environment), host.contains(":") ? "[" + host + "]" : host, port, path);
    }

    private static String scheme(Environment environment) {
        boolean configured = Binder.get(environment)
                .bind("server.ssl", Bindable.mapOf(String.class, Object.class))
                .isBound();
        return configured && environment.getProperty("server.ssl.enabled", Boolean.class, true) ? "https" : "http";
    }

    private void log(Map<String, List<String>> served) {
        ServerDescription description = server.parts().description();
        Implementation self = description.implementation();
        String counts = served.entrySet().stream()
                .map(names -> count(names.getKey(), names.getValue()))
                .collect(Collectors.joining(", "));
        String entries = served.isEmpty() ? "0 tools" : counts;
        String versions = versions(description.protocolVersions());
        logger.info("MCP server '%s' %s at %s: %s, protocol %s"
                .formatted(self.name(), self.version(), url(), entries, versions));
        if (served.isEmpty()) {
            logger.warn("The MCP server has nothing to serve: no bean has an @McpTool, @McpPrompt or @McpResource"
                    + " method");
        }
        ForeignAnnotations.report(application.getBeanFactory()).forEach(reason -> logger.warn("Not served: " + reason));
        served.forEach((kind, names) -> logger.debug("Serving " + count(kind, names) + ": " + names));
    }

    private static String count(String kind, List<String> names) {
        return names.size() + " " + kind + (names.size() == 1 ? "" : "s");
    }

    private static String versions(List<ProtocolVersion> newestFirst) {
        ProtocolVersion newest = newestFirst.get(0);
        ProtocolVersion oldest = newestFirst.get(newestFirst.size() - 1);
        return newest == oldest ? newest.value() : oldest + " to " + newest;
    }
}
