package io.mcpspring.autoconfigure;

import io.mcpspring.McpConfigurationException;
import io.mcpspring.entry.DefinitionTexts;
import io.mcpspring.protocol.Implementation;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.info.BuildProperties;
import org.springframework.core.env.Environment;
import org.springframework.util.StringUtils;

/** Determines the name, version and description that the server sends to clients. */
final class ServerIdentity {

    private ServerIdentity() {}

    static Implementation of(McpServerProperties properties, @Nullable BuildProperties build, Environment environment) {
        String name = first(properties.name(), environment.getProperty("spring.application.name"), "mcp-server");
        String version = first(
                properties.version(),
                build == null ? null : build.getVersion(),
                environment.getProperty("spring.application.version"),
                "0.0.0");
        new DefinitionTexts()
                .check("The name of the server", name)
                .check("mcp.server.title", properties.title())
                .check("mcp.server.description", properties.description())
                .check("mcp.server.instructions", properties.instructions())
                .refuse(McpConfigurationException::new);
        return new Implementation(
                name,
                version,
                properties.title(),
                properties.description(),
                properties.websiteUrl(),
                properties.icons().stream().map(IconProperties::icon).toList());
    }

    private static String first(@Nullable String... candidates) {
        for (String candidate : candidates) {
            if (StringUtils.hasText(candidate)) {
                return candidate;
            }
        }
        throw new IllegalArgumentException("No candidate has text");
    }
}
