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
final class Definitions {

    /** Bounds the size of schemas of types that use each other many times: further types have definitions. */
    private static final int MOST_COPIES = 500;

    /** A generic class may contain itself with other type arguments, without an end. */
    private static final int MOST_VARIANTS = 10;

    private static final String PLACE = "#/$defs/";

    /** What the whole schema describes, unless it describes arguments. */
    private final @Nullable Key root;

    /** What is being described. */
    private final Set<Key> open = new HashSet<>();

    /** Where that is defined to which the schema refers. */
    private final Map<Key, String> pointers = new HashMap<>();

    private final Map<String, ObjectNode> definitions = new LinkedHashMap<>();

    private int copies;

    /**
     * A type and what reads or writes it; two properties may have different deserializers for one type.
     *
     * @param coder {@code null} if it is selected by the name of the type
     * @param view the view that its members belong to; {@code null} for all members
     */
    record Key(
            JavaType type, @Nullable Object coder, @Nullable Class<?> view) {}

    Definitions(@Nullable Key root) {
        this.root = root;
    }

    boolean isRoot(Key type) {
        return type.equals(root);
    }

    /** Returns the schema of a type, or a reference to its definition. */
    ObjectNode of(Key type, Supplier<ObjectNode> description) {
        if (open.contains(type) || pointers.containsKey(type)) {
            return reference(type);
        }
        if (copies++ >= MOST_COPIES) {
            reference(type);
        }
        Class<?> raw = type.type().getRawClass();
        if (open.stream().filter(other -> other.type().hasRawClass(raw)).count() >= MOST_VARIANTS) {
            return JsonNodeFactory.instance.objectNode();
        }
        open.add(type);
        ObjectNode schema = description.get();
        open.remove(type);
        if (isRoot(type) || !pointers.containsKey(type)) {
            return schema;
        }
        definitions.put(pointers.get(type), schema);
        return reference(type);
    }

    private ObjectNode reference(Key type) {
        return JsonNodeFactory.instance.objectNode().put("$ref", pointers.computeIfAbsent(type, key -> {
            String pointer = PLACE + type.type().getRawClass().getSimpleName().replaceAll("[^A-Za-z0-9_]", "_");
            if (isRoot(type)) {
                return "#";
            }
            return pointers.containsValue(pointer) ? pointer + "-" + pointers.size() : pointer;
        }));
    }

    /** Returns the definitions so far, in which what is being described may be any value. */
    ObjectNode soFar() {
        ObjectNode known = addTo(JsonNodeFactory.instance.objectNode());
        ObjectNode all = known.withObjectProperty("$defs");
        for (String pointer : pointers.values()) {
            all.putIfAbsent(pointer.replace(PLACE, ""), all.objectNode());
        }
        return known;
    }

    ObjectNode addTo(ObjectNode schema) {
        if (!definitions.isEmpty()) {
            ObjectNode all = schema.putObject("$defs");
            definitions.forEach((pointer, definition) -> all.set(pointer.substring(PLACE.length()), definition));
        }
        return schema;
    }
}
