package io.mcpspring.tool;

import io.mcpspring.protocol.CallToolResult;
import io.mcpspring.protocol.Content;
import io.mcpspring.protocol.JsonValue;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.protocol.Tool;
import io.mcpspring.protocol.ToolAnnotations;
import io.mcpspring.schema.JsonSchemas;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** How tools and their results look in a revision (tools digest, section 8): what it does not know is left out. */
final class ToolProjection {

    private ToolProjection() {}

    static Tool of(Tool tool, ProtocolVersion version) {
        if (version.isModern()) {
            return tool;
        }
        boolean titles = version.isAtLeast(ProtocolVersion.V2025_06_18);
        boolean icons = version.isAtLeast(ProtocolVersion.V2025_11_25);
        return new Tool(
                tool.name(),
                titles ? tool.title() : null,
                tool.description(),
                withoutHeaders(tool.inputSchema()),
                outputSchema(tool.outputSchema(), version),
                titles ? tool.annotations() : titled(tool.annotations(), tool.title()),
                icons ? tool.icons() : List.of(),
                titles ? tool.meta() : null);
    }

    static CallToolResult of(CallToolResult result, RegisteredTool tool, ProtocolVersion version) {
        if (version.isModern()) {
            return result;
        }
        List<Content> content = version.isAtLeast(ProtocolVersion.V2025_11_25)
                ? result.content()
                : result.content().stream().map(block -> block.in(version)).toList();
        Object structured =
                version.isAtLeast(ProtocolVersion.V2025_06_18) && result.structuredContent() instanceof JsonValue json
                        ? object(json, tool.definition())
                        : null;
        return new CallToolResult(content, structured, result.isError(), result.meta());
    }

    private static @Nullable JsonNode outputSchema(@Nullable JsonNode schema, ProtocolVersion version) {
        if (schema == null || !version.isAtLeast(ProtocolVersion.V2025_06_18)) {
            return null;
        }
        return JsonSchemas.isObjectRoot(schema) ? schema : JsonSchemas.wrapped(schema);
    }

    private static JsonNode withoutHeaders(JsonNode schema) {
        if (schema.findValue(HeaderParameters.KEYWORD) == null) {
            return schema;
        }
        JsonNode copy = schema.deepCopy();
        removeHeaders(copy);
        return copy;
    }

    private static void removeHeaders(JsonNode node) {
        if (node instanceof ObjectNode object
                && object.path(HeaderParameters.KEYWORD).isString()) {
            object.remove(HeaderParameters.KEYWORD);
        }
        node.forEach(ToolProjection::removeHeaders);
    }

    private static @Nullable ToolAnnotations titled(@Nullable ToolAnnotations hints, @Nullable String title) {
        if (title == null) {
            return hints;
        }
        return hints == null
                ? new ToolAnnotations(title, null, null, null, null)
                : new ToolAnnotations(
                        hints.title() == null ? title : hints.title(),
                        hints.readOnlyHint(),
                        hints.destructiveHint(),
                        hints.idempotentHint(),
                        hints.openWorldHint());
    }

    // The older revisions know structured content as an object only; value and schema are wrapped alike.
    private static JsonValue object(JsonValue json, Tool tool) {
        boolean object =
                tool.outputSchema() != null ? JsonSchemas.isObjectRoot(tool.outputSchema()) : json.utf8()[0] == '{';
        if (object) {
            return json;
        }
        ByteArrayOutputStream wrapped = new ByteArrayOutputStream(json.utf8().length + 12);
        wrapped.writeBytes("{\"result\":".getBytes(StandardCharsets.US_ASCII));
        wrapped.writeBytes(json.utf8());
        wrapped.write('}');
        return JsonValue.ofUtf8(wrapped.toByteArray());
    }
}
