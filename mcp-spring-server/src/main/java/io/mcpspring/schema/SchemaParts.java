package io.mcpspring.schema;

import io.mcpspring.schema.Alternative.TypeName;
import io.mcpspring.validation.SchemaTypes;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Puts schemas together, in the order in which they read best and without keywords that say nothing. */
final class SchemaParts {

    /** Keywords that describe values without restricting them. */
    private static final Set<String> REMARKS =
            Set.of("title", "description", "default", "examples", "deprecated", "$comment");

    private static final Set<Class<?>> INTEGERS =
            Set.of(Byte.class, Short.class, Integer.class, Long.class, BigInteger.class);

    private SchemaParts() {}

    /** Whether a schema allows any value. */
    static boolean isOpen(JsonNode schema) {
        return REMARKS.containsAll(schema.propertyNames());
    }

    static ObjectNode object(ObjectNode properties, ArrayNode required) {
        ObjectNode schema = JsonNodeFactory.instance.objectNode().put("type", "object");
        if (!properties.isEmpty()) {
            schema.set("properties", properties);
        }
        if (!required.isEmpty()) {
            schema.set("required", required);
        }
        return schema;
    }

    /** What a type that holds a tree of JSON may be. */
    static ObjectNode tree(JavaType type) {
        ObjectNode any = JsonNodeFactory.instance.objectNode();
        if (type.isTypeOrSubTypeOf(ArrayNode.class)) {
            return array(any);
        }
        return type.isTypeOrSubTypeOf(ObjectNode.class) ? any.put("type", "object") : any;
    }

    /** The constants of an enum; {@code null} if they are not scalars. */
    static @Nullable ObjectNode enumeration(Stream<JsonNode> values) {
        List<JsonNode> constants = values.distinct().toList();
        if (!constants.stream().allMatch(JsonNode::isValueNode)) {
            return null;
        }
        ObjectNode schema = JsonNodeFactory.instance.objectNode();
        if (constants.stream().allMatch(JsonNode::isString)) {
            schema.put("type", "string");
        } else if (constants.stream().allMatch(JsonNode::isIntegralNumber)) {
            schema.put("type", "integer");
        }
        schema.putArray("enum").addAll(constants);
        return schema;
    }

    /** Some clients drop a tool if its schema has an array without {@code items}, although these may be anything. */
    static ObjectNode array(ObjectNode items) {
        return items.objectNode().put("type", "array").set("items", items);
    }

    /**
     * The names that the keys of a map have as Jackson writes them; empty if they may be anything.
     *
     * @param format the format of keys of this type; {@code null} if they may have several
     */
    static ObjectNode names(JavaType key, @Nullable String format, JsonMapper mapper) {
        KotlinTypes.requireForm(key.getRawClass(), true);
        ObjectNode names = JsonNodeFactory.instance.objectNode();
        if (key.isEnumType()) {
            ArrayNode constants = names.putArray("enum");
            for (Object constant : key.getRawClass().getEnumConstants()) {
                JsonNode map = mapper.valueToTree(Map.of(constant, true));
                map.propertyNames().forEach(constants::add);
            }
        } else if (key.hasRawClass(Boolean.class)) {
            names.putArray("enum").add("true").add("false");
        } else if (INTEGERS.contains(key.getRawClass())) {
            names.put("pattern", ReadScalars.WHOLE);
        } else if (format != null) {
            names.put("format", format);
        }
        if (key.hasRawClass(UUID.class)) {
            // The format has two forms of the same key.
            names.put("pattern", "^[^A-Z]*$");
        }
        return names;
    }

    /**
     * An object with members of any name.
     *
     * @param names the schema of the names; empty if they may be anything
     * @param typeName the member that names the type, whose name does not have to fit
     */
    static ObjectNode map(ObjectNode names, ObjectNode values, @Nullable TypeName typeName) {
        ObjectNode properties = values.objectNode();
        ArrayNode required = properties.arrayNode();
        if (typeName != null) {
            typeName.addTo(properties, required);
        }
        ObjectNode schema = object(properties, required);
        if (!names.isEmpty() && typeName == null) {
            schema.set("propertyNames", names);
        }
        return schema.set("additionalProperties", values);
    }

    /** Adds keywords, before the properties of an object or the alternatives of a choice. */
    static ObjectNode with(ObjectNode keywords, ObjectNode schema) {
        if (!schema.has("properties") && !schema.has("anyOf") && !schema.has("$ref")) {
            return schema.setAll(keywords);
        }
        ObjectNode result = schema.objectNode();
        if (schema.has("type")) {
            result.set("type", schema.get("type"));
        }
        result.setAll(keywords);
        schema.properties().forEach(keyword -> result.putIfAbsent(keyword.getKey(), keyword.getValue()));
        return result;
    }

    /** Allows {@code null} besides the values of a schema. */
    static ObjectNode orNull(ObjectNode schema) {
        ObjectNode value = schema.objectNode().setAll(schema).remove(REMARKS);
        ObjectNode nullable = value.isEmpty()
                ? schema.objectNode()
                : anyOf(List.of(value, schema.objectNode().put("type", "null")));
        return nullable.setAll(schema.objectNode().setAll(schema).retain(REMARKS));
    }

    static ObjectNode anyOf(List<ObjectNode> alternatives) {
        ObjectNode schema = alternatives.get(0).objectNode();
        ArrayNode anyOf = schema.putArray("anyOf");
        for (ObjectNode alternative : alternatives) {
            boolean isChoice = alternative.size() == 1 && alternative.has("anyOf");
            (isChoice ? alternative.get("anyOf").valueStream() : Stream.of(alternative))
                    .filter(inner ->
                            !SchemaTypes.isNull(inner) || anyOf.valueStream().noneMatch(SchemaTypes::isNull))
                    .forEach(anyOf::add);
        }
        return schema;
    }
}
