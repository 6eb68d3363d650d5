package io.mcpspring.schema;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.github.victools.jsonschema.generator.MemberScope;
import com.github.victools.jsonschema.generator.Option;
import com.github.victools.jsonschema.generator.OptionPreset;
import com.github.victools.jsonschema.generator.SchemaGenerator;
import com.github.victools.jsonschema.generator.SchemaGeneratorConfigBuilder;
import com.github.victools.jsonschema.generator.SchemaVersion;
import com.github.victools.jsonschema.generator.TypeScope;
import java.lang.reflect.Type;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.cfg.MapperConfig;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** One configured generator of schemas; not safe for concurrent use. */
final class Generator {

    /** The keywords that annotations add to the schema of a type. */
    enum Remarks {
        /** For results: nothing enforces the constraints of their types. */
        DESCRIPTIONS,
        /** For arguments. */
        CONSTRAINTS,
        /** For forms: default values too, as the text of their annotations. */
        DEFAULTS
    }

    private final JacksonModel model;
    private final ShapeDefinitions definitions;
    private final SchemaGenerator generator;

    Generator(JacksonModel model, Remarks remarks, List<McpSchemaCustomizer> customizers) {
        this.model = model;
        this.definitions = new ShapeDefinitions(model);
        SchemaGeneratorConfigBuilder builder = new SchemaGeneratorConfigBuilder(
                        JsonMapper.shared(), SchemaVersion.DRAFT_2020_12, OptionPreset.PLAIN_JSON)
                .with(Option.PLAIN_DEFINITION_KEYS)
                .without(Option.SCHEMA_VERSION_INDICATOR, Option.FLATTENED_OPTIONALS);
        customizers.forEach(customizer -> customizer.customize(builder));
        builder.forTypesInGeneral()
                .withDescriptionResolver(this::description)
                .withCustomDefinitionProvider(definitions);
        if (JsonSchemas.VALIDATION && remarks != Remarks.DESCRIPTIONS) {
            builder.with(new ValidationKeywords());
        }
        if (JsonSchemas.SWAGGER) {
            builder.with(new SwaggerRemarks(remarks));
        }
        if (remarks == Remarks.DEFAULTS) {
            builder.forFields().withDefaultResolver(Generator::defaultValue);
            builder.forMethods().withDefaultResolver(Generator::defaultValue);
        }
        this.generator = new SchemaGenerator(builder.build());
    }

    ObjectNode generate(Class<?> beanClass, List<ToolArgument> arguments) {
        definitions.begin(beanClass, arguments);
        return definitions.complete(generator.generateSchema(ShapeDefinitions.Root.class));
    }

    ObjectNode generate(Type type, TypeUse use) {
        definitions.begin(model.mapper.constructType(type), use);
        return definitions.complete(generator.generateSchema(ShapeDefinitions.Root.class));
    }

    private @Nullable String description(TypeScope scope) {
        if (scope.getType() == null) {
            return null;
        }
        JavaType type = JavaTypes.jackson(scope.getType(), model.mapper.getTypeFactory());
        MapperConfig<?> config = model.config();
        return config.getAnnotationIntrospector().findClassDescription(config, model.annotations(type));
    }

    private static @Nullable String defaultValue(MemberScope<?, ?> member) {
        JsonProperty property = member.getAnnotationConsideringFieldAndGetter(JsonProperty.class);
        return property == null || property.defaultValue().isEmpty() ? null : property.defaultValue();
    }
}
