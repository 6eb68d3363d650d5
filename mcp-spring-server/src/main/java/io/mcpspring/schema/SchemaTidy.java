package io.mcpspring.schema;

import io.mcpspring.validation.SchemaTypes;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Simplifies a generated schema: references remain only where a type contains itself, and choices are not nested. */
final class SchemaTidy {

    /** Keywords that describe values without restricting them. */
    static final Set<String> REMARKS = Set.of("title", "description", "default", "examples", "deprecated", "$comment");

    private static final String DEFS = "#/$defs/";

    /** Bounds the size of schemas of types that use each other many times. */
    private static final int MOST_COPIES = 5_000;

    private final ObjectNode definitions;
    private final Map<String, Boolean> recursive = new HashMap<>();
    private int copies;

    private SchemaTidy(ObjectNode definitions) {
        this.definitions = definitions;
    }

    /** Simplifies the schema in place. */
    static ObjectNode tidy(ObjectNode schema) {
        ObjectNode definitions = schema.remove("$defs") instanceof ObjectNode defs ? defs : schema.objectNode();
        SchemaTidy tidy = new SchemaTidy(definitions);
        tidy.shorten(schema);
        ObjectNode kept = tidy.reachedFrom(schema);
        if (!kept.isEmpty()) {
            schema.set("$defs", kept);
        }
        return schema;
    }

    private ObjectNode reachedFrom(ObjectNode schema) {
        ObjectNode kept = schema.objectNode();
        Deque<String> open = new ArrayDeque<>(references(schema));
        while (!open.isEmpty()) {
            String name = open.removeFirst();
            if (!kept.has(name)) {
                ObjectNode definition = (ObjectNode) definitions.get(name).deepCopy();
                shorten(definition);
                kept.set(name, definition);
                open.addAll(references(definition));
            }
        }
        return kept;
    }

    private void shorten(ObjectNode schema) {
        Pointers.forEachSchema(schema, this::inline);
        Pointers.forEachSchema(schema, SchemaTidy::tidyNull);
        Pointers.forEachSchema(schema, SchemaTidy::removeEmpty);
    }

    private void inline(ObjectNode schema) {
        String name = definition(schema);
        while (name != null && !isRecursive(name) && copies++ < MOST_COPIES) {
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
        String reference = schema.path("$ref").asString("");
        return reference.startsWith(DEFS) ? reference.substring(DEFS.length()) : null;
    }

    private boolean isRecursive(String name) {
        return recursive.computeIfAbsent(name, key -> {
            Set<String> reached = new HashSet<>();
            reach(definitions.get(key), reached);
            return reached.contains(key);
        });
    }

    private void reach(JsonNode schema, Set<String> reached) {
        for (String name : references(schema)) {
            if (reached.add(name)) {
                reach(definitions.get(name), reached);
            }
        }
    }

    private static Set<String> references(JsonNode schema) {
        Set<String> names = new LinkedHashSet<>();
        Pointers.forEachSchema(schema, inner -> {
            String name = definition(inner);
            if (name != null) {
                names.add(name);
            }
        });
        return names;
    }

    private static void removeEmpty(ObjectNode schema) {
        for (String keyword : List.of("required", "properties", "items")) {
            if (schema.path(keyword).isContainer() && schema.get(keyword).isEmpty()) {
                schema.remove(keyword);
            }
        }
    }

    /** Moves the null alternative to the end and descriptions beside the alternatives. */
    static void tidyNull(ObjectNode schema) {
        if (!(schema.get("anyOf") instanceof ArrayNode anyOf)) {
            return;
        }
        // The generator merges nested alternatives, so that an optional element that may be null has two of them.
        while (anyOf.size() > 2
                && SchemaTypes.isNull(anyOf.get(anyOf.size() - 1))
                && SchemaTypes.isNull(anyOf.get(anyOf.size() - 2))) {
            anyOf.remove(anyOf.size() - 1);
        }
        if (anyOf.size() != 2 || !SchemaTypes.isNull(anyOf.get(1))) {
            return;
        }
        if (!(anyOf.get(0) instanceof ObjectNode value)) {
            return;
        }
        for (String remark : REMARKS) {
            JsonNode moved = value.remove(remark);
            if (moved != null) {
                schema.putIfAbsent(remark, moved);
            }
        }
        if (value.isEmpty()) {
            schema.remove("anyOf");
        } else if (value.get("anyOf") instanceof ArrayNode inner && value.size() == 1) {
            if (inner.valueStream().noneMatch(SchemaTypes::isNull)) {
                inner.addObject().put("type", "null");
            }
            schema.set("anyOf", inner);
            tidyNull(schema);
        }
    }
}
