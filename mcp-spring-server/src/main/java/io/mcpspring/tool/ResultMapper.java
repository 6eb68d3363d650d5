package io.mcpspring.tool;

import io.mcpspring.content.ContentLimit;
import io.mcpspring.content.ContentValues;
import io.mcpspring.method.BoundMethod;
import io.mcpspring.protocol.CallToolResult;
import io.mcpspring.protocol.Content;
import io.mcpspring.protocol.JsonValue;
import io.mcpspring.protocol.McpJson;
import io.mcpspring.schema.JsonSchemas;
import io.mcpspring.validation.JsonSchema;
import io.mcpspring.validation.Problem;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.core.io.Resource;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.json.JsonWriteFeature;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.node.NullNode;

/** Maps the values that a tool returns to results, by the rules on {@link io.mcpspring.annotation.McpTool}. */
final class ResultMapper {

    private final ToolOutput output;

    private final JsonSchemas schemas;

    private final ContentLimit limit;

    private final @Nullable JsonSchema schema;

    /** Writers that use the declared type, by the class of the value. */
    private final Map<Class<?>, ObjectWriter> declaredWriters = new ConcurrentHashMap<>();

    private final ObjectWriter writer;

    ResultMapper(ToolOutput output, JsonSchemas schemas, ContentLimit limit) {
        this.output = output;
        this.schemas = schemas;
        this.limit = limit;
        this.schema = output.schema() == null ? null : JsonSchema.of(output.schema());
        this.writer = forMessages(schemas.structuredMapper().writer());
    }

    /** Whether the value takes reading or encoding, which must not occupy a non-blocking thread. */
    boolean isSlow(@Nullable Object returned) {
        Object value = unwrap(returned);
        ReturnedResponse response = ReturnedResponse.of(value);
        if (response != null) {
            return isSlow(response.body());
        }
        return value != null
                && (ContentValues.isSlow(value.getClass())
                        || ContentValues.hasElements(value) && hasElement(value, ContentValues::isSlow));
    }

    /** @throws NonConformingResultException if the value does not fit the output schema */
    CallToolResult map(@Nullable Object returned) throws IOException {
        Object value = unwrap(returned);
        ReturnedResponse response = ReturnedResponse.of(value);
        if (response == null) {
            return map(value, null);
        }
        Object body = unwrap(response.body());
        return response.error() == null ? map(body, response.mimeType()) : failure(body, response);
    }

    private CallToolResult map(@Nullable Object value, @Nullable String mimeType) throws IOException {
        if (value instanceof CallToolResult finished) {
            return complete(finished);
        }
        if (value == null) {
            return ofNull();
        }
        try {
            List<Content> content = content(value, mimeType);
            if (content != null) {
                return complete(new CallToolResult(content, null, false, null));
            }
        } catch (FileNotFoundException | NoSuchFileException missing) {
            if (value instanceof Resource file && file.exists()) {
                throw missing;
            }
            return CallToolResult.error("There is no result: the file does not exist.");
        }
        if (output.kind() != ToolOutput.Kind.STRUCTURED) {
            return CallToolResult.of(Content.text(text(value)));
        }
        JsonValue json = written(value);
        // What code rarely holds, such as a null in a list or a text behind an interface, is not part of its schema.
        boolean uncertain = hasNull(json) || output.checked() || json.utf8()[0] != '{' && isObjectDemanded();
        return structured(uncertain ? checked(json) : json);
    }

    private CallToolResult ofNull() {
        if (schema == null) {
            return CallToolResult.of(Content.text(output.kind() == ToolOutput.Kind.UNKNOWN ? "Done." : "null"));
        }
        if (!schema.validate(NullNode.getInstance()).isEmpty()) {
            return CallToolResult.error("There is no result: the tool returned no value.");
        }
        return structured(JsonValue.ofUtf8(writer.writeValueAsBytes(null)));
    }

    private CallToolResult failure(@Nullable Object body, ReturnedResponse response) throws IOException {
        if (body == null) {
            return CallToolResult.error(String.valueOf(response.error()));
        }
        List<Content> content = content(body, response.mimeType());
        return new CallToolResult(content == null ? List.of(Content.text(text(body))) : content, null, true, null);
    }

    /** Returns the blocks that a value consists of; null if it is data, which all values of an output schema are. */
    private @Nullable List<Content> content(Object value, @Nullable String mimeType) throws IOException {
        if (ContentValues.isBlock(value.getClass())) {
            return List.of(ContentValues.block(value, mimeType, limit));
        }
        if (!ContentValues.hasElements(value)) {
            return null;
        }
        boolean blocks =
                output.kind() == ToolOutput.Kind.CONTENT || schema == null && hasElement(value, ContentValues::isBlock);
        return blocks ? blocks(ContentValues.elements(value)) : null;
    }

    private static boolean hasElement(Object value, Predicate<Class<?>> kind) {
        return ContentValues.elements(value).stream()
                .map(BoundMethod::unwrapped)
                .anyMatch(present -> present != null && kind.test(present.getClass()));
    }

    /** Returns a block for each element; none for {@code null} and for an empty optional. */
    private List<Content> blocks(Collection<?> elements) throws IOException {
        List<Content> blocks = new ArrayList<>(elements.size());
        for (Object element : elements) {
            Object present = BoundMethod.unwrapped(element);
            if (present != null) {
                blocks.add(block(present));
            }
        }
        return blocks;
    }

    private Content block(Object element) throws IOException {
        return ContentValues.isBlock(element.getClass())
                ? ContentValues.block(element, null, limit)
                : Content.text(text(element));
    }

    private CallToolResult structured(JsonValue json) {
        return new CallToolResult(List.of(Content.text(text(json))), json, false, null);
    }

    /**
     * Completes a result that application code has made: its structured content is written, checked and repeated as
     * text. Structured content that is written already has been checked.
     */
    CallToolResult complete(CallToolResult result) {
        Object structured = result.structuredContent();
        if (result.isError()) {
            return structured == null ? result : new CallToolResult(result.content(), null, true, result.meta());
        }
        if (structured == null) {
            if (schema != null) {
                throw new NonConformingResultException("there is no structured content");
            }
            return result;
        }
        JsonValue json = structured instanceof JsonValue written ? written : checked(written(structured));
        List<Content> content = withText(result.content(), json);
        return json == structured && content == result.content()
                ? result
                : new CallToolResult(content, json, false, result.meta());
    }

    private boolean isObjectDemanded() {
        return output.schema() != null && JsonSchemas.isObjectRoot(output.schema());
    }

    // The specification demands the text of values that are not objects, because clients may ignore them otherwise.
    private List<Content> withText(List<Content> content, JsonValue json) {
        boolean object = json.utf8()[0] == '{';
        if (object && !content.isEmpty()) {
            return content;
        }
        Content text = Content.text(text(json));
        return content.contains(text)
                ? content
                : Stream.concat(content.stream(), Stream.of(text)).toList();
    }

    /** Returns a value that fits the output schema. */
    private JsonValue checked(JsonValue json) {
        // Fails for text that is not JSON, also without a schema.
        JsonNode tree = json.tree();
        List<Problem> problems = schema == null ? List.of() : schema.validate(tree);
        if (!problems.isEmpty()) {
            throw new NonConformingResultException(problems.toString());
        }
        return json;
    }

    /** Returns whether a value contains {@code null}; fails if it was written as text that is not JSON. */
    private static boolean hasNull(JsonValue json) {
        try (JsonParser parser = McpJson.parser(json.utf8())) {
            boolean found = false;
            boolean whole = false;
            int depth = 0;
            JsonToken token = parser.nextToken();
            for (; token != null && !whole; token = parser.nextToken()) {
                found |= token == JsonToken.VALUE_NULL;
                depth += token.isStructStart() ? 1 : token.isStructEnd() ? -1 : 0;
                whole = depth == 0;
            }
            if (!whole || token != null) {
                throw new NonConformingResultException("it is not one JSON value");
            }
            return found;
        } catch (JacksonException malformed) {
            throw new NonConformingResultException("it is not valid JSON: " + malformed.getOriginalMessage());
        }
    }

    private JsonValue written(Object value) {
        return JsonValue.ofUtf8(writer(value).writeValueAsBytes(value));
    }

    private ObjectWriter writer(Object value) {
        JavaType declared = output.type();
        if (declared == null || !declared.getRawClass().isInstance(value)) {
            return writer;
        }
        return declaredWriters.computeIfAbsent(
                value.getClass(), actual -> forMessages(schemas.writer(declared, actual)));
    }

    private ObjectWriter forMessages(ObjectWriter usual) {
        // A message is one line, however the application likes its JSON.
        ObjectWriter line = usual.withView(schemas.view()).without(SerializationFeature.INDENT_OUTPUT);
        // Numbers that JSON cannot express are not valid, as the schema of numbers says, rather than texts.
        return schema == null ? line : line.without(JsonWriteFeature.WRITE_NAN_AS_STRINGS);
    }

    private String text(Object value) {
        return value instanceof CharSequence ? value.toString() : text(written(value));
    }

    private static String text(JsonValue json) {
        return json.utf8()[0] == '"' ? json.tree().stringValue() : json.text();
    }

    private static @Nullable Object unwrap(@Nullable Object returned) {
        Object value = BoundMethod.unwrapped(returned);
        // What Kotlin returns instead of nothing.
        return value != null && value.getClass().getName().equals("kotlin.Unit") ? null : value;
    }
}
