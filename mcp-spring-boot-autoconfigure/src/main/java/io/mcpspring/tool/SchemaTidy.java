package io.mcpspring.tool;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Makes a generated schema short: references only where a type contains itself, {@code null} as a second type. */
final class SchemaTidy {

    private static final String DEFS = "#/$defs/";

    private final ObjectNode definitions;
    private final Map<String, Boolean> recursive = new HashMap<>();

    private SchemaTidy(ObjectNode definitions) {
        this.definitions = definitions;
    }

    /** Tidies the schema in place. */
    static ObjectNode tidy(ObjectNode schema) {
        ObjectNode definitions =
                schema.remove("$defs") instanceof ObjectNode defs ? defs : schema.objectNode();
        SchemaTidy tidy = new SchemaTidy(definitions);
        tidy.walk(schema);
        ObjectNode kept = schema.objectNode();
        Set<String> open = references(schema);
        while (!open.isEmpty()) {
            String name = open.iterator().next();
            open.remove(name);
            if (!kept.has(name)) {
                ObjectNode definition = (ObjectNode) definitions.get(name).deepCopy();
                tidy.walk(definition);
                kept.set(name, definition);
                open.addAll(references(definition));
            }
        }
        if (!kept.isEmpty()) {
            schema.set("$defs", kept);
        }
        return schema;
    }

    private void walk(JsonNode node) {
        if (node instanceof ObjectNode schema) {
            inline(schema);
            shortenNull(schema);
            if (schema.get("required") instanceof ArrayNode required && required.isEmpty()) {
                schema.remove("required");
            }
            if (schema.get("properties") instanceof ObjectNode properties && properties.isEmpty()) {
                schema.remove("properties");
            }
        }
        node.forEach(this::walk);
        if (node instanceof ObjectNode schema) {
            shortenNull(schema);
        }
    }

    private void inline(ObjectNode schema) {
        String name = definition(schema);
        while (name != null && !isRecursive(name)) {
            ObjectNode definition = (ObjectNode) definitions.get(name).deepCopy();
            schema.remove("$ref");
            ObjectNode own = schema.deepCopy();
            schema.removeAll();
            if (definition.has("type")) {
                schema.set("type", definition.get("type"));
            }
            schema.setAll(own);
            definition.properties().forEach(keyword -> schema.putIfAbsent(keyword.getKey(), keyword.getValue()));
            name = definition(schema);
        }
    }

    private static @Nullable String definition(JsonNode schema) {
        JsonNode reference = schema.get("$ref");
        return reference != null && reference.isString() && reference.stringValue().startsWith(DEFS)
                ? reference.stringValue().substring(DEFS.length())
                : null;
    }

    private boolean isRecursive(String name) {
        Boolean known = recursive.get(name);
        if (known == null) {
            Set<String> reached = new HashSet<>();
            reach(definitions.get(name), reached);
            known = reached.contains(name);
            recursive.put(name, known);
        }
        return known;
    }

    private void reach(JsonNode node, Set<String> reached) {
        for (String name : references(node)) {
            if (reached.add(name)) {
                reach(definitions.get(name), reached);
            }
        }
    }

    private static Set<String> references(JsonNode node) {
        Set<String> names = new java.util.LinkedHashSet<>();
        collect(node, names);
        return names;
    }

    private static void collect(JsonNode node, Set<String> names) {
        String name = definition(node);
        if (name != null) {
            names.add(name);
        }
        node.forEach(child -> collect(child, names));
    }

    /** {@code anyOf: [{type: string}, {type: null}]} is said shorter as {@code type: [string, null]}. */
    static ObjectNode shortened(ObjectNode schema) {
        shortenNull(schema);
        return schema;
    }

    private static void shortenNull(ObjectNode schema) {
        if (!(schema.get("anyOf") instanceof ArrayNode anyOf) || anyOf.size() != 2 || !isNull(anyOf.get(1))) {
            return;
        }
        if (!(anyOf.get(0) instanceof ObjectNode value) || value.has("$ref")) {
            return;
        }
        if (value.isEmpty()) {
            schema.remove("anyOf");
        } else if (value.get("anyOf") instanceof ArrayNode inner && value.size() == 1) {
            ArrayNode flat = schema.putArray("anyOf").addAll(inner);
            if (inner.valueStream().noneMatch(SchemaTidy::isNull)) {
                flat.addObject().put("type", "null");
            }
        } else if (value.path("type").isString() && !value.has("const") && schema.size() == 1) {
            String type = value.get("type").stringValue();
            schema.removeAll().setAll(value);
            schema.putArray("type").add(type).add("null");
            if (schema.get("enum") instanceof ArrayNode constants) {
                constants.addNull();
            }
        }
    }

    private static boolean isNull(JsonNode schema) {
        return schema.size() == 1 && schema.path("type").isString() && schema.get("type").stringValue().equals("null");
    }
}
