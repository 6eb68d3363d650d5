package io.mcpspring.tool;

import io.mcpspring.content.ContentProjection;
import io.mcpspring.protocol.CallToolResult;
import io.mcpspring.protocol.Content;
import io.mcpspring.protocol.JsonValue;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.protocol.Tool;
import io.mcpspring.schema.JsonSchemas;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Adapts tools and their results to a revision: members that the revision does not define are left out. */
final class ToolProjection {

    private ToolProjection() {}

    /** Adapts the definition of a tool. */
    static void adapt(ObjectNode tool, ProtocolVersion version) {
        if (!version.hasMirroredArguments()) {
            tool.get("inputSchema").findParents(MirroredArguments.KEYWORD).stream()
                    .filter(property -> property.path(MirroredArguments.KEYWORD).isString())
                    .forEach(property -> ((ObjectNode) property).remove(MirroredArguments.KEYWORD));
        }
        JsonNode output = tool.path("outputSchema");
        if (!version.hasStructuredContent()) {
            tool.remove("outputSchema");
        } else if (!output.isMissingNode() && !version.hasAnyStructuredContent() && !JsonSchemas.isObjectRoot(output)) {
            tool.set("outputSchema", JsonSchemas.wrapped(output));
        }
        if (!version.hasTitles() && tool.has("title")) {
            tool.withObjectProperty("annotations").putIfAbsent("title", tool.get("title"));
        }
    }

    static CallToolResult of(CallToolResult result, RegisteredTool tool, ProtocolVersion version) {
        List<Content> content = ContentProjection.of(result.content(), version);
        Object structured = structured(result.structuredContent(), tool.definition(), version);
        return content == result.content() && structured == result.structuredContent()
                ? result
                : new CallToolResult(content, structured, result.isError(), result.meta());
    }

    private static @Nullable Object structured(@Nullable Object content, Tool tool, ProtocolVersion version) {
        if (version.hasAnyStructuredContent()) {
            return content;
        }
        return version.hasStructuredContent() && content instanceof JsonValue json ? object(json, tool) : null;
    }

    // In revisions whose structured content must be an object, value and schema are wrapped in the same way.
    private static JsonValue object(JsonValue json, Tool tool) {
        boolean object =
                tool.outputSchema() != null ? JsonSchemas.isObjectRoot(tool.outputSchema()) : json.utf8()[0] == '{';
        return object ? json : JsonValue.of(Map.of("result", json));
    }
}
