package io.mcpspring.autoconfigure;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.context.annotation.Bean;

/** Auto-configuration that logs a warning in a servlet application, which the server does not support. */
@AutoConfiguration
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@ConditionalOnBooleanProperty(name = "mcp.server.enabled", matchIfMissing = true)
public final class McpServletAutoConfiguration {

    private static final Log logger = LogFactory.getLog(McpServletAutoConfiguration.class);

    @Bean
    SmartInitializingSingleton mcpServletWarning() {
        return () -> logger.warn("No MCP server is started: this is a servlet application, and the server needs"
                + " spring.main.web-application-type=reactive");
    }
}
