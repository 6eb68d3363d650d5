package io.mcpspring.schema;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.mcpspring.validation.DeclarationException;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.util.StringUtils;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.node.ObjectNode;

/** The keywords that annotations and the application add to the schemas of types, properties and parameters. */
record Keywords(Remarks remarks, List<McpSchemaCustomizer> customizers) {

    /** What annotations add. */
    enum Remarks {
        /** For results: nothing enforces the constraints of their types. */
        DESCRIPTIONS,
        /** For arguments. */
        CONSTRAINTS,
        /** For forms: default values too, as the text of their annotations, and the titles of constants. */
        FORMS
    }

    /** Returns the schema of a type with the keywords of its class. */
    ObjectNode ofType(ObjectNode schema, JavaType type, @Nullable String description) {
        MergedAnnotations annotations = MergedAnnotations.from(type.getRawClass());
        if (remarks == Remarks.FORMS && type.isEnumType()) {
            FormSchema.addTitles(type.getRawClass(), schema);
        }
        return customized(with(annotations, description, type, schema), null, type, annotations);
    }

    /**
     * Returns the schema of a property or parameter, which has a name, or of an element.
     *
     * @param description what describes it before the annotations of Swagger
     */
    ObjectNode ofPlace(
            ObjectNode schema,
            @Nullable String name,
            JavaType type,
            MergedAnnotations annotations,
            @Nullable String description) {
        if (schema.get("items") instanceof ObjectNode items && type.getContentType() != null) {
            schema.set("items", with(SwaggerKeywords.ofElements(annotations), null, type.getContentType(), items));
        }
        ObjectNode complete = with(annotations, description, type, schema);
        if (name == null) {
            return complete;
        }
        SwaggerKeywords.addExamples(annotations, type, complete);
        return customized(complete, name, type, annotations);
    }

    private ObjectNode with(
            MergedAnnotations annotations, @Nullable String description, JavaType type, ObjectNode schema) {
        ObjectNode keywords = schema.objectNode();
        put("title", SwaggerKeywords.title(annotations), keywords);
        put("description", description, keywords);
        put("description", SwaggerKeywords.description(annotations), keywords);
        if (remarks == Remarks.FORMS) {
            put("default", text(annotations.get(JsonProperty.class), "defaultValue"), keywords);
        }
        if (remarks != Remarks.DESCRIPTIONS) {
            SwaggerKeywords.declareType(annotations, schema);
            ConstraintKeywords.add(annotations, type, schema, keywords);
            SwaggerKeywords.constrain(annotations, type, schema, keywords, remarks == Remarks.FORMS);
        }
        return keywords.isEmpty() ? schema : SchemaParts.with(keywords, schema);
    }

    /** Adds a keyword, unless it has a value already. */
    static void put(String keyword, @Nullable String value, ObjectNode keywords) {
        if (value != null) {
            keywords.putIfAbsent(keyword, keywords.stringNode(value));
        }
    }

    /** Returns a text of an annotation; {@code null} if it is blank, or if the annotation is absent. */
    static @Nullable String text(MergedAnnotation<?> annotation, String attribute) {
        return annotation
                .getValue(attribute, String.class)
                .filter(StringUtils::hasText)
                .orElse(null);
    }

    /** The description in Jackson's annotation. */
    static @Nullable String description(MergedAnnotations annotations) {
        return text(annotations.get(JsonPropertyDescription.class), "value");
    }

    private ObjectNode customized(
            ObjectNode schema, @Nullable String name, JavaType type, MergedAnnotations annotations) {
        for (McpSchemaCustomizer customizer : customizers) {
            customizer.customize(schema, new McpSchemaCustomizer.Target(name, type.getRawClass(), annotations));
        }
        return schema;
    }

    /** Whether annotations demand a value that is not {@code null}. */
    boolean isDemanded(MergedAnnotations annotations) {
        return remarks != Remarks.DESCRIPTIONS
                && (ConstraintKeywords.isNotNull(annotations) || SwaggerKeywords.isRequired(annotations));
    }

    /** Whether annotations allow {@code null}. */
    boolean isNullable(MergedAnnotations annotations) {
        return remarks != Remarks.DESCRIPTIONS
                && (ConstraintKeywords.isNull(annotations) || SwaggerKeywords.isNullable(annotations));
    }

    /** Fails for annotations of Jackson 2 that would change values, unless those of Jackson 3 stand beside them. */
    void requireOfJackson3(MergedAnnotations annotations) {
        Stream.of("JsonNaming", "EnumNaming", remarks == Remarks.DESCRIPTIONS ? "JsonSerialize" : "JsonDeserialize")
                .map("jackson.databind.annotation."::concat)
                .filter(name ->
                        annotations.isPresent("com.fasterxml." + name) && !annotations.isPresent("tools." + name))
                .findFirst()
                .ifPresent(name -> {
                    throw new DeclarationException(
                            "The annotation com.fasterxml." + name + " is of Jackson 2 and has no effect",
                            "Import that of tools.jackson.databind.annotation");
                });
    }
}
