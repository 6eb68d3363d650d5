package io.mcpspring.content;

import io.mcpspring.protocol.CallToolResult;
import io.mcpspring.protocol.Content;
import io.mcpspring.protocol.EmbeddedResource;
import io.mcpspring.protocol.GetPromptResult;
import io.mcpspring.protocol.JsonValue;
import io.mcpspring.protocol.McpJson;
import io.mcpspring.protocol.McpResult;
import io.mcpspring.protocol.PromptMessage;
import io.mcpspring.protocol.ReadResourceResult;
import io.mcpspring.protocol.ResourceContents;
import io.mcpspring.protocol.ResourceLink;
import io.mcpspring.protocol.TextContent;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.core.exc.StreamWriteException;
import tools.jackson.core.json.JsonFactory;

/**
 * Removes hidden characters from the texts of the results of tools, prompts and resources. Binary content is not
 * changed.
 */
final class CleanTexts {

    private static final JsonFactory DISTINCT_NAMES = JsonFactory.builder()
            .enable(StreamWriteFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    private CleanTexts() {}

    /** @param entry the entry, for messages, such as {@code Tool 'add'} */
    static McpResult of(McpResult result, String entry) {
        if (result instanceof CallToolResult ofTool) {
            return ofTool.structuredContent() instanceof JsonValue json
                    ? structured(ofTool, json, entry)
                    : with(ofTool, null, CleanTexts::block);
        }
        if (result instanceof GetPromptResult ofPrompt) {
            return new GetPromptResult(
                    remove(ofPrompt.description()), each(ofPrompt.messages(), CleanTexts::message), ofPrompt.meta());
        }
        return result instanceof ReadResourceResult ofResource
                ? new ReadResourceResult(each(ofResource.contents(), CleanTexts::document), ofResource.meta())
                : result;
    }

    // The block that repeats the structured content has the very same text, which is examined once.
    private static CallToolResult structured(CallToolResult result, JsonValue json, String entry) {
        try {
            JsonValue clean = json(json);
            return with(
                    result,
                    clean,
                    block -> block instanceof TextContent copy && copy.text() == json.text()
                            ? withText(copy, clean.text())
                            : block(block));
        } catch (StreamWriteException duplicate) {
            return CallToolResult.error(entry + " returned members whose names differ only by invisible characters.");
        }
    }

    /** @throws StreamWriteException if two members of an object have the same name afterwards */
    static JsonValue json(JsonValue json) {
        if (!HiddenCharacters.mayBeIn(json)) {
            return json;
        }
        StringWriter clean = new StringWriter(json.utf8().length);
        try (JsonParser parser = McpJson.parser(json.utf8());
                JsonGenerator generator = DISTINCT_NAMES.createGenerator(ObjectWriteContext.empty(), clean)) {
            for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
                if (token == JsonToken.PROPERTY_NAME) {
                    generator.writeName(HiddenCharacters.remove(parser.currentName()));
                } else if (token == JsonToken.VALUE_STRING) {
                    generator.writeString(HiddenCharacters.remove(parser.getString()));
                } else if (token.isNumeric()) {
                    generator.writeNumber(parser.getString());
                } else {
                    generator.copyCurrentEvent(parser);
                }
            }
        }
        return JsonValue.ofUtf8(clean.toString().getBytes(StandardCharsets.UTF_8));
    }

    private static CallToolResult with(
            CallToolResult result, @Nullable JsonValue structured, UnaryOperator<Content> change) {
        return new CallToolResult(each(result.content(), change), structured, result.isError(), result.meta());
    }

    private static <T> List<T> each(List<T> elements, UnaryOperator<T> change) {
        List<T> changed = new ArrayList<>(elements);
        changed.replaceAll(change);
        return changed;
    }

    private static PromptMessage message(PromptMessage message) {
        return new PromptMessage(message.role(), block(message.content()));
    }

    private static Content block(Content block) {
        if (block instanceof TextContent text) {
            return withText(text, HiddenCharacters.remove(text.text()));
        }
        if (block instanceof EmbeddedResource embedded) {
            return new EmbeddedResource(document(embedded.resource()), embedded.annotations(), embedded.meta());
        }
        return block instanceof ResourceLink link ? link(link) : block;
    }

    private static TextContent withText(TextContent block, String text) {
        return new TextContent(text, block.annotations(), block.meta());
    }

    private static ResourceContents document(ResourceContents document) {
        if (document instanceof ResourceContents.Blob blob) {
            return new ResourceContents.Blob(
                    HiddenCharacters.remove(blob.uri()), blob.mimeType(), blob.blob(), blob.meta());
        }
        return document instanceof ResourceContents.Text text
                ? new ResourceContents.Text(
                        HiddenCharacters.remove(text.uri()),
                        text.mimeType(),
                        HiddenCharacters.remove(text.text()),
                        text.meta())
                : document;
    }

    private static ResourceLink link(ResourceLink link) {
        return new ResourceLink(
                HiddenCharacters.remove(link.uri()),
                HiddenCharacters.remove(link.name()),
                remove(link.title()),
                remove(link.description()),
                link.mimeType(),
                link.size(),
                link.annotations(),
                link.icons(),
                link.meta());
    }

    private static @Nullable String remove(@Nullable String text) {
        return text == null ? null : HiddenCharacters.remove(text);
    }
}
