package io.mcpspring.schema;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.github.victools.jsonschema.generator.MemberScope;
import com.github.victools.jsonschema.generator.Option;
import com.github.victools.jsonschema.generator.OptionPreset;
import com.github.victools.jsonschema.generator.SchemaGenerator;
import com.github.victools.jsonschema.generator.SchemaGeneratorConfig;
import com.github.victools.jsonschema.generator.SchemaGeneratorConfigBuilder;
import com.github.victools.jsonschema.generator.SchemaVersion;
import com.github.victools.jsonschema.generator.TypeContext;
import com.github.victools.jsonschema.generator.TypeScope;
import com.github.victools.jsonschema.generator.impl.TypeContextFactory;
import java.lang.reflect.Method;
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
    private enum Remarks {
        NONE,
        DESCRIPTIONS,
        CONSTRAINTS,
        /** Default values too, as text. */
        DEFAULTS
    }

    private final JacksonModel model;
    private final ShapeDefinitions definitions;
    private final TypeContext types;
    private final SchemaGenerator generator;

    private Generator(JacksonModel model, Remarks remarks, List<McpSchemaCustomizer> customizers) {
        this.model = model;
        this.definitions = new ShapeDefinitions(model);
        SchemaGeneratorConfigBuilder builder = new SchemaGeneratorConfigBuilder(
                        JsonMapper.shared(), SchemaVersion.DRAFT_2020_12, OptionPreset.PLAIN_JSON)
                .with(Option.PLAIN_DEFINITION_KEYS)
                .without(Option.SCHEMA_VERSION_INDICATOR, Option.FLATTENED_OPTIONALS);
        customizers.forEach(customizer -> customizer.customize(builder));
        builder.forTypesInGeneral()
                .withDescriptionResolver(this::description)
                .withCustomDefinitionProvider(definitions)
                .withTypeAttributeOverride(definitions);
        if (remarks.compareTo(Remarks.CONSTRAINTS) >= 0) {
            addConstraints(builder, remarks);
        } else if (remarks == Remarks.DESCRIPTIONS && JsonSchemas.SWAGGER) {
            SwaggerRemarks.addDescriptions(builder);
        }
        if (remarks == Remarks.DEFAULTS) {
            builder.forFields().withDefaultResolver(Generator::defaultValue);
            builder.forMethods().withDefaultResolver(Generator::defaultValue);
        }
        SchemaGeneratorConfig config = builder.build();
        this.types = TypeContextFactory.createDefaultTypeContext(config);
        this.generator = new SchemaGenerator(config, types);
    }

    private static void addConstraints(SchemaGeneratorConfigBuilder builder, Remarks remarks) {
        if (JsonSchemas.VALIDATION) {
            ValidationKeywords.addTo(builder);
        }
        if (JsonSchemas.SWAGGER) {
            SwaggerRemarks.addTo(builder, remarks == Remarks.DEFAULTS);
        }
    }

    /** Generates schemas of arguments, with descriptions and constraints from annotations. */
    static Generator ofArguments(ReadingModel model, List<McpSchemaCustomizer> customizers) {
        return new Generator(model, Remarks.CONSTRAINTS, customizers);
    }

    /** Generates schemas of results, with descriptions but without constraints, which nothing enforces. */
    static Generator ofResults(WritingModel model, List<McpSchemaCustomizer> customizers) {
        return new Generator(model, Remarks.DESCRIPTIONS, customizers);
    }

    /**
     * Generates schemas with descriptions, constraints and default values; the latter as the text of the annotation.
     */
    static Generator withDefaults(JacksonModel model, List<McpSchemaCustomizer> customizers) {
        return new Generator(model, Remarks.DEFAULTS, customizers);
    }

    /** Generates schemas with the structure of the types alone. */
    static Generator plain(JacksonModel model) {
        return new Generator(model, Remarks.NONE, List.of());
    }

    ObjectNode generate(Class<?> beanClass, Method method, List<ToolArgument> arguments) {
        definitions.describe(beanClass, method, arguments);
        return generate(ShapeDefinitions.Arguments.class);
    }

    ObjectNode generate(Type type) {
        return generate(type, TypeUse.UNKNOWN);
    }

    ObjectNode generate(Type type, TypeUse use) {
        JavaType javaType = model.actual(model.mapper.constructType(type));
        definitions.begin(use);
        return SchemaTidy.tidy(generator.generateSchema(JavaTypes.resolved(javaType, types)));
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
