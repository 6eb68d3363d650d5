package io.mcpspring.schema;

import com.fasterxml.classmate.ResolvedType;
import com.github.victools.jsonschema.generator.CustomDefinition;
import com.github.victools.jsonschema.generator.CustomDefinition.AttributeInclusion;
import com.github.victools.jsonschema.generator.CustomDefinition.DefinitionType;
import com.github.victools.jsonschema.generator.CustomDefinitionProviderV2;
import com.github.victools.jsonschema.generator.MemberScope;
import com.github.victools.jsonschema.generator.SchemaGenerationContext;
import com.github.victools.jsonschema.generator.TypeContext;
import com.github.victools.jsonschema.generator.TypeScope;
import com.github.victools.jsonschema.generator.impl.AttributeCollector;
import io.mcpspring.schema.JsonShape.Alternative;
import io.mcpspring.schema.JsonShape.Frame;
import io.mcpspring.schema.JsonShape.TypeMember;
import io.mcpspring.validation.SchemaException;
import io.mcpspring.validation.SchemaTypes;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Supplies the schema generator with the schema of each type as Jackson reads or writes it.
 *
 * <p>Types are described where they are used. Only a type that contains itself has a definition, to which it refers.
 */
final class ShapeDefinitions implements CustomDefinitionProviderV2 {

    /** The keyword under which {@link Root} has the schema: one whose schemas the generator cleans up. */
    private static final String ASKED = "items";

    private static final Log logger = LogFactory.getLog(ShapeDefinitions.class);

    private final JacksonModel model;

    private final Set<String> warned = new HashSet<>();

    /** Describes what the generator is asked for. */
    private Supplier<ObjectNode> root = this::object;

    private @Nullable SchemaGenerationContext context;

    /** The type that {@link #definition} asks the generator for. */
    private @Nullable ResolvedType asked;

    private LocalDefinitions local = new LocalDefinitions(null);

    /** Contains what the generator is asked for, so that overrides for types do not change it. */
    static final class Root {}

    ShapeDefinitions(JacksonModel model) {
        this.model = model;
    }

    /** Begins the schema of the object whose members are the arguments. */
    void begin(Class<?> beanClass, List<ToolArgument> arguments) {
        begin(null, () -> ofArguments(beanClass, arguments));
    }

    /** Begins the schema of a type that the code declares in this way. */
    void begin(JavaType type, TypeUse use) {
        begin(model.actual(type), () -> member(null, type, use, null));
    }

    private void begin(@Nullable JavaType type, Supplier<ObjectNode> description) {
        local = new LocalDefinitions(type);
        root = description;
    }

    /** Adds the definitions to the schema that the generator has made. */
    ObjectNode complete(ObjectNode generated) {
        ObjectNode schema = (ObjectNode) generated.remove(ASKED);
        return local.addTo(generated.retain("$schema", "$defs").setAll(schema));
    }

    @Override
    public CustomDefinition provideCustomSchemaDefinition(ResolvedType type, SchemaGenerationContext context) {
        this.context = context;
        if (type.getErasedType() == Root.class) {
            return inline(object().set(ASKED, root.get()), AttributeInclusion.NO);
        }
        JavaType javaType = JavaTypes.jackson(type, model.mapper.getTypeFactory());
        if (!type.equals(asked)) {
            // A definition of the application contains the type.
            return inline(reference(javaType), AttributeInclusion.NO);
        }
        asked = null;
        return inline(of(model.shape(javaType), TypeUse.UNKNOWN), AttributeInclusion.YES);
    }

    private static CustomDefinition inline(ObjectNode schema, AttributeInclusion attributes) {
        return new CustomDefinition(schema, DefinitionType.INLINE, attributes);
    }

    private ObjectNode reference(JavaType declared) {
        JavaType type = model.actual(declared);
        return mayContainItself(type) ? local.of(type, () -> definition(type)) : definition(type);
    }

    /** Whether a type may contain itself: a container of the JDK does so only by way of another type. */
    private boolean mayContainItself(JavaType type) {
        JsonShape shape = model.shape(type);
        boolean container = shape instanceof JsonShape.Items || shape instanceof JsonShape.Entries;
        boolean named = !type.isArrayType() && !type.getRawClass().getName().startsWith("java.");
        return shape instanceof JsonShape.Members || shape instanceof JsonShape.Choice || container && named;
    }

    /** Describes a type as the application defines it, or as Jackson reads or writes it. */
    private ObjectNode definition(JavaType type) {
        ResolvedType resolved = JavaTypes.resolved(type, types());
        // A definition of the application may ask for other types before this one.
        ResolvedType outer = asked;
        asked = resolved;
        CustomDefinition custom = context().getGeneratorConfig().getCustomDefinition(resolved, context(), null);
        asked = outer;
        TypeScope scope = types().createTypeScope(resolved);
        ObjectNode schema = object().setAll(custom.getValue());
        ObjectNode described =
                custom.shouldIncludeAttributes() ? SchemaParts.with(missing(scope, schema), schema) : schema;
        for (var override : context().getGeneratorConfig().getTypeAttributeOverrides()) {
            override.overrideTypeAttributes(described, scope, context());
        }
        if (!type.isJavaLangObject() && !JacksonModel.isTree(type)) {
            warnIfOpen(described, "of type " + type.getRawClass().getTypeName());
        }
        return described;
    }

    /** The keywords that the annotations of a type add: those of its definition take precedence. */
    private ObjectNode missing(TypeScope scope, ObjectNode schema) {
        Set<String> kinds = SchemaTypes.of(schema).collect(Collectors.toSet());
        return AttributeCollector.collectTypeAttributes(scope, context(), kinds).remove(schema.propertyNames());
    }

    /** Warns, once, of a schema of arguments that says nothing, because models then have to guess what to send. */
    private void warnIfOpen(ObjectNode schema, String subject) {
        if (model instanceof ReadingModel && SchemaParts.isOpen(schema) && warned.add(subject)) {
            logger.warn("The schema " + subject + " allows any value, because its deserializer does not say what it"
                    + " reads: describe it with Swagger's @Schema(type = \"...\") or an McpSchemaCustomizer");
        }
    }

    private ObjectNode ofArguments(Class<?> beanClass, List<ToolArgument> arguments) {
        ObjectNode properties = object();
        ArrayNode required = properties.arrayNode();
        for (ToolArgument argument : arguments) {
            try {
                properties.set(argument.name(), of(argument, beanClass));
            } catch (SchemaException ex) {
                throw ex.in("parameter '%s'".formatted(argument.name()));
            }
            if (argument.required()) {
                required.add(argument.name());
            }
        }
        return SchemaParts.object(properties, required);
    }

    private ObjectNode of(ToolArgument argument, Class<?> beanClass) {
        JavaType type = argument.type(beanClass, model.mapper);
        MemberScope<?, ?> scope = scopes().of(argument, type, beanClass);
        ObjectNode schema = member(scope, type, TypeUse.of(argument.parameter()), null);
        return argument.description() == null
                ? schema
                : SchemaParts.with(object().put("description", argument.description()), schema);
    }

    private ObjectNode ofMembers(JsonShape.Members members) {
        ObjectNode properties = object();
        ArrayNode required = properties.arrayNode();
        TypeMember typeMember = members.typeMember();
        if (typeMember != null) {
            properties.putObject(typeMember.name()).put("const", typeMember.id());
            required.add(typeMember.name());
        }
        List<JacksonProperty> all = model.properties(members.type());
        for (JacksonProperty property : all) {
            if (!properties.has(property.name())) {
                add(property, members.type(), properties, required);
            }
        }
        ObjectNode schema = SchemaParts.object(properties, required);
        model.addOtherNames(schema, all, members.type());
        JavaType others = model.others(members.type());
        if (others != null) {
            schema.set("additionalProperties", content(null, others, TypeUse.UNKNOWN));
        } else if (model instanceof ReadingModel reading && reading.isClosed(members.type())) {
            schema.put("additionalProperties", false);
        }
        return schema;
    }

    private void add(JacksonProperty property, JavaType owner, ObjectNode properties, ArrayNode required) {
        MemberScope<?, ?> scope = scopes().of(property);
        boolean demanded = scope != null && scopes().isRequired(scope);
        boolean nullable = scope != null && scopes().isNullable(scope);
        JacksonProperty.Declaration declaration = property.declaration();
        TypeUse use = declaration == null ? TypeUse.UNKNOWN : declaration.use();
        ObjectNode schema;
        try {
            schema = member(scope, property.type(), use, property.own());
            if (property.argument() != null) {
                ArgumentKeywords.add(property.argument(), schema, schema);
            }
        } catch (SchemaException ex) {
            throw ex.in("property '%s' of %s"
                    .formatted(property.name(), owner.getRawClass().getSimpleName()));
        }
        if (property.own() != null) {
            String name = owner.getRawClass().getTypeName();
            warnIfOpen(schema, "of property '%s' of %s".formatted(property.name(), name));
        }
        if (property.description() != null && !schema.has("description")) {
            schema = SchemaParts.with(object().put("description", property.description()), schema);
        }
        properties.set(
                property.name(), nullable || property.nullable() && !demanded ? SchemaParts.orNull(schema) : schema);
        if (property.required() || demanded && !property.omissible()) {
            required.add(property.name());
        }
    }

    /** Returns the schema of a property or an element: that of its type with the keywords of its annotations. */
    private ObjectNode member(@Nullable MemberScope<?, ?> scope, JavaType type, TypeUse use, @Nullable ObjectNode own) {
        TypeUse elements = own == null && model.actual(type).equals(type) ? use.content(type) : TypeUse.UNKNOWN;
        if (scope == null) {
            return own == null ? described(type, elements) : own;
        }
        JavaType value = own == null ? JacksonModel.optionalValue(type) : null;
        if (value != null) {
            MemberScope<?, ?> ofValue = scope.isFakeContainerItemScope()
                    ? scope
                    : scope.withOverriddenType(JavaTypes.resolved(value, types()));
            return member(ofValue, value, elements, null);
        }
        CustomDefinition custom = scopes().customDefinition(scope);
        ObjectNode known = custom == null ? own : custom.getValue();
        ObjectNode schema = known == null ? shaped(scope, type, elements) : known;
        if (JsonSchemas.SWAGGER && model instanceof ReadingModel) {
            SwaggerRemarks.declare(scope, schema);
        }
        ObjectNode attributes = scopes().attributes(scope);
        // Bytes and characters are one text.
        if (schema.path("type").asString("").equals("string")) {
            attributes.remove(List.of("minItems", "maxItems"));
        }
        return SchemaParts.with(attributes, schema);
    }

    private ObjectNode shaped(MemberScope<?, ?> scope, JavaType type, TypeUse elements) {
        JsonShape shape = model.shape(model.actual(type));
        // The generator finds annotations inside a type one level deep.
        boolean inside =
                scope.isFakeContainerItemScope() || scope.getDeclaredType().getErasedType() == Optional.class;
        if (shape instanceof JsonShape.Items items && scope.isContainerType() && !inside) {
            return SchemaParts.array(content(scope.asFakeContainerItemScope(), items.item(), elements));
        }
        if (shape instanceof JsonShape.Entries entries && scope.getType().isInstanceOf(Map.class) && !inside) {
            MemberScope<?, ?> value = scope.asFakeContainerItemScope(Map.class, 1);
            return map(entries, content(value, entries.value(), elements));
        }
        return described(type, elements);
    }

    /** Describes a container with what the code declares about its elements, which its definition does not have. */
    private ObjectNode described(JavaType type, TypeUse elements) {
        JsonShape shape = model.shape(model.actual(type));
        boolean container = shape instanceof JsonShape.Items || shape instanceof JsonShape.Entries;
        return container && elements != TypeUse.UNKNOWN ? of(shape, elements) : reference(type);
    }

    private ObjectNode of(JsonShape shape, TypeUse elements) {
        if (shape instanceof JsonShape.Plain plain) {
            return plain.schema().deepCopy();
        }
        if (shape instanceof JsonShape.Items items) {
            return SchemaParts.array(content(null, items.item(), elements));
        }
        if (shape instanceof JsonShape.Entries entries) {
            return map(entries, content(null, entries.value(), elements));
        }
        if (shape instanceof JsonShape.Maybe maybe) {
            return SchemaParts.orNull(reference(maybe.value()));
        }
        return shape instanceof JsonShape.Choice choice ? ofChoice(choice) : ofMembers((JsonShape.Members) shape);
    }

    /** The schema of the elements of a container. */
    private ObjectNode content(@Nullable MemberScope<?, ?> scope, JavaType type, TypeUse use) {
        ObjectNode schema = member(scope, type, use, null);
        if (type.isPrimitive()) {
            return schema;
        }
        return model.nullableContent(use.nullness()) || type.isReferenceType() ? SchemaParts.orNull(schema) : schema;
    }

    private ObjectNode map(JsonShape.Entries entries, ObjectNode values) {
        ObjectNode schema = object().put("type", "object");
        ObjectNode names = model.names(entries.key());
        if (names != null) {
            schema.set("propertyNames", names);
        }
        schema.set("additionalProperties", values);
        return schema;
    }

    private ObjectNode ofChoice(JsonShape.Choice choice) {
        List<ObjectNode> alternatives =
                choice.alternatives().stream().map(this::of).toList();
        return alternatives.size() == 1 ? alternatives.get(0) : SchemaParts.anyOf(alternatives);
    }

    private ObjectNode of(Alternative alternative) {
        JsonShape own = model.shape(alternative.type());
        if (alternative.frame() == Frame.MEMBER) {
            JsonShape.Members expected = new JsonShape.Members(alternative.type(), alternative.typeMember());
            boolean unnamed = alternative.typeMember() == null && !(own instanceof JsonShape.Choice);
            return unnamed || own.equals(expected) ? reference(alternative.type()) : ofMembers(expected);
        }
        JsonShape value = model.unnamed(alternative.type());
        return alternative.framed(of(value, TypeUse.UNKNOWN));
    }

    private MemberScopes scopes() {
        return new MemberScopes(context());
    }

    private ObjectNode object() {
        return model.mapper.createObjectNode();
    }

    private TypeContext types() {
        return context().getTypeContext();
    }

    private SchemaGenerationContext context() {
        return Objects.requireNonNull(context);
    }
}
