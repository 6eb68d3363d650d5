package io.mcpspring.console;

import io.mcpspring.http.BrowserPage;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ImportRuntimeHints;

/** Auto-configuration of the console, which {@code mcp.server.console.enabled} enables. */
@AutoConfiguration
@ConditionalOnWebApplication
@ConditionalOnBooleanProperty(name = "mcp.server.enabled", matchIfMissing = true)
@ConditionalOnBooleanProperty("mcp.server.console.enabled")
@ImportRuntimeHints(Console.Hints.class)
public final class McpConsoleAutoConfiguration {

    // Only Spring creates it.
    McpConsoleAutoConfiguration() {}

    @Bean("io.mcpspring.console")
    BrowserPage mcpConsole() {
        return new Console();
    }
}
