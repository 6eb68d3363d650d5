package io.mcpspring.conformance;

import io.mcpspring.annotation.McpResource;
import io.mcpspring.annotation.McpTool;
import io.mcpspring.annotation.McpToolParam;
import io.mcpspring.tool.McpArguments;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;

/** Tools and a template for the project's own checks, with input that is expensive to check and results of any size. */
@Component
class InputTools {

    private static final String SCHEMA = "classpath:schemas/checked-input.json";

    @McpTool(
            name = "test_checked_input",
            description = "Checks its input against patterns, formats and sizes",
            inputSchema = SCHEMA)
    Mono<String> checked(McpArguments arguments) {
        return Mono.just("Accepted");
    }

    @McpTool(
            name = "test_blocking_checked_input",
            description = "Checks its input on a thread of its own",
            inputSchema = SCHEMA)
    String blockingChecked(McpArguments arguments) {
        return "Accepted";
    }

    @McpTool(
            name = "test_large_result",
            description = "Returns a text of the size that is asked for",
            maxTextSize = "4MB")
    Mono<String> large(@McpToolParam(description = "Size in kilobytes") int kilobytes) {
        return Mono.just("x".repeat(1024 * Math.min(kilobytes, 4096)));
    }

    @McpResource(
            uri = "test://tables/{schema}.{table}",
            name = "table",
            description = "A table of a schema",
            mimeType = "text/plain")
    String table(String schema, String table) {
        return "Table " + table + " of " + schema;
    }
}
