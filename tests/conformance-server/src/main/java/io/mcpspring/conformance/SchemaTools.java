package io.mcpspring.conformance;

import io.mcpspring.annotation.McpTool;
import io.mcpspring.annotation.McpToolParam;
import io.mcpspring.tool.McpArguments;
import java.util.Optional;
import org.springframework.stereotype.Component;

/** Tools for checks of their schemas. */
@Component
class SchemaTools {

    record Weather(String city, double temperature) {}

    @McpTool(
            name = "json_schema_2020_12_tool",
            description = "Takes arguments that many schema keywords describe",
            inputSchema = "classpath:schemas/json-schema-2020-12.json")
    String described(McpArguments arguments) {
        return arguments.json().toString();
    }

    @McpTool(name = "test_structured_output", description = "Returns the weather in a city")
    Weather weather(@McpToolParam(description = "Name of the city") String city) {
        return new Weather(city, 21.5);
    }

    @McpTool(name = "test_x_mcp_header", description = "Takes arguments that are repeated in HTTP headers")
    String mirrored(
            @McpToolParam(description = "Where the work is done", header = "Region") Optional<String> region,
            @McpToolParam(description = "How urgent it is", header = "Priority") Optional<Integer> priority,
            @McpToolParam(description = "Whether to say more", header = "Verbose") Optional<Boolean> verbose,
            @McpToolParam(description = "Not repeated in a header") Optional<String> note,
            McpArguments arguments) {
        return arguments.json().toString();
    }
}
