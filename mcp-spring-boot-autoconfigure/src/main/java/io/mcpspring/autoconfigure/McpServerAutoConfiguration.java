package io.mcpspring.autoconfigure;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigureOrder;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.autoconfigure.task.TaskExecutionAutoConfiguration;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.context.annotation.Import;
import org.springframework.core.Ordered;

/** Auto-configuration of the MCP server, apart from its endpoint. */
// Every auto-configuration of this library has the lowest precedence, which places it after those of Spring Boot. With
// @AutoConfiguration(after = ...) alone, Spring Boot would process its own configurations earlier, which changes the
// result of their conditions.
@AutoConfigureOrder(Ordered.LOWEST_PRECEDENCE)
@AutoConfiguration(after = {JacksonAutoConfiguration.class, TaskExecutionAutoConfiguration.class})
@ConditionalOnWebApplication
@ConditionalOnBooleanProperty(name = "mcp.server.enabled", matchIfMissing = true)
@EnableConfigurationProperties(McpServerProperties.class)
@Import({
    AuditConfiguration.class,
    ServerConfiguration.class,
    ExecutionConfiguration.class,
    SecurityConfiguration.class,
    SecretsConfiguration.class,
    RevisionConverter.class,
    LifecycleConfiguration.class
})
public final class McpServerAutoConfiguration {

    // Only Spring creates it.
    McpServerAutoConfiguration() {}
}
