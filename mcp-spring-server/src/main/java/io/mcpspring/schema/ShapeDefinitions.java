package io.mcpspring.schema;

import com.fasterxml.classmate.ResolvedType;
import com.github.victools.jsonschema.generator.CustomDefinition;
import com.github.victools.jsonschema.generator.CustomDefinition.AttributeInclusion;
import com.github.victools.jsonschema.generator.CustomDefinition.DefinitionType;
import com.github.victools.jsonschema.generator.CustomDefinitionProviderV2;
import com.github.victools.jsonschema.generator.MemberScope;
import com.github.victools.jsonschema.generator.SchemaGenerationContext;
import com.github.victools.jsonschema.generator.TypeAttributeOverrideV2;
import com.github.victools.jsonschema.generator.TypeScope;
import io.mcpspring.schema.JsonShape.Alternative;
import io.mcpspring.schema.JsonShape.Frame;
import io.mcpspring.schema.JsonShape.TypeMember;
import io.mcpspring.validation.SchemaException;
import java.lang.reflect.Method;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Supplies the schema generator with the schema of each type as Jackson reads or writes it.
 *
 * <p>A type with members is defined empty at first and completed afterwards, so that it can refer to itself.
 */
final class ShapeDefinitions implements CustomDefinitionProviderV2, TypeAttributeOverrideV2 {

    private static final Map<String, String> RANGE_OF_TYPE =
            Map.of("exclusiveMinimum", "minimum", "exclusiveMaximum", "maximum");

    private final JacksonModel model;
    private @Nullable Parameters parameters;

    /** How the code declares the type to describe; unknown for the types inside it. */
    private TypeUse root = TypeUse.UNKNOWN;

    /** Types without a definition that are being described: a type that contains itself must not recurse forever. */
    private Set<JavaType> open = new HashSet<>();

    /** Represents the object whose members are a method's arguments. */
    static final class Arguments {}

    private record Parameters(Class<?> beanClass, Method method, List<ToolArgument> arguments) {}

    ShapeDefinitions(JacksonModel model) {
        this.model = model;
    }

    /** Chooses the method whose arguments are described next. */
    void describe(Class<?> beanClass, Method method, List<ToolArgument> arguments) {
        this.parameters = new Parameters(beanClass, method, arguments);
    }

    /** Begins the schema of a type that the code declares in this way. */
    void begin(TypeUse use) {
        root = use;
        open = new HashSet<>();
    }

    @Override
    public CustomDefinition provideCustomSchemaDefinition(ResolvedType type, SchemaGenerationContext context) {
        if (type.getErasedType() == Arguments.class) {
            return definition(object(context), DefinitionType.STANDARD);
        }
        TypeUse use = root;
        root = TypeUse.UNKNOWN;
        JavaType javaType = model.actual(JavaTypes.jackson(type, model.mapper.getTypeFactory()));
        JsonShape shape = shape(javaType);
        if (shape instanceof JsonShape.Members || shape instanceof JsonShape.Choice) {
            return definition(object(context), DefinitionType.STANDARD);
        }
        if (!open.add(javaType)) {
            return definition(object(context), DefinitionType.INLINE);
        }
        try {
            return definition(of(shape, use.content(javaType), context), DefinitionType.INLINE);
        } finally {
            open.remove(javaType);
        }
    }

    /** The shape of the values of a type that is used. */
    private JsonShape shape(JavaType type) {
        JsonShape shape = model.shape(type);
        return shape instanceof JsonShape.Like like ? shape(like.other()) : shape;
    }

    private static CustomDefinition definition(ObjectNode schema, DefinitionType kind) {
        return new CustomDefinition(schema, kind, AttributeInclusion.YES);
    }

    @Override
    public void overrideTypeAttributes(ObjectNode definition, TypeScope scope, SchemaGenerationContext context) {
        if (scope.getType().getErasedType() == Arguments.class) {
            addArguments(definition, context);
            return;
        }
        JsonShape shape = model.shape(model.actual(JavaTypes.jackson(scope.getType(), model.mapper.getTypeFactory())));
        if (shape instanceof JsonShape.Members members) {
            addMembers(definition, members, context);
        } else if (shape instanceof JsonShape.Choice choice) {
            List<Alternative> alternatives = choice.alternatives();
            if (alternatives.size() == 1) {
                definition.setAll(of(alternatives.get(0), context));
                return;
            }
            ArrayNode anyOf = definition.putArray("anyOf");
            alternatives.forEach(alternative -> anyOf.add(of(alternative, context)));
        }
    }

    private void addArguments(ObjectNode definition, SchemaGenerationContext context) {
        Parameters described = Objects.requireNonNull(parameters);
        ObjectNode properties = definition.put("type", "object").putObject("properties");
        ArrayNode required = definition.putArray("required");
        for (ToolArgument argument : described.arguments()) {
            try {
                properties.set(argument.name(), of(argument, described, context));
            } catch (SchemaException ex) {
                throw ex.in("parameter '%s'".formatted(argument.name()));
            }
            if (argument.required()) {
                required.add(argument.name());
            }
        }
    }

    private ObjectNode of(ToolArgument argument, Parameters described, SchemaGenerationContext context) {
        JavaType type = argument.type(described.beanClass(), model.mapper);
        MemberScope<?, ?> scope = scopes(context).of(argument, type, described.beanClass(), described.method());
        ObjectNode schema = member(scope, type, TypeUse.of(argument.parameter()), null, context);
        if (argument.description() != null) {
            schema.put("description", argument.description());
        }
        return schema;
    }

    private void addMembers(ObjectNode definition, JsonShape.Members members, SchemaGenerationContext context) {
        ObjectNode attributes = definition.deepCopy();
        definition.removeAll().put("type", "object").setAll(attributes);
        ObjectNode properties = definition.putObject("properties");
        ArrayNode required = definition.putArray("required");
        TypeMember typeMember = members.typeMember();
        if (typeMember != null) {
            properties.putObject(typeMember.name()).put("const", typeMember.id());
            required.add(typeMember.name());
        }
        Set<JavaType> outside = open;
        open = new HashSet<>();
        for (JacksonProperty property : model.properties(members.type())) {
            if (!properties.has(property.name())) {
                add(property, members.type(), properties, required, context);
            }
        }
        JavaType others = model.others(members.type());
        if (others != null) {
            definition.set("additionalProperties", content(null, others, TypeUse.UNKNOWN, context));
        }
        open = outside;
    }

    private void add(
            JacksonProperty property,
            JavaType owner,
            ObjectNode properties,
            ArrayNode required,
            SchemaGenerationContext context) {
        MemberScope<?, ?> scope = scopes(context).of(property);
        boolean demanded = scope != null && scopes(context).isRequired(scope);
        boolean nullable = scope != null && scopes(context).isNullable(scope);
        TypeUse use = property.declaration() == null
                ? TypeUse.UNKNOWN
                : property.declaration().use();
        ObjectNode schema;
        try {
            schema = member(scope, property.type(), use, property.shape(), context);
        } catch (SchemaException ex) {
            throw ex.in("property '%s' of %s"
                    .formatted(property.name(), owner.getRawClass().getSimpleName()));
        }
        if (property.description() != null && !schema.has("description")) {
            schema.put("description", property.description());
        }
        properties.set(property.name(), nullable || property.nullable() && !demanded ? orNull(schema) : schema);
        if (property.required() || demanded && !property.omissible()) {
            required.add(property.name());
        }
    }

    /** Returns the schema of a property or an element: that of its type with the keywords of its annotations. */
    private ObjectNode member(
            @Nullable MemberScope<?, ?> scope,
            JavaType type,
            TypeUse use,
            @Nullable JsonShape own,
            SchemaGenerationContext context) {
        JsonShape shape = own != null ? own : shape(type);
        TypeUse elements = own == null && model.actual(type).equals(type) ? use.content(type) : TypeUse.UNKNOWN;
        if (scope == null) {
            return described(type, elements, shape, own != null, context);
        }
        if (shape instanceof JsonShape.Maybe maybe) {
            ResolvedType value = JavaTypes.resolved(maybe.value(), context.getTypeContext());
            return member(scope.withOverriddenType(value), maybe.value(), elements, null, context);
        }
        CustomDefinition custom = scopes(context).customDefinition(scope);
        ObjectNode schema =
                custom != null ? custom.getValue() : shaped(scope, type, elements, shape, own != null, context);
        ObjectNode attributes = scopes(context).attributes(scope);
        // Bytes and characters are one text.
        if (schema.path("type").asString("").equals("string")) {
            attributes.remove(List.of("minItems", "maxItems"));
        }
        // A limit that is given is narrower than the range of the Java type.
        RANGE_OF_TYPE.forEach((given, ofType) -> {
            if (attributes.has(given)) {
                schema.remove(ofType);
            }
        });
        return schema.setAll(attributes);
    }

    private ObjectNode shaped(
            MemberScope<?, ?> scope,
            JavaType type,
            TypeUse elements,
            JsonShape shape,
            boolean own,
            SchemaGenerationContext context) {
        // The generator finds annotations inside a type one level deep.
        boolean inside =
                scope.isFakeContainerItemScope() || scope.getDeclaredType().getErasedType() == Optional.class;
        if (shape instanceof JsonShape.Items items && scope.isContainerType() && !inside) {
            return array(content(scope.asFakeContainerItemScope(), items.item(), elements, context), context);
        }
        if (shape instanceof JsonShape.Entries entries && scope.getType().isInstanceOf(Map.class) && !inside) {
            MemberScope<?, ?> value = scope.asFakeContainerItemScope(Map.class, 1);
            return map(entries, content(value, entries.value(), elements, context), context);
        }
        return described(type, elements, shape, own, context);
    }

    /**
     * Describes a container in place if the code declares something about its elements: a reference would lose that.
     */
    private ObjectNode described(
            JavaType type, TypeUse elements, JsonShape shape, boolean own, SchemaGenerationContext context) {
        boolean container = shape instanceof JsonShape.Items || shape instanceof JsonShape.Entries;
        return own || container && elements.type() != null ? of(shape, elements, context) : reference(type, context);
    }

    private ObjectNode of(JsonShape shape, TypeUse elements, SchemaGenerationContext context) {
        if (shape instanceof JsonShape.Plain plain) {
            return plain.schema().deepCopy();
        }
        if (shape instanceof JsonShape.Items items) {
            return array(content(null, items.item(), elements, context), context);
        }
        if (shape instanceof JsonShape.Entries entries) {
            return map(entries, content(null, entries.value(), elements, context), context);
        }
        if (shape instanceof JsonShape.Maybe maybe) {
            return orNull(reference(maybe.value(), context));
        }
        ObjectNode schema = object(context);
        addMembers(schema, (JsonShape.Members) shape, context);
        return schema;
    }

    /** The schema of the elements of a container. */
    private ObjectNode content(
            @Nullable MemberScope<?, ?> scope, JavaType type, TypeUse use, SchemaGenerationContext context) {
        ObjectNode schema = member(scope, type, use, null, context);
        if (type.isPrimitive()) {
            return schema;
        }
        return model.nullableContent(use.nullness()) || JacksonModel.isOptional(type) ? orNull(schema) : schema;
    }

    private static ObjectNode array(ObjectNode items, SchemaGenerationContext context) {
        ObjectNode schema = object(context).put("type", "array");
        schema.set("items", items);
        return schema;
    }

    private ObjectNode map(JsonShape.Entries entries, ObjectNode values, SchemaGenerationContext context) {
        ObjectNode schema = object(context).put("type", "object");
        ObjectNode names = model.names(entries.key());
        if (names != null) {
            schema.set("propertyNames", names);
        }
        schema.set("additionalProperties", values);
        return schema;
    }

    private ObjectNode of(Alternative alternative, SchemaGenerationContext context) {
        JsonShape own = model.shape(alternative.type());
        if (alternative.frame() == Frame.MEMBER) {
            JsonShape.Members expected = new JsonShape.Members(alternative.type(), alternative.typeMember());
            boolean unnamed = alternative.typeMember() == null && !(own instanceof JsonShape.Choice);
            return unnamed || own.equals(expected)
                    ? reference(alternative.type(), context)
                    : of(expected, TypeUse.UNKNOWN, context);
        }
        JsonShape value = model.unnamed(alternative.type());
        return alternative.framed(of(value, TypeUse.UNKNOWN, context));
    }

    private ObjectNode reference(JavaType type, SchemaGenerationContext context) {
        return context.createDefinitionReference(JavaTypes.resolved(model.actual(type), context.getTypeContext()));
    }

    /** Wraps the node, which the generator may complete later; {@link SchemaTidy} shortens the result. */
    static ObjectNode orNull(ObjectNode schema) {
        ObjectNode nullable = schema.objectNode();
        nullable.putArray("anyOf").add(schema).addObject().put("type", "null");
        return nullable;
    }

    private static MemberScopes scopes(SchemaGenerationContext context) {
        return new MemberScopes(context);
    }

    private static ObjectNode object(SchemaGenerationContext context) {
        return context.getGeneratorConfig().createObjectNode();
    }
}
