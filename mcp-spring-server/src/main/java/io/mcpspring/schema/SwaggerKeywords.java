package io.mcpspring.schema;

import io.mcpspring.validation.PortableRegex;
import io.mcpspring.validation.SchemaTypes;
import java.lang.annotation.Annotation;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.util.StringUtils;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The keywords of Swagger's annotations, which are read by their names, because Swagger may be absent. */
final class SwaggerKeywords {

    private static final String SCHEMA = "io.swagger.v3.oas.annotations.media.Schema";

    private static final String ARRAY_SCHEMA = "io.swagger.v3.oas.annotations.media.ArraySchema";

    private static final String PARAMETER = "io.swagger.v3.oas.annotations.Parameter";

    private SwaggerKeywords() {}

    /** Returns {@code @Schema}, or what {@code @ArraySchema} says about the array itself. */
    private static MergedAnnotation<?> schema(MergedAnnotations annotations) {
        MergedAnnotation<?> array = annotations.get(ARRAY_SCHEMA);
        return array.isPresent() && !annotations.isPresent(SCHEMA)
                ? array.getAnnotation("arraySchema", Annotation.class)
                : annotations.get(SCHEMA);
    }

    /** Returns what {@code @ArraySchema} says about the elements of an array. */
    static MergedAnnotations ofElements(MergedAnnotations annotations) {
        MergedAnnotation<?> array = annotations.get(ARRAY_SCHEMA);
        return array.isPresent()
                ? MergedAnnotations.of(List.of(array.getAnnotation("schema", Annotation.class)))
                : MergedAnnotations.of(List.of());
    }

    /** The description of an element that bears {@code @Schema} or {@code @Parameter}. */
    static @Nullable String description(MergedAnnotations annotations) {
        String description = Keywords.text(schema(annotations), "description");
        return description == null ? Keywords.text(annotations.get(PARAMETER), "description") : description;
    }

    /** The title of an element that bears {@code @Schema}. */
    static @Nullable String title(MergedAnnotations annotations) {
        return Keywords.text(schema(annotations), "title");
    }

    static boolean isRequired(MergedAnnotations annotations) {
        return schema(annotations)
                        .getValue("requiredMode")
                        .filter(mode -> mode.toString().equals("REQUIRED"))
                        .isPresent()
                || schema(annotations).getValue("required", Boolean.class).orElse(false);
    }

    static boolean isNullable(MergedAnnotations annotations) {
        return isGiven(schema(annotations), "nullable");
    }

    private static boolean isGiven(MergedAnnotation<?> annotation, String attribute) {
        return annotation.isPresent() && annotation.hasNonDefaultValue(attribute);
    }

    /** Names the type of a value of which its deserializer does not say what it reads. */
    static void declareType(MergedAnnotations annotations, ObjectNode schema) {
        String type = Keywords.text(schema(annotations), "type");
        String kind = type == null ? "" : type.toLowerCase(Locale.ROOT);
        if (SchemaTypes.NODE_TYPES.containsKey(kind) && SchemaParts.isOpen(schema)) {
            schema.put("type", kind);
            if (kind.equals("array")) {
                schema.putObject("items");
            }
        }
    }

    /** Adds the constraints that {@code @Schema} and {@code @ArraySchema} declare for the kind of a value. */
    static void constrain(
            MergedAnnotations annotations, JavaType type, ObjectNode schema, ObjectNode keywords, boolean defaults) {
        MergedAnnotation<?> declared = schema(annotations);
        String kind = SchemaTypes.single(schema);
        if (defaults) {
            Keywords.put("default", Keywords.text(declared, "defaultValue"), keywords);
        }
        if (kind.equals("string") || SchemaParts.isOpen(schema)) {
            if (!schema.has("enum")) {
                declared.getValue("allowableValues", String[].class).stream()
                        .flatMap(Stream::of)
                        .forEach(value -> keywords.withArrayProperty("enum").add(value));
            }
            put(declared, keywords, "minLength", "maxLength");
            // Those of times are documentation: a pattern has the letters of DateTimeFormatter.
            boolean time = type.getRawClass()
                    .getName()
                    .matches("java\\.(time\\.(?!Duration|Period|Zone[IO]).+|sql\\..+|util\\.(Date|Calendar))");
            Keywords.put("format", time ? null : Keywords.text(declared, "format"), keywords);
            String pattern = Keywords.text(declared, "pattern");
            if (pattern != null && !time && PortableRegex.isPortable(pattern)) {
                Keywords.put("pattern", pattern, keywords);
            }
        } else if (kind.equals("integer") || kind.equals("number")) {
            putLimit(declared, "minimum", "exclusiveMinimum", keywords);
            putLimit(declared, "maximum", "exclusiveMaximum", keywords);
            put(declared, keywords, "multipleOf");
        } else if (kind.equals("array")) {
            put(annotations.get(ARRAY_SCHEMA), keywords, "minItems", "maxItems", "uniqueItems");
        }
    }

    private static void putLimit(MergedAnnotation<?> declared, String limit, String exclusive, ObjectNode keywords) {
        String number = Keywords.text(declared, limit);
        if (number != null) {
            String keyword = isGiven(declared, exclusive) ? exclusive : limit;
            keywords.putIfAbsent(keyword, keywords.numberNode(ConstraintKeywords.number(number)));
        }
    }

    static void addExamples(MergedAnnotations annotations, JavaType type, ObjectNode keywords) {
        MergedAnnotation<?> schema = schema(annotations);
        MergedAnnotation<?> parameter = annotations.get(PARAMETER);
        List<@Nullable String> examples = new ArrayList<>();
        examples.add(Keywords.text(schema, "example"));
        schema.getValue("examples", String[].class).map(List::of).ifPresent(examples::addAll);
        examples.add(Keywords.text(parameter, "example"));
        if (parameter.isPresent()) {
            Stream.of(parameter.getAnnotationArray("examples", Annotation.class))
                    .forEach(example -> examples.add(Keywords.text(example, "value")));
        }
        boolean text = type.isTypeOrSubTypeOf(CharSequence.class);
        examples.stream()
                .filter(StringUtils::hasText)
                .forEach(example -> keywords.withArrayProperty("examples").add(ArgumentKeywords.parsed(example, text)));
    }

    /** Adds the attributes that are given, and are called like their keywords. */
    private static void put(MergedAnnotation<?> annotation, ObjectNode keywords, String... attributes) {
        for (String attribute : attributes) {
            if (isGiven(annotation, attribute)) {
                Object value = annotation.getValue(attribute).orElseThrow();
                keywords.putIfAbsent(attribute, JsonMapper.shared().valueToTree(value));
            }
        }
    }
}
