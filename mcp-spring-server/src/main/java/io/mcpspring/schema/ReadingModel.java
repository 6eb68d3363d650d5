package io.mcpspring.schema;

import com.fasterxml.jackson.annotation.JsonFormat;
import io.mcpspring.schema.JacksonProperty.Declaration;
import io.mcpspring.validation.OtherNames;
import io.mcpspring.validation.SchemaException;
import java.math.BigDecimal;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URL;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.core.KotlinDetector;
import org.springframework.core.Nullness;
import org.springframework.util.ClassUtils;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.BeanDescription;
import tools.jackson.databind.DeserializationConfig;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.deser.AbstractDeserializer;
import tools.jackson.databind.deser.SettableBeanProperty;
import tools.jackson.databind.deser.ValueInstantiator;
import tools.jackson.databind.deser.bean.BeanDeserializerBase;
import tools.jackson.databind.introspect.AnnotatedClass;
import tools.jackson.databind.introspect.AnnotatedMember;
import tools.jackson.databind.introspect.AnnotatedMethod;
import tools.jackson.databind.introspect.BeanPropertyDefinition;
import tools.jackson.databind.introspect.ClassIntrospector;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.jsontype.NamedType;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;
import tools.jackson.databind.ser.BeanPropertyWriter;
import tools.jackson.databind.type.LogicalType;

/** How Jackson reads Java types. */
final class ReadingModel extends JacksonModel {

    private static final String UNCREATABLE = "it has no constructor that Jackson can use";

    private static final BigDecimal MOST_FLOAT = new BigDecimal(Float.toString(Float.MAX_VALUE));

    /** Types that resolve names of hosts when they are created, or compared as elements of a set. */
    private static final Set<Class<?>> LOOKED_UP = Set.of(URL.class, InetAddress.class, InetSocketAddress.class);

    private final boolean closed;

    /** @param closed whether objects must not have members that Jackson would ignore */
    ReadingModel(JsonMapper mapper, boolean closed) {
        super(mapper);
        this.closed = closed;
    }

    @Override
    void checkUsable(JavaType type) {
        if (type.hasRawClass(Class.class)) {
            throw unreadable(type, "a class cannot be an argument");
        }
        if (LOOKED_UP.contains(type.getRawClass())) {
            throw new SchemaException(
                    "Type %s cannot be an argument: the server would look up the host that the client names"
                            .formatted(type.getRawClass().getTypeName()),
                    "Use a java.net.URI or a String");
        }
    }

    @Override
    JsonShape withoutTypeInformation(JavaType type) {
        ValueDeserializer<Object> deserializer = converter(type);
        if (deserializer instanceof AbstractDeserializer) {
            throw unreadable(type, "it is abstract and Jackson does not know which type to create");
        }
        if (deserializer instanceof BeanDeserializerBase bean) {
            return bean(type, bean);
        }
        if (deserializer instanceof ValueInstantiator.Gettable container
                && container.getValueInstantiator() != null
                && !container.getValueInstantiator().canInstantiate()) {
            throw unreadable(type, UNCREATABLE);
        }
        if (type.isMapLikeType()) {
            checkUsable(type.getKeyType());
            return new JsonShape.Entries(type.getKeyType(), type.getContentType());
        }
        ValueForm form = written(type);
        if (form.kind() == ValueForm.Kind.ITEMS && type.isContainerType()) {
            return new JsonShape.Items(type.getContentType());
        }
        if (form.kind() == ValueForm.Kind.ITEMS && type.hasRawClass(Iterable.class)) {
            return new JsonShape.Items(type.containedTypeOrUnknown(0));
        }
        return new JsonShape.Plain(scalar(type, deserializer, form));
    }

    private JsonShape bean(JavaType type, BeanDeserializerBase deserializer) {
        String name = type.getRawClass().getName();
        if (name.startsWith("java.") || name.startsWith("javax.") || Unwritable.isForeign(type.getRawClass())) {
            throw unreadable(type, "Jackson has no deserializer for it");
        }
        if (deserializer.getObjectIdReader(mapper._deserializationContext()) != null) {
            return JsonShape.Plain.anything();
        }
        ValueInstantiator creator = deserializer.getValueInstantiator();
        boolean byMembers = creator.canCreateFromObjectWith() || creator.canCreateUsingDefault();
        if (!byMembers && creator.canCreateUsingDelegate()) {
            return new JsonShape.Like(creator.getDelegateType(config()));
        }
        if (!byMembers && creator.canCreateUsingArrayDelegate()) {
            return new JsonShape.Like(creator.getArrayDelegateType(config()));
        }
        ValueForm written = written(type);
        if (written.is("array")) {
            return new JsonShape.Plain(written.schema());
        }
        ObjectNode scalar = written.ofCreator(creator);
        if (scalar != null && (!byMembers || written.kind() == ValueForm.Kind.SCALAR)) {
            return new JsonShape.Plain(scalar);
        }
        if (!byMembers) {
            throw unreadable(type, UNCREATABLE);
        }
        return new JsonShape.Members(type, null);
    }

    /** A constant whose written form cannot be read is represented by its name. */
    @Override
    JsonNode constant(Object constant, JavaType type) {
        JsonNode written = super.constant(constant, type);
        if (!written.isValueNode() || written.isNull() || constant.equals(read(mapper.valueToTree(constant), type))) {
            return written;
        }
        return StringNode.valueOf(((Enum<?>) constant).name());
    }

    @Override
    @Nullable
    ObjectNode enumeration(JavaType type) {
        ObjectNode schema = super.enumeration(type);
        Enum<?>[] constants = (Enum<?>[]) type.getRawClass().getEnumConstants();
        String[][] aliases = new String[constants.length][];
        config().getAnnotationIntrospector().findEnumAliases(config(), annotations(type), constants, aliases);
        for (int i = 0; i < constants.length; i++) {
            if (schema != null && aliases[i] != null) {
                OtherNames.add(
                        schema,
                        List.of(aliases[i]),
                        constant(constants[i], type).asString());
            }
        }
        return schema;
    }

    @Override
    void addOtherNames(ObjectNode schema, List<JacksonProperty> properties, JavaType type) {
        properties.forEach(property -> OtherNames.add(schema, property.aliases(), property.name()));
        JsonFormat.Value format = config().getAnnotationIntrospector().findFormat(config(), annotations(type));
        Boolean anyCase =
                format == null ? null : format.getFeature(JsonFormat.Feature.ACCEPT_CASE_INSENSITIVE_PROPERTIES);
        if (anyCase == null ? config().isEnabled(MapperFeature.ACCEPT_CASE_INSENSITIVE_PROPERTIES) : anyCase) {
            OtherNames.ignoreCase(schema);
        }
    }

    private @Nullable Object read(JsonNode value, JavaType type) {
        try {
            return mapper.readerFor(type).readValue(value);
        } catch (JacksonException unreadable) {
            return null;
        }
    }

    private ObjectNode scalar(JavaType type, ValueDeserializer<Object> deserializer, ValueForm form) {
        ObjectNode schema = schema(form);
        if (schema == null || schema.isEmpty() && !isJacksonsOwn(deserializer)) {
            ObjectNode unknown = JsonNodeFactory.instance.objectNode();
            return deserializer.logicalType() == LogicalType.Textual ? unknown.put("type", "string") : unknown;
        }
        // Jackson refuses values out of range for all other types.
        Class<?> raw = ClassUtils.resolvePrimitiveIfNecessary(type.getRawClass());
        if (raw == Byte.class && form.is("integer")) {
            schema.put("minimum", Byte.MIN_VALUE).put("maximum", Byte.MAX_VALUE);
        } else if (raw == Float.class && form.is("number")) {
            schema.put("minimum", MOST_FLOAT.negate()).put("maximum", MOST_FLOAT);
        }
        if (raw == Character.class) {
            schema.put("minLength", 1).put("maxLength", 1);
        }
        return schema;
    }

    @Override
    ObjectNode stated(ObjectNode schema) {
        return schema;
    }

    @Override
    List<JacksonProperty> findProperties(JavaType type) {
        if (!(converter(type) instanceof BeanDeserializerBase deserializer)) {
            return List.of();
        }
        Map<String, BeanPropertyDefinition> definitions = definitions(type);
        List<JacksonProperty> properties = new ArrayList<>();
        deserializer.properties().forEachRemaining(property -> {
            if (!property.isInjectionOnly() && !isForOthers(property.getMember())) {
                properties.add(property(type, property, definitions.get(property.getName())));
            }
        });
        // Without the feature, Jackson creates the object of an unwrapped property even if none of its members are
        // there.
        boolean createsUnwrapped = !config().isEnabled(DeserializationFeature.USE_NULL_FOR_EMPTY_UNWRAPPED);
        definitions.values().stream()
                .filter(definition -> isUnwrapped(definition.getMutator()))
                .flatMap(definition -> unwrapped(type, definition, definition.getMutator(), createsUnwrapped))
                .forEach(properties::add);
        return properties;
    }

    private boolean isUnwrapped(@Nullable AnnotatedMember member) {
        return member != null
                && config().getAnnotationIntrospector().findUnwrappingNameTransformer(config(), member) != null;
    }

    private boolean isForOthers(@Nullable AnnotatedMember member) {
        return member != null
                && Boolean.TRUE.equals(config().getAnnotationIntrospector().hasAnySetter(config(), member));
    }

    @Override
    @Nullable
    JavaType others(JavaType type) {
        AnnotatedMember member = description(type).findAnySetterAccessor();
        if (member == null) {
            return null;
        }
        JavaType value = member instanceof AnnotatedMethod method
                ? method.getParameterType(1)
                : member.getType().getContentType();
        return value == null ? mapper.constructType(Object.class) : value;
    }

    /** Whether an object of a type must not have other members than its properties. */
    boolean isClosed(JavaType type) {
        AnnotatedClass read = description(type).getClassInfo();
        return closed
                && converter(type) instanceof BeanDeserializerBase
                && others(type) == null
                && !config().getDefaultPropertyIgnorals(read.getRawType(), read).getIgnoreUnknown()
                && readsWhatItWrites(type);
    }

    /** Whether a value can be sent back that a tool has returned. */
    private boolean readsWhatItWrites(JavaType type) {
        Set<String> members = new HashSet<>();
        serializer(type).properties().forEachRemaining(property -> {
            if (!(property instanceof BeanPropertyWriter bean && bean.isUnwrapping())) {
                members.add(property.getName());
            }
        });
        findProperties(type).forEach(property -> members.remove(property.name()));
        return members.isEmpty()
                && writing().introspectBeanDescription(type, annotations(type)).findAnyGetter() == null;
    }

    private JacksonProperty property(
            JavaType owner, SettableBeanProperty property, @Nullable BeanPropertyDefinition definition) {
        Declaration declaration = Declaration.of(owner, definition, property.getMember());
        boolean strictPrimitive = property.getType().isPrimitive()
                && config().isEnabled(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES);
        boolean nonNull = strictPrimitive || declaration != null && declaration.isNonNull();
        // Fields may have an initial value. For Kotlin, Jackson's module determines whether a parameter has a default.
        boolean needed = property.isCreatorProperty() && nonNull && !KotlinDetector.isKotlinType(owner.getRawClass());
        ToolArgument argument = NestedArguments.find(property, owner, config());
        boolean required = argument != null
                ? argument.required()
                : property.isRequired() || needed && !property.getType().isReferenceType();
        ObjectNode own = own(property, property.getValueDeserializer());
        boolean nullable = property.getType().isReferenceType() || !required && !nonNull;
        return JacksonProperty.of(property, declaration, own, argument, required, nullable, config());
    }

    @Override
    BeanDescription description(JavaType type) {
        ClassIntrospector introspector = config().classIntrospectorInstance();
        BeanDescription own = introspector.introspectForDeserialization(type, annotations(type));
        Class<?> builder = config().getAnnotationIntrospector().findPOJOBuilder(config(), own.getClassInfo());
        return builder == null
                ? own
                : introspector.introspectForDeserializationWithBuilder(mapper.constructType(builder), own);
    }

    @Override
    ValueDeserializer<Object> converter(JavaType type) {
        try {
            DeserializationContext context = mapper._deserializationContext();
            ValueDeserializer<Object> found = context.findNonContextualValueDeserializer(type);
            if (type.isMapLikeType()) {
                // Only this finds out whether the keys can be read.
                context.handlePrimaryContextualization(found, null, type);
            }
            return found;
        } catch (JacksonException ex) {
            throw unreadable(type, ex.getOriginalMessage());
        }
    }

    private static SchemaException unreadable(JavaType type, String reason) {
        return new SchemaException(
                "Type %s cannot be read from JSON: %s"
                        .formatted(type.getRawClass().getTypeName(), reason),
                "Use a type that Jackson can read, configure Jackson to read it (for instance with @JsonTypeInfo or"
                        + " @JsonCreator), or take the value from an injected parameter");
    }

    @Override
    boolean nullableContent(Nullness nullness) {
        return nullness == Nullness.NULLABLE;
    }

    @Override
    DeserializationConfig config() {
        return mapper.deserializationConfig();
    }

    @Override
    Iterable<NamedType> subtypes(AnnotatedClass base) {
        return config().getSubtypeResolver().collectAndResolveSubtypesByTypeId(config(), base);
    }
}
