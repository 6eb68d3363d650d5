package io.mcpspring.autoconfigure;

import io.mcpspring.McpConfigurationException;
import io.mcpspring.entry.DefinitionTexts;
import io.mcpspring.protocol.Icon;
import io.mcpspring.protocol.Implementation;
import io.mcpspring.validation.DeclarationException;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.info.BuildProperties;
import org.springframework.core.env.Environment;
import org.springframework.util.StringUtils;

/** Determines the name, version and description that the server sends to clients. */
final class ServerIdentity {

    private ServerIdentity() {}

    static Implementation of(McpServerProperties properties, @Nullable BuildProperties build, Environment environment) {
        String name = first("mcp-server", properties.name(), environment.getProperty("spring.application.name"));
        String version = first(
                "0.0.0",
                properties.version(),
                build == null ? null : build.getVersion(),
                environment.getProperty("spring.application.version"));
        try {
            DefinitionTexts.check("The name of the server", name);
            DefinitionTexts.check("mcp.server.title", properties.title());
            DefinitionTexts.check("mcp.server.description", properties.description());
            DefinitionTexts.check("mcp.server.instructions", properties.instructions());
        } catch (DeclarationException ex) {
            throw new McpConfigurationException(ex.reason() + '.', ex.cure() + '.');
        }
        List<Icon> icons = properties.icons().stream().map(IconProperties::icon).toList();
        return new Implementation(
                name, version, properties.title(), properties.description(), properties.websiteUrl(), icons);
    }

    private static String first(String last, @Nullable String... candidates) {
        return Stream.of(candidates).filter(StringUtils::hasText).findFirst().orElse(last);
    }
}
