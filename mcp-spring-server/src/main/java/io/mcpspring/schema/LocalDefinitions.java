package io.mcpspring.schema;

import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The definitions of one schema, to which types refer that contain themselves. */
final class LocalDefinitions {

    /** Bounds the size of schemas of types that use each other many times: further types have definitions. */
    private static final int MOST_COPIES = 5_000;

    /** Begins references until all definitions are known, so that each can have a name of its own. */
    private static final String UNPLACED = "#unplaced/";

    /** The type of the whole schema, unless it describes arguments. */
    private final @Nullable JavaType root;

    /** The types that are being described. */
    private final Set<JavaType> open = new HashSet<>();

    /** Where the types are defined to which the schema refers. */
    private final Map<JavaType, String> pointers = new HashMap<>();

    private final Map<String, ObjectNode> definitions = new LinkedHashMap<>();

    private int copies;

    LocalDefinitions(@Nullable JavaType root) {
        this.root = root;
    }

    /** Returns the schema of a type, or a reference to its definition. */
    ObjectNode of(JavaType type, Supplier<ObjectNode> description) {
        if (open.contains(type) || pointers.containsKey(type)) {
            return reference(type);
        }
        if (copies++ >= MOST_COPIES) {
            reference(type);
        }
        open.add(type);
        ObjectNode schema = description.get();
        open.remove(type);
        if (type.equals(root) || !pointers.containsKey(type)) {
            return schema;
        }
        definitions.put(pointers.get(type), schema);
        return reference(type);
    }

    private ObjectNode reference(JavaType type) {
        return JsonNodeFactory.instance.objectNode().put("$ref", pointers.computeIfAbsent(type, key -> {
            String pointer = UNPLACED + type.getRawClass().getSimpleName().replaceAll("[^A-Za-z0-9_]", "_");
            if (type.equals(root)) {
                return "#";
            }
            return pointers.containsValue(pointer) ? pointer + "-" + pointers.size() : pointer;
        }));
    }

    ObjectNode addTo(ObjectNode schema) {
        if (definitions.isEmpty()) {
            return schema;
        }
        ObjectNode all = schema.withObjectProperty("$defs");
        Map<String, String> places = new HashMap<>();
        definitions.forEach((pointer, definition) -> {
            String name = pointer.substring(UNPLACED.length());
            // The generator has definitions too, if the application's customizers ask for them.
            while (all.has(name)) {
                name += "_";
            }
            all.set(name, definition);
            places.put(pointer, "#/$defs/" + name);
        });
        Pointers.redirect(schema, reference -> places.getOrDefault(reference, reference));
        return schema;
    }
}
