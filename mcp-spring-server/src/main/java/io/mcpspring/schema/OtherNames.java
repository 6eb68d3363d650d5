package io.mcpspring.schema;

import com.fasterxml.jackson.annotation.JsonFormat;
import io.mcpspring.Internal;
import java.util.List;
import java.util.stream.Stream;
import tools.jackson.databind.AnnotationIntrospector;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.PropertyName;
import tools.jackson.databind.cfg.MapperConfig;
import tools.jackson.databind.introspect.Annotated;
import tools.jackson.databind.introspect.NopAnnotationIntrospector;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * The other names under which Jackson reads the members of an object, or the constants of an enum: a keyword that input
 * schemas have until they are published. Arguments get the names of the schema before anything sees them, and the
 * mapper that reads them does not know other names.
 */
@Internal
public final class OtherNames {

    private static final String KEYWORD = "io.mcpspring/otherNames";

    /** The member of the keyword that allows each name in any case. */
    private static final String ANY_CASE = "*";

    private OtherNames() {}

    static void add(ObjectNode schema, List<String> names, String name) {
        names.forEach(other -> schema.withObjectProperty(KEYWORD).put(other, name));
    }

    static void ignoreCase(ObjectNode schema) {
        schema.withObjectProperty(KEYWORD).put(ANY_CASE, true);
    }

    /** Whether a schema, or a part of it, has other names. */
    public static boolean isIn(JsonNode schema) {
        return schema.findValue(KEYWORD) != null;
    }

    /** Returns the name that a schema has for a member or a constant; the given one if it has none. */
    static String nameOf(String given, JsonNode schema) {
        JsonNode names = schema.path(KEYWORD);
        JsonNode properties = schema.path("properties");
        if (names.isEmpty() || properties.has(given)) {
            return given;
        }
        if (!names.has(ANY_CASE)) {
            return names.path(given).asString(given);
        }
        return Stream.concat(properties.propertyNames().stream(), names.propertyNames().stream())
                .filter(given::equalsIgnoreCase)
                .map(name -> names.path(name).asString(name))
                .findFirst()
                .orElse(given);
    }

    /** Returns a mapper that reads members by the names of their schema alone. */
    static JsonMapper unknownTo(JsonMapper mapper) {
        AnnotationIntrospector known = mapper.deserializationConfig().getAnnotationIntrospector();
        return mapper.rebuild()
                .disable(MapperFeature.ACCEPT_CASE_INSENSITIVE_PROPERTIES)
                .annotationIntrospector(AnnotationIntrospector.pair(new Unknown(), known))
                .build();
    }

    private static final class Unknown extends NopAnnotationIntrospector {

        private static final long serialVersionUID = 1L;

        @Override
        public List<PropertyName> findPropertyAliases(MapperConfig<?> config, Annotated annotated) {
            return List.of();
        }

        @Override
        public JsonFormat.Value findFormat(MapperConfig<?> config, Annotated annotated) {
            return JsonFormat.Value.empty().withoutFeature(JsonFormat.Feature.ACCEPT_CASE_INSENSITIVE_PROPERTIES);
        }
    }

    /** Returns the schema as it is published. */
    public static ObjectNode removed(ObjectNode schema) {
        if (!isIn(schema)) {
            return schema;
        }
        ObjectNode published = schema.deepCopy();
        published.findParents(KEYWORD).forEach(parent -> ((ObjectNode) parent).remove(KEYWORD));
        return published;
    }
}
