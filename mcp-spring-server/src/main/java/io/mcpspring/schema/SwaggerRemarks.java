package io.mcpspring.schema;

import com.github.victools.jsonschema.generator.MemberScope;
import com.github.victools.jsonschema.generator.SchemaGenerationContext;
import com.github.victools.jsonschema.generator.SchemaGeneratorConfigBuilder;
import com.github.victools.jsonschema.generator.SchemaGeneratorConfigPart;
import com.github.victools.jsonschema.generator.TypeScope;
import com.github.victools.jsonschema.module.swagger2.Swagger2Module;
import io.mcpspring.schema.Generator.Remarks;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.ExampleObject;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.util.StringUtils;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Adds the content of Swagger's annotations to schemas; loaded only where they are present. */
final class SwaggerRemarks extends Swagger2Module {

    private final Remarks remarks;

    SwaggerRemarks(Remarks remarks) {
        this.remarks = remarks;
    }

    @Override
    public void applyToConfigBuilder(SchemaGeneratorConfigBuilder builder) {
        if (remarks == Remarks.DESCRIPTIONS) {
            builder.forTypesInGeneral()
                    .withDescriptionResolver(scope -> description(annotations(scope)))
                    .withTitleResolver(scope -> title(annotations(scope)));
            describe(builder.forFields());
            describe(builder.forMethods());
        } else {
            super.applyToConfigBuilder(builder);
            builder.forTypesInGeneral()
                    .withTypeAttributeOverride((schema, scope, context) ->
                            declare(scope.getType().getErasedType().getAnnotation(Schema.class), schema));
        }
        builder.forFields().withInstanceAttributeOverride(this::correct);
        builder.forMethods().withInstanceAttributeOverride(this::correct);
    }

    private static MergedAnnotations annotations(TypeScope scope) {
        return MergedAnnotations.from(scope.getType().getErasedType());
    }

    private void describe(SchemaGeneratorConfigPart<?> members) {
        members.withDescriptionResolver(this::resolveDescription).withTitleResolver(this::resolveTitle);
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

    /** Describes a value by its annotation, where its deserializer does not say what it reads. */
    private static void declare(@Nullable Schema declared, ObjectNode schema) {
        if (declared != null && SchemaParts.isOpen(schema)) {
            put("type", declared.type(), schema);
            put("format", declared.format(), schema);
            put("pattern", declared.pattern(), schema);
            Stream.of(declared.allowableValues())
                    .forEach(value -> schema.withArrayProperty("enum").add(value));
        }
    }

    /** Describes a value by the annotation of its property or parameter, where its deserializer does not. */
    static void declare(MemberScope<?, ?> member, ObjectNode schema) {
        declare(member.getAnnotationConsideringFieldAndGetter(Schema.class), schema);
    }

    private static void put(String keyword, String value, ObjectNode schema) {
        if (value.equals("array")) {
            schema.setAll(SchemaParts.array(schema.objectNode()));
        } else if (!value.isEmpty()) {
            schema.put(keyword, value);
        }
    }

    private void correct(ObjectNode attributes, MemberScope<?, ?> member, SchemaGenerationContext context) {
        if (remarks != Remarks.DEFAULTS) {
            // A default that is declared only there is not applied to calls.
            attributes.remove("default");
        }
        if (!member.isFakeContainerItemScope()) {
            addExamples(attributes, member);
        }
    }

    private static void addExamples(ObjectNode attributes, MemberScope<?, ?> member) {
        Schema schema = member.getAnnotationConsideringFieldAndGetter(Schema.class);
        Parameter parameter = member.getAnnotationConsideringFieldAndGetter(Parameter.class);
        boolean text = member.getType().isInstanceOf(CharSequence.class);
        Stream<String> ofSchema = Stream.ofNullable(schema)
                .flatMap(given -> Stream.concat(Stream.of(given.example()), Stream.of(given.examples())));
        Stream<String> ofParameter = Stream.ofNullable(parameter)
                .flatMap(given -> Stream.concat(
                        Stream.of(given.example()), Stream.of(given.examples()).map(ExampleObject::value)));
        ArrayNode examples = attributes.arrayNode();
        Stream.concat(ofSchema, ofParameter)
                .filter(StringUtils::hasText)
                .forEach(example -> examples.add(ArgumentKeywords.parsed(example, text)));
        if (!examples.isEmpty()) {
            attributes.set("examples", examples);
        }
    }
}
