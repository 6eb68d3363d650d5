package io.mcpspring.schema;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.mcpspring.validation.SchemaException;
import io.mcpspring.validation.SchemaTypes;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.util.ReflectionUtils;
import org.springframework.util.StringUtils;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Restricts the schema of a type to the keywords that forms allow; {@link FormProjection} adapts it to older revisions.
 */
final class FormSchema {

    static final String CURE = "A form is flat: use text, numbers, booleans, dates, enums, and lists or sets of enums";

    /** The keywords that forms have as they are. */
    private static final List<String> KEYWORDS = List.of(
            "type", "title", "description", "minLength", "maxLength", "minimum", "maximum", "minItems", "maxItems");

    private static final Map<String, String> FORMATS = Map.of(
            "email", "email",
            "uri", "uri",
            "uri-reference", "uri",
            "date", "date",
            "date-time", "date-time");

    private final ReadSchemas schemas;

    private FormSchema(ReadSchemas schemas) {
        this.schemas = schemas;
    }

    /**
     * Creates the form of a type.
     *
     * @param generated the type's schema, with defaults as the text of their annotations
     * @throws SchemaException if the type cannot be a form
     */
    static ObjectNode of(ObjectNode generated, JavaType type, ReadSchemas schemas) {
        if (!JsonSchemas.isObjectRoot(generated)) {
            throw new SchemaException("It must be an object in JSON", "Use a record or a bean");
        }
        if (generated.path("properties").isEmpty()) {
            throw new SchemaException("It has no properties", "Use a record or a bean with properties");
        }
        return new FormSchema(schemas).form(generated, type);
    }

    private ObjectNode form(ObjectNode generated, JavaType type) {
        Map<String, JavaType> types = schemas.memberTypes(type);
        ObjectNode form = generated.objectNode().put("type", "object");
        ObjectNode fields = form.putObject("properties");
        generated.get("properties").forEachEntry((name, described) -> {
            JsonNode property = SchemaTypes.besidesNull(described);
            try {
                JavaType declared = types.get(name);
                ObjectNode field = field(property, declared);
                fields.set(
                        name,
                        declared != null && property.has("default")
                                ? withDefault(field, property.get("default"), declared)
                                : field);
            } catch (SchemaException ex) {
                throw ex.in("property '%s'".formatted(name));
            }
        });
        List<JsonNode> required = generated
                .path("required")
                .valueStream()
                .filter(name -> !fields.path(name.stringValue()).has("default"))
                .toList();
        if (!required.isEmpty()) {
            form.putArray("required").addAll(required);
        }
        return form;
    }

    private ObjectNode field(JsonNode property, @Nullable JavaType type) {
        String kind = kind(property);
        boolean choice = property.has("enum");
        if (choice && !kind.equals("string")) {
            throw new SchemaException("Its constants must be text in JSON", "Let Jackson write and read them as text");
        }
        ObjectNode field = schemas.mapper.createObjectNode();
        KEYWORDS.stream().filter(property::has).forEach(keyword -> field.set(keyword, property.get(keyword)));
        switch (kind) {
            case "string" -> {
                if (choice) {
                    field.setAll(constants(property, type));
                } else if (FORMATS.containsKey(property.path("format").asString(""))) {
                    field.put("format", FORMATS.get(property.get("format").stringValue()));
                }
            }
            case "integer" -> {
                limit("minimum", property.path("exclusiveMinimum"), RoundingMode.FLOOR, BigDecimal.ONE, field);
                limit(
                        "maximum",
                        property.path("exclusiveMaximum"),
                        RoundingMode.CEILING,
                        BigDecimal.ONE.negate(),
                        field);
            }
            case "array" -> field.set("items", choices(property.path("items"), type));
            case "number", "boolean" -> {}
            default -> throw new SchemaException(described(property), CURE);
        }
        return field;
    }

    /** The kind of value; empty if there are several. */
    static String kind(JsonNode property) {
        return property.path("type").asString("");
    }

    private static String described(JsonNode property) {
        if (property.has("additionalProperties")) {
            return "It is a map";
        }
        boolean object = kind(property).equals("object") || property.findValue("$ref") != null;
        return object ? "It is a nested object" : "It can be more than one kind of value";
    }

    /** Adds the next whole number as a limit, because forms have no exclusive ones. */
    private static void limit(
            String keyword, JsonNode exclusive, RoundingMode rounding, BigDecimal step, ObjectNode field) {
        if (exclusive.isNumber()) {
            BigDecimal next = exclusive.decimalValue().setScale(0, rounding).add(step);
            BigDecimal known = field.path(keyword).decimalValue(next);
            field.put(keyword, step.signum() > 0 ? known.max(next) : known.min(next));
        }
    }

    private ObjectNode choices(JsonNode item, @Nullable JavaType type) {
        if (!kind(item).equals("string") || !item.has("enum")) {
            throw new SchemaException("It is a list, but not of constants", CURE);
        }
        ObjectNode items = schemas.mapper.createObjectNode().put("type", "string");
        return items.setAll(constants(item, type));
    }

    /** The constants, and their titles under {@code enumNames} if they have some. */
    private ObjectNode constants(JsonNode property, @Nullable JavaType type) {
        ObjectNode constants = schemas.mapper.createObjectNode();
        ArrayNode values = constants.putArray("enum");
        property.get("enum").valueStream().filter(JsonNode::isString).forEach(values::add);
        Map<String, String> titles = titles(type);
        if (!titles.isEmpty()) {
            ArrayNode names = constants.putArray("enumNames");
            values.forEach(value -> names.add(titles.getOrDefault(value.stringValue(), value.stringValue())));
        }
        return constants;
    }

    private Map<String, String> titles(@Nullable JavaType type) {
        if (type == null || !type.isEnumType()) {
            return type == null ? Map.of() : titles(type.getContentType());
        }
        Map<String, String> titles = new LinkedHashMap<>();
        for (Object constant : type.getRawClass().getEnumConstants()) {
            String title = title((Enum<?>) constant);
            if (title != null) {
                titles.putIfAbsent(schemas.constant(constant, type).asString(), title);
            }
        }
        return titles;
    }

    private static @Nullable String title(Enum<?> constant) {
        MergedAnnotations annotations = MergedAnnotations.from(
                Objects.requireNonNull(ReflectionUtils.findField(constant.getDeclaringClass(), constant.name())));
        String title = Keywords.SWAGGER ? SwaggerKeywords.title(annotations) : null;
        return title != null
                ? title
                : annotations
                        .get(JsonPropertyDescription.class)
                        .getValue("value", String.class)
                        .filter(StringUtils::hasText)
                        .orElse(null);
    }

    private ObjectNode withDefault(ObjectNode field, JsonNode written, JavaType type) {
        String text = written.isString() ? written.stringValue() : written.toString();
        return field.set(
                "default", ArgumentKeywords.defaultValue(text, field, field, Forms.reader(schemas.mapper, type)));
    }
}
