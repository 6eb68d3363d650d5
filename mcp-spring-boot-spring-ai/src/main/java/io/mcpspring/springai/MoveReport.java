package io.mcpspring.springai;

import java.lang.reflect.Method;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.ai.mcp.annotation.common.McpPredicates;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.ConfigurationPropertyState;
import org.springframework.context.event.EventListener;
import org.springframework.core.env.Environment;

/**
 * Warns of what is different after the move from Spring AI's server.
 *
 * @param annotated the methods that are served
 */
record MoveReport(AnnotatedEntries annotated, Environment environment) {

    private static final Log logger = LogFactory.getLog(MoveReport.class);

    private static final String PREFIX = "spring.ai.mcp.server.";

    private static final String NOT_NEEDED = "not needed";

    private static final String NOT_SUPPORTED = "not supported";

    /** What replaces the properties of Spring AI's server. */
    private static final Map<String, String> PROPERTIES = properties();

    private static Map<String, String> properties() {
        Map<String, String> properties = new LinkedHashMap<>();
        Stream.of("enabled", "name", "version", "instructions")
                .forEach(name -> properties.put(name, "mcp.server." + name));
        properties.put("streamable-http.mcp-endpoint", "mcp.server.http.path");
        properties.put("streamable-http.keep-alive-interval", "mcp.server.http.sse.keep-alive");
        properties.put("keep-alive-interval", "mcp.server.http.sse.keep-alive");
        properties.put("request-timeout", "mcp.server.client.request-timeout");
        properties.put("annotation-scanner.enabled", "mcp.server.spring-ai.annotations");
        properties.put("tool-callback-converter", "mcp.server.spring-ai.tool-callbacks");
        properties.put("tool-response-mime-type", "mcp.server.spring-ai.media-types");
        properties.put("expose-mcp-client-tools", "mcp.server.spring-ai.client-tools");
        Stream.of(
                        "protocol",
                        "type",
                        "capabilities",
                        "resource-change-notification",
                        "tool-change-notification",
                        "prompt-change-notification",
                        "streamable-http.disallow-delete")
                .forEach(name -> properties.put(name, NOT_NEEDED));
        Stream.of("stdio", "base-url", "sse-endpoint", "sse-message-endpoint")
                .forEach(name -> properties.put(name, NOT_SUPPORTED));
        return properties;
    }

    @EventListener
    void log(ApplicationReadyEvent event) {
        String ineffective = PROPERTIES.entrySet().stream()
                .filter(property -> isSet(property.getKey()))
                .map(property -> PREFIX + property.getKey() + " (" + property.getValue() + ")")
                .collect(Collectors.joining(", "));
        if (!ineffective.isEmpty()) {
            logger.warn(
                    "Properties of Spring AI's server that have no effect, with what replaces them: " + ineffective);
        }
        List<String> added = added();
        if (!added.isEmpty()) {
            logger.warn(
                    "Methods that Spring AI's server did not serve, because of its type or protocol, and that clients"
                            + " can use now: " + added);
        }
    }

    private boolean isSet(String property) {
        ConfigurationPropertyName name = ConfigurationPropertyName.of(PREFIX + property);
        for (var source : ConfigurationPropertySources.get(environment)) {
            if (source.getConfigurationProperty(name) != null
                    || source.containsDescendantOf(name) == ConfigurationPropertyState.PRESENT) {
                return true;
            }
        }
        return false;
    }

    private List<String> added() {
        boolean stateless = "STATELESS".equalsIgnoreCase(environment.getProperty(PREFIX + "protocol"));
        boolean sync = environment.getProperty(PREFIX + "type", "SYNC").equalsIgnoreCase("SYNC");
        // Without any method of its type, the server was of the other one, whose property has been removed.
        boolean mixed = annotated.methods().anyMatch(method -> ToolMethod.isReactive(method.method()) != sync);
        Predicate<Method> asking =
                McpPredicates.filterMethodWithBidirectionalParameters().negate();
        return annotated
                .methods()
                .filter(method -> mixed && ToolMethod.isReactive(method.method()) == sync
                        || stateless && asking.test(method.method()))
                .map(Object::toString)
                .toList();
    }
}
