package io.mcpspring.test;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import io.mcpspring.protocol.Annotations;
import io.mcpspring.protocol.AudioContent;
import io.mcpspring.protocol.Content;
import io.mcpspring.protocol.EmbeddedResource;
import io.mcpspring.protocol.ImageContent;
import io.mcpspring.protocol.ResourceContents;
import io.mcpspring.protocol.ResourceLink;
import io.mcpspring.protocol.TextContent;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reads types of the protocol from JSON. */
final class Contents {

    private static final JsonMapper MAPPER = JsonMapper.builder()
            // Lists that are empty are absent from messages.
            .withConfigOverride(
                    List.class, list -> list.setNullHandling(JsonSetter.Value.forValueNulls(Nulls.AS_EMPTY)))
            .disable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .build();

    private Contents() {}

    static <T> T read(JsonNode json, Class<T> type) {
        return MAPPER.treeToValue(json, type);
    }

    static <T> List<T> readAll(List<JsonNode> json, Class<T> type) {
        return json.stream().map(entry -> read(entry, type)).toList();
    }

    static List<Content> contents(JsonNode blocks) {
        return blocks.valueStream().map(Contents::content).toList();
    }

    static Content content(JsonNode block) {
        return switch (block.path("type").asString("")) {
            case "text" -> read(block, TextContent.class);
            case "image" -> read(block, ImageContent.class);
            case "audio" -> read(block, AudioContent.class);
            case "resource_link" -> read(block, ResourceLink.class);
            case "resource" ->
                new EmbeddedResource(
                        resource(block.get("resource")),
                        block.has("annotations") ? read(block.get("annotations"), Annotations.class) : null,
                        meta(block));
            default -> throw new AssertionError("Unknown kind of content: " + block);
        };
    }

    static ResourceContents resource(JsonNode contents) {
        return contents.has("text")
                ? read(contents, ResourceContents.Text.class)
                : read(contents, ResourceContents.Blob.class);
    }

    /** Returns the texts of blocks, each on a line of its own. */
    static String text(List<Content> contents) {
        return contents.stream()
                .filter(TextContent.class::isInstance)
                .map(content -> ((TextContent) content).text())
                .collect(Collectors.joining("\n"));
    }

    private static @Nullable Map<String, Object> meta(JsonNode block) {
        return block.has("_meta") ? MAPPER.treeToValue(block.get("_meta"), new TypeReference<>() {}) : null;
    }
}
