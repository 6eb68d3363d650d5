package io.mcpspring.schema;

import io.mcpspring.protocol.McpJson;
import io.mcpspring.validation.BindingProblems;
import io.mcpspring.validation.DeclarationException;
import io.mcpspring.validation.JsonSchema;
import io.mcpspring.validation.SchemaTypes;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.deser.DeserializationContextExt;
import tools.jackson.databind.deser.SettableBeanProperty;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/** The keywords that {@code @McpToolParam} adds to the schema of an argument. */
final class ArgumentKeywords {

    private ArgumentKeywords() {}

    /** Adds what an argument says of itself, such as {@code title}, to its property in a schema. */
    static void add(ToolArgument argument, ObjectNode property, ObjectNode schema) {
        property.setAll(argument.keywords());
        if (argument.defaultValue() != null) {
            property.set("default", value("default", argument.defaultValue(), property, schema));
        }
        if (!argument.examples().isEmpty()) {
            ArrayNode examples = JsonNodeFactory.instance.arrayNode();
            argument.examples().forEach(example -> examples.add(value("example", example, property, schema)));
            property.set("examples", examples);
        }
    }

    /**
     * Returns a value of an annotation as JSON: a string where the schema demands one, otherwise parsed. Fails if it
     * does not fit the schema.
     *
     * @param kind {@code default} or {@code example}, for messages
     */
    static JsonNode value(String kind, String text, JsonNode property, ObjectNode schema) {
        JsonNode value = parsed(text, SchemaTypes.of(property).toList().equals(List.of("string")));
        // What the property may refer to, and the dialect, both of which a schema that was written by hand may have.
        ObjectNode alone = schema.objectNode().setAll(schema).retain("$schema", "$defs", "definitions");
        alone.putArray("allOf").add(property);
        // With the defaults of its members, as the same value in a call.
        JsonSchema.Accepted accepted = JsonSchema.of(alone).accept(value, Form.NUMBERS);
        if (!accepted.problems().isEmpty()) {
            throw new DeclarationException(
                    "The %s value '%s' %s"
                            .formatted(kind, text, accepted.problems().get(0)),
                    "Give %s that fits the type".formatted(kind.equals("default") ? "a default" : "an example"));
        }
        return accepted.value();
    }

    /** Returns a default as JSON; fails if it cannot be read, for instance because a number is too large. */
    static JsonNode defaultValue(String text, JsonNode property, ObjectNode schema, ObjectReader reader) {
        JsonNode value = value("default", text, property, schema);
        requireReadable(text, value, property, () -> reader.readValue(value));
        return value;
    }

    /** Fails if the default of a property cannot be read. */
    static void requireDefault(Member member, ObjectNode schema, JsonMapper mapper) {
        String text = member.argument() == null ? null : member.argument().defaultValue();
        if (text != null && member.value().property() instanceof SettableBeanProperty property) {
            JsonNode value = schema.get("default");
            requireReadable(text, value, schema, () -> read(value, property, mapper._deserializationContext()));
        }
    }

    private static void requireReadable(
            String text, JsonNode value, JsonNode property, Supplier<@Nullable Object> read) {
        try {
            read.get();
        } catch (Exception ex) {
            throw new DeclarationException(
                    "The default value '%s' %s".formatted(text, BindingProblems.of(ex, "", value, property)),
                    "Give a default that fits the type");
        }
    }

    private static @Nullable Object read(
            JsonNode value, SettableBeanProperty property, DeserializationContextExt context) {
        try (JsonParser parser = value.traverse(context)) {
            context.assignParser(parser);
            parser.nextToken();
            return property.deserialize(parser, context);
        }
    }

    /** Returns the value that an annotation gives as text: what is no JSON is text as well. */
    static JsonNode parsed(String value, boolean text) {
        try {
            return text ? StringNode.valueOf(value) : McpJson.readTree(value.getBytes(StandardCharsets.UTF_8));
        } catch (JacksonException noJson) {
            return StringNode.valueOf(value);
        }
    }
}
