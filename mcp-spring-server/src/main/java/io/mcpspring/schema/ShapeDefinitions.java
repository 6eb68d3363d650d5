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

    /** Of the schema that is being generated. */
    private @Nullable SchemaGenerationContext context;

    /** How the code declares the type to describe; unknown for the types inside it. */
    private TypeUse root = TypeUse.UNKNOWN;

    /** Types without a definition that are being described: a type that contains itself must not recurse forever. */
    private Set<JavaType> open = new HashSet<>();

    /** Represents the object whose members are a method's arguments. */
    static final class Arguments {}

    private record Parameters(Class<?> beanClass, List<ToolArgument> arguments) {}

    ShapeDefinitions(JacksonModel model) {
        this.model = model;
    }

    /** Chooses the arguments that are described next. */
    void describe(Class<?> beanClass, List<ToolArgument> arguments) {
        this.parameters = new Parameters(beanClass, arguments);
    }

    /** Begins the schema of a type that the code declares in this way. */
    void begin(TypeUse use) {
        root = use;
        open = new HashSet<>();
    }

    @Override
    public CustomDefinition provideCustomSchemaDefinition(ResolvedType type, SchemaGenerationContext context) {
        this.context = context;
        if (type.getErasedType() == Arguments.class) {
            return definition(object(), DefinitionType.STANDARD);
        }
        TypeUse use = root;
        root = TypeUse.UNKNOWN;
        JavaType javaType = model.actual(JavaTypes.jackson(type, model.mapper.getTypeFactory()));
        JsonShape shape = model.shape(javaType);
        if (shape instanceof JsonShape.Members || shape instanceof JsonShape.Choice) {
            return definition(object(), DefinitionType.STANDARD);
        }
        if (!open.add(javaType)) {
            return definition(object(), DefinitionType.INLINE);
        }
        try {
            return definition(of(shape, use.content(javaType)), DefinitionType.INLINE);
        } finally {
            open.remove(javaType);
        }
    }

    private static CustomDefinition definition(ObjectNode schema, DefinitionType kind) {
        return new CustomDefinition(schema, kind, AttributeInclusion.YES);
    }

    @Override
    public void overrideTypeAttributes(ObjectNode definition, TypeScope scope, SchemaGenerationContext context) {
        this.context = context;
        if (scope.getType().getErasedType() == Arguments.class) {
            addArguments(definition);
            return;
        }
        JsonShape shape = model.shape(model.actual(JavaTypes.jackson(scope.getType(), model.mapper.getTypeFactory())));
        if (shape instanceof JsonShape.Members members) {
            addMembers(definition, members);
        } else if (shape instanceof JsonShape.Choice choice) {
            List<Alternative> alternatives = choice.alternatives();
            if (alternatives.size() == 1) {
                definition.setAll(of(alternatives.get(0)));
                return;
            }
            ArrayNode anyOf = definition.putArray("anyOf");
            alternatives.forEach(alternative -> anyOf.add(of(alternative)));
        }
    }

    private void addArguments(ObjectNode definition) {
        Parameters described = Objects.requireNonNull(parameters);
        ObjectNode properties = definition.put("type", "object").putObject("properties");
        ArrayNode required = definition.putArray("required");
        for (ToolArgument argument : described.arguments()) {
            try {
                properties.set(argument.name(), of(argument, described));
            } catch (SchemaException ex) {
                throw ex.in("parameter '%s'".formatted(argument.name()));
            }
            if (argument.required()) {
                required.add(argument.name());
            }
        }
    }

    private ObjectNode of(ToolArgument argument, Parameters described) {
        JavaType type = argument.type(described.beanClass(), model.mapper);
        MemberScope<?, ?> scope = scopes().of(argument, type, described.beanClass());
        ObjectNode schema = member(scope, type, TypeUse.of(argument.parameter()), null);
        if (argument.description() != null) {
            schema.put("description", argument.description());
        }
        return schema;
    }

    private void addMembers(ObjectNode definition, JsonShape.Members members) {
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
                add(property, members.type(), properties, required);
            }
        }
        JavaType others = model.others(members.type());
        if (others != null) {
            definition.set("additionalProperties", content(null, others, TypeUse.UNKNOWN));
        }
        open = outside;
    }

    private void add(JacksonProperty property, JavaType owner, ObjectNode properties, ArrayNode required) {
        MemberScope<?, ?> scope = scopes().of(property);
        boolean demanded = scope != null && scopes().isRequired(scope);
        boolean nullable = scope != null && scopes().isNullable(scope);
        TypeUse use = property.declaration() == null
                ? TypeUse.UNKNOWN
                : property.declaration().use();
        ObjectNode schema;
        try {
            schema = member(scope, property.type(), use, property.shape());
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
    private ObjectNode member(@Nullable MemberScope<?, ?> scope, JavaType type, TypeUse use, @Nullable JsonShape own) {
        JsonShape shape = own != null ? own : model.shape(model.actual(type));
        TypeUse elements = own == null && model.actual(type).equals(type) ? use.content(type) : TypeUse.UNKNOWN;
        if (scope == null) {
            return described(type, elements, shape, own != null);
        }
        if (shape instanceof JsonShape.Maybe maybe) {
            ResolvedType value = JavaTypes.resolved(maybe.value(), context().getTypeContext());
            MemberScope<?, ?> ofValue = scope.isFakeContainerItemScope() ? scope : scope.withOverriddenType(value);
            return member(ofValue, maybe.value(), elements, null);
        }
        CustomDefinition custom = scopes().customDefinition(scope);
        ObjectNode schema = custom != null ? custom.getValue() : shaped(scope, type, elements, shape, own != null);
        ObjectNode attributes = scopes().attributes(scope);
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

    private ObjectNode shaped(MemberScope<?, ?> scope, JavaType type, TypeUse elements, JsonShape shape, boolean own) {
        // The generator finds annotations inside a type one level deep.
        boolean inside =
                scope.isFakeContainerItemScope() || scope.getDeclaredType().getErasedType() == Optional.class;
        if (shape instanceof JsonShape.Items items && scope.isContainerType() && !inside) {
            return array(content(scope.asFakeContainerItemScope(), items.item(), elements));
        }
        if (shape instanceof JsonShape.Entries entries && scope.getType().isInstanceOf(Map.class) && !inside) {
            MemberScope<?, ?> value = scope.asFakeContainerItemScope(Map.class, 1);
            return map(entries, content(value, entries.value(), elements));
        }
        return described(type, elements, shape, own);
    }

    /**
     * Describes a container in place if the code declares something about its elements: a reference would lose that.
     */
    private ObjectNode described(JavaType type, TypeUse elements, JsonShape shape, boolean own) {
        boolean container = shape instanceof JsonShape.Items || shape instanceof JsonShape.Entries;
        return own || container && elements.type() != null ? of(shape, elements) : reference(type);
    }

    private ObjectNode of(JsonShape shape, TypeUse elements) {
        if (shape instanceof JsonShape.Plain plain) {
            return plain.schema().deepCopy();
        }
        if (shape instanceof JsonShape.Items items) {
            return array(content(null, items.item(), elements));
        }
        if (shape instanceof JsonShape.Entries entries) {
            return map(entries, content(null, entries.value(), elements));
        }
        if (shape instanceof JsonShape.Maybe maybe) {
            return orNull(reference(maybe.value()));
        }
        ObjectNode schema = object();
        addMembers(schema, (JsonShape.Members) shape);
        return schema;
    }

    /** The schema of the elements of a container. */
    private ObjectNode content(@Nullable MemberScope<?, ?> scope, JavaType type, TypeUse use) {
        ObjectNode schema = member(scope, type, use, null);
        if (type.isPrimitive()) {
            return schema;
        }
        return model.nullableContent(use.nullness()) || type.isReferenceType() ? orNull(schema) : schema;
    }

    private ObjectNode array(ObjectNode items) {
        ObjectNode schema = object().put("type", "array");
        schema.set("items", items);
        return schema;
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

    private ObjectNode of(Alternative alternative) {
        JsonShape own = model.shape(alternative.type());
        if (alternative.frame() == Frame.MEMBER) {
            JsonShape.Members expected = new JsonShape.Members(alternative.type(), alternative.typeMember());
            boolean unnamed = alternative.typeMember() == null && !(own instanceof JsonShape.Choice);
            return unnamed || own.equals(expected) ? reference(alternative.type()) : of(expected, TypeUse.UNKNOWN);
        }
        JsonShape value = model.unnamed(alternative.type());
        return alternative.framed(of(value, TypeUse.UNKNOWN));
    }

    private ObjectNode reference(JavaType type) {
        return context()
                .createDefinitionReference(
                        JavaTypes.resolved(model.actual(type), context().getTypeContext()));
    }

    /** Wraps the node, which the generator may complete later; {@link SchemaTidy} shortens the result. */
    static ObjectNode orNull(ObjectNode schema) {
        ObjectNode nullable = schema.objectNode();
        nullable.putArray("anyOf").add(schema).addObject().put("type", "null");
        return nullable;
    }

    private MemberScopes scopes() {
        return new MemberScopes(context());
    }

    private ObjectNode object() {
        return context().getGeneratorConfig().createObjectNode();
    }

    private SchemaGenerationContext context() {
        return Objects.requireNonNull(context);
    }
}
