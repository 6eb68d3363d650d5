package io.mcpspring.test;

import org.springframework.http.HttpHeaders;
import tools.jackson.databind.JsonNode;

/** The headers in which a modern client repeats arguments of a tool. */
final class MirroredArguments {

    private MirroredArguments() {}

    static HttpHeaders headers(JsonNode inputSchema, JsonNode arguments) {
        HttpHeaders headers = new HttpHeaders();
        collect(inputSchema, arguments, headers);
        return headers;
    }

    private static void collect(JsonNode schema, JsonNode value, HttpHeaders headers) {
        schema.path("properties").forEachEntry((name, property) -> {
            JsonNode argument = value.path(name);
            String header = property.path("x-mcp-header").stringValue(null);
            if (header != null && argument.isValueNode() && !argument.isNull()) {
                headers.set("Mcp-Param-" + header, ProtocolClient.visible(argument.asString()));
            }
            collect(property, argument, headers);
        });
    }
}
