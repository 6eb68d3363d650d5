package io.mcpspring.schema;

import io.mcpspring.validation.DeclarationException;
import io.mcpspring.validation.SchemaTypes;
import java.lang.reflect.Field;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.util.Assert;
import org.springframework.util.StringUtils;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Restricts the schema of a type to the keywords that forms allow, with titles of choices under {@code enumNames}, and
 * adapts it to the revisions.
 */
final class FormSchema {

    static final String CURE = "A form is flat: use text, numbers, booleans, dates, enums, and lists or sets of enums";

    /** The keywords that forms have as they are. */
    private static final List<String> KEYWORDS = List.of(
            "type title description minLength maxLength minimum maximum minItems maxItems enum enumNames".split(" "));

    private static final Map<String, String> FORMATS = Map.of(
            "email", "email",
            "uri", "uri",
            "uri-reference", "uri",
            "date", "date",
            "date-time", "date-time");

    private FormSchema() {}

    /**
     * Creates the form of a type.
     *
     * @param generated the type's schema, with defaults as the text of their annotations
     * @throws DeclarationException if the type cannot be a form
     */
    static ObjectNode of(ObjectNode generated) {
        if (!JsonSchemas.isObjectRoot(generated)) {
            throw new DeclarationException("It must be an object in JSON", "Use a record or a bean");
        }
        if (generated.path("properties").isEmpty()) {
            throw new DeclarationException("It has no properties", "Use a record or a bean with properties");
        }
        ObjectNode fields = generated.objectNode();
        ArrayNode required = generated.arrayNode();
        generated.get("properties").forEachEntry((name, property) -> {
            try {
                fields.set(name, field(SchemaTypes.besidesNull(property)));
            } catch (DeclarationException ex) {
                throw ex.in("property '%s'".formatted(name));
            }
        });
        SchemaTypes.required(generated).stream()
                .filter(name -> !fields.path(name).has("default"))
                .forEach(required::add);
        return SchemaParts.object(fields, required);
    }

    private static ObjectNode field(JsonNode property) {
        String kind = SchemaTypes.single(property);
        if (property.has("enum") && !kind.equals("string")) {
            throw new DeclarationException(
                    "Its constants must be text in JSON", "Let Jackson write and read them as text");
        }
        ObjectNode field = JsonNodeFactory.instance.objectNode();
        KEYWORDS.stream().filter(property::has).forEach(keyword -> field.set(keyword, property.get(keyword)));
        switch (kind) {
            case "string" ->
                Keywords.put("format", FORMATS.get(property.path("format").asString("")), field);
            case "array" -> field.set("items", choices(property.path("items")));
            case "integer", "number", "boolean" -> {}
            default -> throw new DeclarationException("It is neither one simple value nor a list", CURE);
        }
        if (property.has("default")) {
            JsonNode written = property.get("default");
            String text = written.isString() ? written.stringValue() : written.toString();
            field.set("default", ArgumentKeywords.value("default", text, field, field));
        }
        return field;
    }

    private static ObjectNode choices(JsonNode item) {
        if (!SchemaTypes.single(item).equals("string") || !item.has("enum")) {
            throw new DeclarationException("It is a list, but not of constants", CURE);
        }
        return ((ObjectNode) item.deepCopy()).retain("type", "enum", "enumNames");
    }

    /** Adds the titles of the constants of an enum under {@code enumNames}, if they have some. */
    static void addTitles(Class<?> type, ObjectNode schema) {
        JsonNode values = schema.path("enum");
        List<String> titles = Stream.of(type.getFields())
                .filter(Field::isEnumConstant)
                .map(FormSchema::title)
                .toList();
        if (titles.size() == values.size() && titles.stream().anyMatch(StringUtils::hasText)) {
            ArrayNode names = schema.putArray("enumNames");
            for (int i = 0; i < titles.size(); i++) {
                names.add(titles.get(i).isEmpty() ? values.get(i).asString() : titles.get(i));
            }
        }
    }

    private static String title(Field constant) {
        MergedAnnotations annotations = MergedAnnotations.from(constant);
        String title = SwaggerKeywords.title(annotations);
        return title == null ? Objects.requireNonNullElse(Keywords.description(annotations), "") : title;
    }

    /** Returns the form with a constant and a title for each choice. */
    static ObjectNode titled(ObjectNode form) {
        ObjectNode titled = form.deepCopy();
        titled.get("properties").forEach(field -> {
            replaceTitles((ObjectNode) field, "oneOf");
            if (field.get("items") instanceof ObjectNode items && items.has("enumNames")) {
                items.remove("type");
                replaceTitles(items, "anyOf");
            }
        });
        return titled;
    }

    private static void replaceTitles(ObjectNode schema, String keyword) {
        if (!(schema.remove("enumNames") instanceof ArrayNode titles)) {
            return;
        }
        JsonNode values = schema.remove("enum");
        JsonNode chosen = schema.remove("default");
        ArrayNode choices = schema.putArray(keyword);
        for (int i = 0; i < values.size(); i++) {
            choices.addObject().<ObjectNode>set("const", values.get(i)).set("title", titles.get(i));
        }
        if (chosen != null) {
            schema.set("default", chosen);
        }
    }

    /**
     * Returns the form for revisions in which only booleans show their default.
     *
     * @throws IllegalArgumentException if they cannot express it
     */
    static ObjectNode older(ObjectNode form) {
        ObjectNode older = form.deepCopy();
        older.get("properties").forEach(field -> {
            String kind = SchemaTypes.single(field);
            Assert.isTrue(!kind.equals("array"), "The revision has no multiple choice");
            if (!kind.equals("boolean")) {
                ((ObjectNode) field).remove("default");
            }
        });
        return older;
    }
}
