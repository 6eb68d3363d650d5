package io.mcpspring.schema;

import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.ArraySchema;
import io.swagger.v3.oas.annotations.media.ExampleObject;
import io.swagger.v3.oas.annotations.media.Schema;
import java.lang.annotation.Annotation;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.util.StringUtils;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.node.ObjectNode;

/** The keywords of Swagger's annotations; loaded only where they are present. */
final class SwaggerKeywords {

    private SwaggerKeywords() {}

    /** Returns the annotations of an array, with what {@code @ArraySchema} says about the array itself. */
    static MergedAnnotations ofArray(MergedAnnotations annotations) {
        ArraySchema array = find(annotations, ArraySchema.class);
        if (array == null) {
            return annotations;
        }
        Stream<Annotation> others = annotations.stream()
                .filter(annotation -> annotation.getDistance() == 0)
                .map(MergedAnnotation::synthesize);
        return MergedAnnotations.from(
                Stream.concat(others, Stream.of(array.arraySchema())).toArray(Annotation[]::new));
    }

    /** Returns what {@code @ArraySchema} says about the elements of an array; {@code null} without it. */
    static @Nullable MergedAnnotations ofElements(MergedAnnotations annotations) {
        ArraySchema array = find(annotations, ArraySchema.class);
        return array == null ? null : MergedAnnotations.from(array.schema());
    }

    static void describe(MergedAnnotations annotations, ObjectNode keywords) {
        put("title", title(annotations), keywords);
        put("description", description(annotations), keywords);
    }

    /** The description of an element that bears {@code @Schema} or {@code @Parameter}. */
    static @Nullable String description(MergedAnnotations annotations) {
        return Stream.of(Schema.class, Parameter.class)
                .map(annotation -> annotations
                        .get(annotation)
                        .getValue("description", String.class)
                        .orElse(""))
                .filter(StringUtils::hasText)
                .findFirst()
                .orElse(null);
    }

    /** The title of an element that bears {@code @Schema}. */
    static @Nullable String title(MergedAnnotations annotations) {
        return annotations
                .get(Schema.class)
                .getValue("title", String.class)
                .filter(StringUtils::hasText)
                .orElse(null);
    }

    static boolean isRequired(MergedAnnotations annotations) {
        Schema schema = find(annotations, Schema.class);
        return schema != null && schema.requiredMode() == Schema.RequiredMode.REQUIRED;
    }

    static boolean isNullable(MergedAnnotations annotations) {
        Schema schema = find(annotations, Schema.class);
        return schema != null && schema.nullable();
    }

    /** Names the type of a value of which its deserializer does not say what it reads. */
    static void declareType(MergedAnnotations annotations, ObjectNode schema) {
        Schema declared = find(annotations, Schema.class);
        if (declared != null && SchemaParts.isOpen(schema)) {
            put("type", declared.type(), schema);
            if (declared.type().equals("array")) {
                schema.putObject("items");
            }
        }
    }

    /** Adds the constraints that {@code @Schema} and {@code @ArraySchema} declare for the kind of a value. */
    static void constrain(MergedAnnotations annotations, ObjectNode schema, ObjectNode keywords, boolean defaults) {
        Schema declared = find(annotations, Schema.class);
        ArraySchema array = find(annotations, ArraySchema.class);
        String kind = schema.path("type").asString("");
        if (declared != null && defaults) {
            put("default", declared.defaultValue(), keywords);
        }
        if (declared != null && (kind.equals("string") || SchemaParts.isOpen(schema))) {
            constrainText(declared, schema, keywords);
        } else if (declared != null && (kind.equals("integer") || kind.equals("number"))) {
            put(declared.exclusiveMinimum() ? "exclusiveMinimum" : "minimum", number(declared.minimum()), keywords);
            put(declared.exclusiveMaximum() ? "exclusiveMaximum" : "maximum", number(declared.maximum()), keywords);
            put("multipleOf", declared.multipleOf() > 0 ? BigDecimal.valueOf(declared.multipleOf()) : null, keywords);
        } else if (array != null && kind.equals("array")) {
            put("minItems", array.minItems(), Integer.MAX_VALUE, keywords);
            put("maxItems", array.maxItems(), Integer.MIN_VALUE, keywords);
            if (array.uniqueItems()) {
                keywords.put("uniqueItems", true);
            }
        }
    }

    private static void constrainText(Schema declared, ObjectNode schema, ObjectNode keywords) {
        if (!schema.has("enum")) {
            Stream.of(declared.allowableValues())
                    .forEach(value -> keywords.withArrayProperty("enum").add(value));
        }
        put("minLength", declared.minLength(), 0, keywords);
        put("maxLength", declared.maxLength(), Integer.MAX_VALUE, keywords);
        put("format", declared.format(), keywords);
        put("pattern", declared.pattern(), keywords);
    }

    private static @Nullable BigDecimal number(String text) {
        return text.isEmpty() ? null : new BigDecimal(text);
    }

    static void addExamples(MergedAnnotations annotations, JavaType type, ObjectNode keywords) {
        List<String> examples = new ArrayList<>();
        Schema schema = find(annotations, Schema.class);
        if (schema != null) {
            examples.add(schema.example());
            examples.addAll(List.of(schema.examples()));
        }
        Parameter parameter = find(annotations, Parameter.class);
        if (parameter != null) {
            examples.add(parameter.example());
            Stream.of(parameter.examples()).map(ExampleObject::value).forEach(examples::add);
        }
        boolean text = type.isTypeOrSubTypeOf(CharSequence.class);
        examples.stream()
                .filter(StringUtils::hasText)
                .forEach(example -> keywords.withArrayProperty("examples").add(ArgumentKeywords.parsed(example, text)));
    }

    private static <A extends Annotation> @Nullable A find(MergedAnnotations annotations, Class<A> type) {
        MergedAnnotation<A> found = annotations.get(type);
        return found.isPresent() ? found.synthesize() : null;
    }

    private static void put(String keyword, @Nullable String value, ObjectNode keywords) {
        if (StringUtils.hasText(value) && !keywords.has(keyword)) {
            keywords.put(keyword, value);
        }
    }

    /** @param none the value of an attribute that is not given */
    private static void put(String keyword, int value, int none, ObjectNode keywords) {
        put(keyword, value == none ? null : BigDecimal.valueOf(value), keywords);
    }

    private static void put(String keyword, @Nullable BigDecimal value, ObjectNode keywords) {
        if (value != null && !keywords.has(keyword)) {
            keywords.put(keyword, value);
        }
    }
}
