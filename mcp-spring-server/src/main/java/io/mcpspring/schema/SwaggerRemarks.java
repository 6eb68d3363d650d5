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
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/** Adds the content of Swagger's annotations to schemas; loaded only where they are present. */
final class SwaggerRemarks extends Swagger2Module {

    private final Remarks remarks;

    private SwaggerRemarks(Remarks remarks) {
        this.remarks = remarks;
    }

    /** Adds the content of the annotations to the schemas. */
    static void addTo(SchemaGeneratorConfigBuilder builder, Remarks remarks) {
        builder.with(new SwaggerRemarks(remarks));
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

    private void correct(ObjectNode attributes, MemberScope<?, ?> member, SchemaGenerationContext context) {
        if (remarks != Remarks.DEFAULTS) {
            // A default that is declared only there is not applied to calls.
            attributes.remove("default");
        }
        addExamples(attributes, member, context);
    }

    private static void addExamples(ObjectNode attributes, MemberScope<?, ?> member, SchemaGenerationContext context) {
        if (member.isFakeContainerItemScope()) {
            return;
        }
        Stream<String> ofSchema = examples(member.getAnnotationConsideringFieldAndGetter(Schema.class));
        Stream<String> ofParameter = examples(member.getAnnotationConsideringFieldAndGetter(Parameter.class));
        ArrayNode examples = attributes.arrayNode();
        Stream.concat(ofSchema, ofParameter)
                .filter(StringUtils::hasText)
                .forEach(example -> examples.add(value(example, member)));
        if (!examples.isEmpty()) {
            attributes.set("examples", examples);
        }
    }

    private static Stream<String> examples(@Nullable Schema schema) {
        return schema == null
                ? Stream.empty()
                : Stream.concat(Stream.of(schema.example()), Stream.of(schema.examples()));
    }

    private static Stream<String> examples(@Nullable Parameter parameter) {
        return parameter == null
                ? Stream.empty()
                : Stream.concat(
                        Stream.of(parameter.example()),
                        Stream.of(parameter.examples()).map(ExampleObject::value));
    }

    private static JsonNode value(String example, MemberScope<?, ?> member) {
        if (member.getType().isInstanceOf(CharSequence.class)) {
            return StringNode.valueOf(example);
        }
        try {
            return JsonMapper.shared().readTree(example);
        } catch (JacksonException noJson) {
            return StringNode.valueOf(example);
        }
    }
}
