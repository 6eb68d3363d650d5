package io.mcpspring.tool;

import io.mcpspring.content.ContentProjection;
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

/** Adapts tools and their results to a revision: members that the revision does not define are left out. */
final class ToolProjection {

    private ToolProjection() {}

    static Tool of(Tool tool, ProtocolVersion version) {
        boolean titles = version.hasTitles();
        return new Tool(
                tool.name(),
                titles ? tool.title() : null,
                tool.description(),
                version.hasMirroredArguments() ? tool.inputSchema() : withoutHeaders(tool.inputSchema()),
                outputSchema(tool.outputSchema(), version),
                titles ? tool.annotations() : titled(tool.annotations(), tool.title()),
                version.hasIcons() ? tool.icons() : List.of(),
                titles ? tool.meta() : null);
    }

    static CallToolResult of(CallToolResult result, RegisteredTool tool, ProtocolVersion version) {
        List<Content> content = content(result.content(), version);
        Object structured = structured(result.structuredContent(), tool.definition(), version);
        return content == result.content() && structured == result.structuredContent()
                ? result
                : new CallToolResult(content, structured, result.isError(), result.meta());
    }

    private static List<Content> content(List<Content> content, ProtocolVersion version) {
        return ContentProjection.isComplete(version)
                ? content
                : content.stream()
                        .map(block -> ContentProjection.of(block, version))
                        .toList();
    }

    private static @Nullable Object structured(@Nullable Object content, Tool tool, ProtocolVersion version) {
        if (version.hasAnyStructuredContent()) {
            return content;
        }
        return version.hasStructuredContent() && content instanceof JsonValue json ? object(json, tool) : null;
    }

    private static @Nullable JsonNode outputSchema(@Nullable JsonNode schema, ProtocolVersion version) {
        if (schema == null || !version.hasStructuredContent()) {
            return null;
        }
        return version.hasAnyStructuredContent() || JsonSchemas.isObjectRoot(schema)
                ? schema
                : JsonSchemas.wrapped(schema);
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
        ToolAnnotations known = hints == null ? ToolAnnotations.NONE : hints;
        return known.title() == null ? known.withTitle(title) : known;
    }

    // In revisions whose structured content must be an object, value and schema are wrapped in the same way.
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
