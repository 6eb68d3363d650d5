package io.mcpspring.tool;

import io.mcpspring.annotation.McpTool;
import io.mcpspring.annotation.Structured;
import io.mcpspring.method.BeanMethod;
import io.mcpspring.method.McpMethodException;
import io.mcpspring.protocol.Icon;
import io.mcpspring.protocol.McpJson;
import io.mcpspring.protocol.ToolAnnotations;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.convert.DurationStyle;
import org.springframework.core.io.Resource;
import org.springframework.util.StringUtils;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** All that the author of a tool said about it, whether by annotation or in code. */
record ToolSpec(String name, @Nullable String title, @Nullable String description, @Nullable SchemaSource inputSchema,
        @Nullable SchemaSource outputSchema, Structured structured, ToolAnnotations hints, @Nullable Duration timeout,
        List<Icon> icons, @Nullable Map<String, ?> meta, BeanMethod method) {

    /** Where a schema comes from, if not from the method. */
    sealed interface SchemaSource permits OfType, OfJson, OfResource {
    }

    record OfType(Class<?> type) implements SchemaSource {
    }

    record OfJson(JsonNode json) implements SchemaSource {
    }

    record OfResource(Resource resource) implements SchemaSource {
    }

    /** A tool about which nothing is said: it has the method's name. */
    static ToolSpec of(BeanMethod method) {
        return new ToolSpec(method.method().getName(), null, null, null, null, Structured.AUTO,
                ToolAnnotations.NONE, null, List.of(), null, method);
    }

    /**
     * @param placeholders resolves <code>${...}</code>
     * @param resources finds the schemas that are written by hand
     */
    static ToolSpec of(McpTool annotation, BeanMethod method, UnaryOperator<String> placeholders,
            ResourceFinder resources) {
        Reader texts = new Reader(method, placeholders);
        String name = texts.text(annotation.name());
        return new ToolSpec(name == null ? method.method().getName() : name, texts.text(annotation.title()),
                texts.text(annotation.description()), resources.schema(texts.text(annotation.inputSchema())),
                outputSchema(annotation, texts, resources), annotation.structured(), texts.hints(annotation),
                texts.duration(annotation.timeout()), texts.icons(annotation), texts.object(annotation.meta()),
                method);
    }

    private static @Nullable SchemaSource outputSchema(McpTool annotation, Reader texts, ResourceFinder resources) {
        SchemaSource written = resources.schema(texts.text(annotation.outputSchema()));
        return written != null || annotation.outputType() == void.class ? written
                : new OfType(annotation.outputType());
    }

    /** Says why the tool stops the start; one that is a mere function is known by the tool's name only. */
    McpMethodException refused(String reason, String cure) {
        return method.refused(isFunction() ? "Tool '" + name + "': " + reason : reason, cure);
    }

    /** Whether the method is that of one of our functional interfaces. */
    boolean isFunction() {
        return method.method().getDeclaringClass().getPackage() == ToolSpec.class.getPackage();
    }

    /** Finds a resource by its location. */
    interface ResourceFinder {

        Resource find(String location);

        default @Nullable SchemaSource schema(@Nullable String location) {
            return location == null ? null : new OfResource(find(location));
        }
    }

    /** Reads the attributes of an annotation, and says where it cannot. */
    private record Reader(BeanMethod method, UnaryOperator<String> placeholders) {

        @Nullable String text(String attribute) {
            return StringUtils.hasText(attribute) ? this.placeholders.apply(attribute) : null;
        }

        @Nullable Duration duration(String attribute) {
            String text = text(attribute);
            try {
                Duration limit = text == null ? null : DurationStyle.detectAndParse(text);
                if (limit != null && limit.isNegative()) {
                    throw new IllegalArgumentException("negative");
                }
                return limit;
            } catch (IllegalArgumentException ex) {
                throw this.method.refused("Its time limit '" + text + "' is no duration.",
                        "Write it as in timeout = \"5s\", \"2m\" or \"PT1M30S\".");
            }
        }

        @Nullable Map<String, ?> object(String attribute) {
            String text = text(attribute);
            if (text == null) {
                return null;
            }
            try {
                if (McpJson.readTree(text.getBytes(StandardCharsets.UTF_8)) instanceof ObjectNode object) {
                    Map<String, JsonNode> members = new LinkedHashMap<>();
                    object.forEachEntry(members::put);
                    return members;
                }
            } catch (JacksonException ex) {
                // Refused below, as anything else that is no object.
            }
            throw method.refused("Its meta is no JSON object.", "Write it as in meta = \"{\\\"key\\\": 1}\".");
        }

        ToolAnnotations hints(McpTool annotation) {
            return new ToolAnnotations(null, hint("readOnlyHint", annotation.readOnlyHint()),
                    hint("destructiveHint", annotation.destructiveHint()),
                    hint("idempotentHint", annotation.idempotentHint()),
                    hint("openWorldHint", annotation.openWorldHint()));
        }

        private @Nullable Boolean hint(String name, boolean[] values) {
            if (values.length > 1) {
                throw method.refused("Its " + name + " has " + values.length + " values.",
                        "Give one value, as in " + name + " = true, or leave it out.");
            }
            return values.length == 0 ? null : Boolean.valueOf(values[0]);
        }

        List<Icon> icons(McpTool annotation) {
            return Arrays.stream(annotation.icons())
                    .map(icon -> new Icon(placeholders.apply(icon.src()), text(icon.mimeType()),
                            Arrays.stream(icon.sizes()).map(placeholders).toList(), text(icon.theme())))
                    .toList();
        }
    }
}
