package io.mcpspring.tool;

import io.mcpspring.protocol.CallToolResult;
import io.mcpspring.protocol.Content;
import io.mcpspring.protocol.JsonValue;
import io.mcpspring.schema.JsonSchema;
import io.mcpspring.schema.JsonSchemas;
import io.mcpspring.schema.Problem;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.SerializationFeature;

/** Turns what a tool returned into its result, by the rules on {@link io.mcpspring.annotation.McpTool}. */
final class ResultMapper {

    private final ToolOutput output;

    private final @Nullable JsonSchema schema;

    private final ObjectWriter declaredWriter;

    private final ObjectWriter writer;

    ResultMapper(ToolOutput output, JsonSchemas schemas) {
        this.output = output;
        this.schema = output.schema() == null ? null : JsonSchema.compile(output.schema());
        // A message is one line, however the application likes its JSON.
        this.writer = schemas.structuredMapper().writer().without(SerializationFeature.INDENT_OUTPUT);
        this.declaredWriter = output.type() == null ? this.writer
                : schemas.writer(output.type()).without(SerializationFeature.INDENT_OUTPUT);
    }

    /**
     * @throws NonConformingResultException if the value does not fit the output schema
     */
    CallToolResult map(@Nullable Object returned) {
        Object value = unwrap(returned);
        if (value instanceof CallToolResult finished) {
            return complete(finished);
        }
        if (value == null) {
            return schema == null ? CallToolResult.of() : structured(json(null), schema);
        }
        List<Content> content = Contents.of(value, output.contents());
        if (content != null) {
            return complete(new CallToolResult(content, null, false, null));
        }
        if (output.structured()) {
            return structured(json(value), output.guaranteed() ? null : schema);
        }
        String text = value instanceof CharSequence ? value.toString() : text(json(value));
        return CallToolResult.of(Content.text(text));
    }

    private CallToolResult structured(JsonValue json, @Nullable JsonSchema schema) {
        check(json, schema);
        return new CallToolResult(List.of(Content.text(text(json))), json, false, null);
    }

    /** A result that the tool made itself: its structured content is written, checked and repeated as text. */
    private CallToolResult complete(CallToolResult result) {
        if (result.isError()) {
            return new CallToolResult(result.content(), null, true, result.meta());
        }
        if (result.structuredContent() == null) {
            if (this.schema != null) {
                throw new NonConformingResultException("there is no structured content");
            }
            return result;
        }
        JsonValue json = result.structuredContent() instanceof JsonValue written ? written
                : JsonValue.ofUtf8(writer.writeValueAsBytes(result.structuredContent()));
        check(json, this.schema);
        List<Content> content = result.content().isEmpty() ? List.of(Content.text(text(json))) : result.content();
        return new CallToolResult(content, json, false, result.meta());
    }

    private static void check(JsonValue json, @Nullable JsonSchema schema) {
        if (schema == null) {
            return;
        }
        List<Problem> problems = schema.validate(json.tree());
        if (!problems.isEmpty()) {
            throw new NonConformingResultException(problems.toString());
        }
    }

    private JsonValue json(@Nullable Object value) {
        boolean declared = output.type() != null && output.type().getRawClass().isInstance(value);
        return JsonValue.ofUtf8((declared ? declaredWriter : writer).writeValueAsBytes(value));
    }

    private static String text(JsonValue json) {
        return json.utf8()[0] == '"' ? json.tree().stringValue() : json.text();
    }

    private static @Nullable Object unwrap(@Nullable Object value) {
        if (value instanceof Optional<?> optional) {
            return unwrap(optional.orElse(null));
        }
        if (value instanceof OptionalInt optional) {
            return optional.isPresent() ? optional.getAsInt() : null;
        }
        if (value instanceof OptionalLong optional) {
            return optional.isPresent() ? optional.getAsLong() : null;
        }
        if (value instanceof OptionalDouble optional) {
            return optional.isPresent() ? optional.getAsDouble() : null;
        }
        return value != null && value.getClass().getName().equals("kotlin.Unit") ? null : value;
    }
}
