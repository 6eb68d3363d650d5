package io.mcpspring.autoconfigure;

import io.mcpspring.Internal;
import java.util.Map;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Entries that are written for Spring AI, with the dependency mcp-spring-boot-spring-ai.
 *
 * @param annotations Whether to serve methods with annotations of Spring AI
 * @param toolCallbacks Whether to serve tool callbacks that are beans, and those of providers that are beans
 * @param clientTools Whether to serve the tools of other servers, which an MCP client of the application provides
 * @param mediaTypes Types of the images that tool callbacks return as Base64, by the names of the tools
 */
@Internal
public record SpringAiProperties(
        @DefaultValue("true") boolean annotations,
        @DefaultValue("true") boolean toolCallbacks,
        @DefaultValue("false") boolean clientTools,
        @DefaultValue Map<String, String> mediaTypes) {}
