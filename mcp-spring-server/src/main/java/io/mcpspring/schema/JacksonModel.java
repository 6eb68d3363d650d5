package io.mcpspring.schema;

import static com.fasterxml.jackson.annotation.JsonFormat.Feature.WRITE_SINGLE_ELEM_ARRAYS_UNWRAPPED;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.mcpspring.schema.JsonShape.Alternative;
import io.mcpspring.schema.JsonShape.Frame;
import io.mcpspring.schema.JsonShape.TypeMember;
import java.lang.reflect.Modifier;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.core.Nullness;
import tools.jackson.core.TreeNode;
import tools.jackson.databind.AnnotationIntrospector;
import tools.jackson.databind.BeanProperty;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.cfg.MapperConfig;
import tools.jackson.databind.introspect.AnnotatedClass;
import tools.jackson.databind.introspect.AnnotatedMember;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.jsontype.NamedType;
import tools.jackson.databind.jsontype.TypeSerializer;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.ser.SerializationContextExt;
import tools.jackson.databind.ser.std.StdConvertingSerializer;
import tools.jackson.databind.util.NameTransformer;
import tools.jackson.databind.util.TokenBuffer;

/** How Jackson reads or writes Java types: the only source of property names, kinds and sub-types. */
abstract sealed class JacksonModel permits ReadingModel, WritingModel {

    private static final Set<Class<?>> INTEGERS =
            Set.of(Byte.class, Short.class, Integer.class, Long.class, BigInteger.class);

    final JsonMapper mapper;

    private final Map<JavaType, JsonShape> shapes = new ConcurrentHashMap<>();

    JacksonModel(JsonMapper mapper) {
        this.mapper = mapper;
    }

    /** The JSON shape of a type; fails if it has none. */
    final JsonShape shape(JavaType type) {
        JsonShape known = shapes.get(type);
        if (known == null) {
            known = findShape(type);
            shapes.put(type, known);
        }
        return known;
    }

    private JsonShape findShape(JavaType type) {
        JavaType optional = optionalValue(type);
        if (optional != null) {
            return new JsonShape.Maybe(optional);
        }
        if (type.isJavaLangObject() || isTree(type)) {
            return JsonShape.Plain.tree(type);
        }
        checkUsable(type);
        JsonShape choice = choice(type);
        return choice != null ? choice : withoutName(type);
    }

    private JsonShape withoutName(JavaType type) {
        ObjectNode enumeration = type.isEnumType() ? enumeration(type) : null;
        return enumeration != null ? new JsonShape.Plain(enumeration) : withoutTypeInformation(type);
    }

    /** The JSON shape of the values of one type, apart from its name and without its sub-types. */
    final JsonShape unnamed(JavaType type) {
        JsonShape shape = withoutName(type);
        if (shape instanceof JsonShape.Like like) {
            return unnamed(like.other());
        }
        return shape instanceof JsonShape.Choice ? new JsonShape.Members(type, null) : shape;
    }

    private boolean isScalarOrArray(JavaType type) {
        JsonShape shape = unnamed(type);
        return shape instanceof JsonShape.Items
                || shape instanceof JsonShape.Plain plain
                        && !plain.schema().isEmpty()
                        && !JsonSchemas.isObjectRoot(plain.schema());
    }

    /** The type that Jackson reads or writes in place of another. */
    final JavaType actual(JavaType type) {
        return shape(type) instanceof JsonShape.Like like ? actual(like.other()) : type;
    }

    /** The properties of a type whose shape has members, in the order of their declaration. */
    final List<JacksonProperty> properties(JavaType type) {
        List<JacksonProperty> properties = findProperties(type);
        if (type.getRawClass().isAnnotationPresent(JsonPropertyOrder.class)) {
            return properties;
        }
        return properties.stream()
                .sorted(Comparator.comparingInt(JacksonProperty::order))
                .toList();
    }

    /** Whether an element of an array or a value of a map may be {@code null}, given how the code declares it. */
    abstract boolean nullableContent(Nullness nullness);

    /** Fails if values of the type must not be exchanged with clients. */
    abstract void checkUsable(JavaType type);

    /** The JSON shape of a type that is neither an enum nor one of several alternatives. */
    abstract JsonShape withoutTypeInformation(JavaType type);

    abstract List<JacksonProperty> findProperties(JavaType type);

    /** The type of the members that an object takes besides its properties; null if it takes none. */
    abstract @Nullable JavaType others(JavaType type);

    abstract MapperConfig<?> config();

    abstract Iterable<NamedType> subtypes(AnnotatedClass base);

    final SerializationContext writing() {
        return mapper._serializationContext();
    }

    /** The kind of value that the application's mapper writes for the type. */
    final ValueForm written(JavaType type) {
        return ValueForm.of(serializer(type), type, mapper);
    }

    final ValueSerializer<Object> serializer(JavaType type) {
        return writing().findPrimaryPropertySerializer(type, null);
    }

    /** Whether a serializer or deserializer comes with Jackson. */
    static boolean isJacksonsOwn(Object converter) {
        return converter.getClass().getName().startsWith("tools.jackson.");
    }

    static boolean isTree(JavaType type) {
        return type.isTypeOrSubTypeOf(TreeNode.class);
    }

    /** What an optional value holds; null if the type is not an optional. */
    static @Nullable JavaType optionalValue(JavaType type) {
        return type.isReferenceType() ? type.getReferencedType() : null;
    }

    /** The schema of the keys of a map; null if keys are not restricted. */
    final @Nullable ObjectNode names(JavaType key) {
        ObjectNode schema = JsonNodeFactory.instance.objectNode();
        if (key.isEnumType()) {
            ArrayNode names = schema.putArray("enum");
            Stream.of(key.getRawClass().getEnumConstants()).map(this::name).forEach(names::add);
            return schema;
        }
        if (INTEGERS.contains(key.getRawClass())) {
            return schema.put("pattern", "^-?[0-9]+$");
        }
        String format = ValueForm.format(key, this::name);
        return format == null || !states(format) ? null : schema.put("format", format);
    }

    private String name(Object key) {
        return mapper.valueToTree(Map.of(key, true)).propertyNames().iterator().next();
    }

    /** The constants as Jackson writes and reads them; null if they are not scalars. */
    final @Nullable ObjectNode enumeration(JavaType type) {
        ArrayNode values = JsonNodeFactory.instance.arrayNode();
        for (Object constant : type.getRawClass().getEnumConstants()) {
            JsonNode value = constant(constant, type);
            if (!value.isValueNode()) {
                return null;
            }
            if (values.valueStream().noneMatch(value::equals)) {
                values.add(value);
            }
        }
        ObjectNode schema = JsonNodeFactory.instance.objectNode();
        if (values.valueStream().allMatch(JsonNode::isString)) {
            schema.put("type", "string");
        } else if (values.valueStream().allMatch(JsonNode::isIntegralNumber)) {
            schema.put("type", "integer");
        }
        schema.set("enum", values);
        return schema;
    }

    /** One constant in JSON, without the name of its type. */
    JsonNode constant(Object constant, JavaType type) {
        SerializationContextExt context = mapper._serializationContext();
        try (TokenBuffer buffer = context.bufferForValueConversion()) {
            context.serializeValue(buffer, constant, type, serializer(type));
            return mapper.readTree(buffer.asParser());
        }
    }

    /** The sub-types that Jackson distinguishes by a name or by their properties; null if it does not. */
    final @Nullable JsonShape choice(JavaType type) {
        TypeSerializer naming = writing().findTypeSerializer(type);
        if (naming == null) {
            return null;
        }
        List<Alternative> alternatives = new ArrayList<>();
        for (NamedType subtype : subtypes(annotations(type))) {
            boolean known = alternatives.stream().anyMatch(other -> other.type().hasRawClass(subtype.getType()));
            if (isConcrete(subtype.getType()) && type.getRawClass().isAssignableFrom(subtype.getType()) && !known) {
                alternatives.add(alternative(naming, type, subtype.getType()));
            }
        }
        if (alternatives.isEmpty()) {
            return null;
        }
        Alternative first = alternatives.get(0);
        if (alternatives.size() > 1 || first.frame() != Frame.MEMBER) {
            return new JsonShape.Choice(List.copyOf(alternatives));
        }
        if (!first.type().equals(type)) {
            return new JsonShape.Like(first.type());
        }
        return first.typeMember() == null ? unnamed(type) : new JsonShape.Members(type, first.typeMember());
    }

    /** An enum is concrete, although its constants may have classes of their own. */
    private static boolean isConcrete(Class<?> type) {
        return Enum.class.isAssignableFrom(type) ? type.isEnum() : !Modifier.isAbstract(type.getModifiers());
    }

    private Alternative alternative(TypeSerializer naming, JavaType base, Class<?> subtype) {
        JavaType type =
                subtype == base.getRawClass() ? base : mapper.getTypeFactory().constructSpecializedType(base, subtype);
        // Without names, the properties distinguish the sub-types.
        if (naming.getTypeIdResolver() == null) {
            return new Alternative(type, Frame.MEMBER, null);
        }
        Frame frame = switch (naming.getTypeInclusion()) {
            case WRAPPER_OBJECT -> Frame.OBJECT;
            case WRAPPER_ARRAY -> Frame.ARRAY;
            // Where the value cannot have a member, Jackson uses an array instead.
            case PROPERTY, EXISTING_PROPERTY -> isScalarOrArray(type) ? Frame.ARRAY : Frame.MEMBER;
            default -> Frame.MEMBER;
        };
        String id = naming.getTypeIdResolver().idFromValueAndType(writing(), null, subtype);
        return new Alternative(type, frame, new TypeMember(typeProperty(naming, base), id));
    }

    private String typeProperty(TypeSerializer naming, JavaType base) {
        JsonTypeInfo.Value declared =
                config().getAnnotationIntrospector().findPolymorphicTypeInfo(config(), annotations(base));
        return declared != null && declared.getPropertyName() != null
                ? declared.getPropertyName()
                : String.valueOf(naming.getPropertyName());
    }

    final AnnotatedClass annotations(JavaType type) {
        return config().classIntrospectorInstance().introspectClassAnnotations(type);
    }

    /**
     * The properties that {@code @JsonUnwrapped} lifts out of a member's type.
     *
     * @param always whether the member is never left out
     */
    final Stream<JacksonProperty> unwrapped(AnnotatedMember member, JavaType type, boolean always, int place) {
        NameTransformer names = config().getAnnotationIntrospector().findUnwrappingNameTransformer(config(), member);
        return findProperties(type).stream()
                .map(property -> property.unwrapped(names.transform(property.name()), always, place));
    }

    /** The schema of a value without inner types; null for the other kinds. */
    @Nullable
    ObjectNode schema(ValueForm form) {
        ObjectNode schema = form.schema();
        if (schema != null && form.format() != null && !states(form.format())) {
            schema.remove("format");
        }
        return schema;
    }

    /** Whether schemas state a format in which most values of a type are. */
    abstract boolean states(String format);

    /**
     * Returns the shape of a property whose own annotations change how it is written or read; {@code null} if it has
     * the shape of its type. Only the forms of scalars are described: what else annotations choose may be anything.
     *
     * @param known the serializer of the property, if it is known
     */
    final JsonShape.@Nullable Plain own(BeanProperty property, @Nullable ValueSerializer<Object> known) {
        // With a type name, Jackson adds or expects more than the value.
        if (property.getAnnotation(JsonTypeInfo.class) != null || changesContent(property)) {
            return JsonShape.Plain.anything();
        }
        JavaType optional = optionalValue(property.getType());
        JavaType type = optional == null ? property.getType() : optional;
        if (isTree(type) || type.isJavaLangObject()) {
            return null;
        }
        ValueSerializer<Object> serializer =
                known != null && optional == null ? known : writing().findPrimaryPropertySerializer(type, property);
        if (!isJacksonsOwn(serializer)
                && serializer.getClass() != serializer(type).getClass()) {
            return JsonShape.Plain.anything();
        }
        ValueForm form = ValueForm.of(serializer, type, mapper);
        ObjectNode schema = schema(form);
        if (schema == null) {
            // Nothing is known of the type that a converter returns.
            return serializer instanceof StdConvertingSerializer ? JsonShape.Plain.anything() : null;
        }
        ValueForm usual = written(type);
        boolean same = form.kind() == usual.kind() && Objects.equals(form.format(), usual.format());
        return same ? null : new JsonShape.Plain(schema);
    }

    /** Whether annotations choose how the elements or the content of a property are converted, or their array. */
    private boolean changesContent(BeanProperty property) {
        AnnotatedMember member = property.getMember();
        if (member == null) {
            return false;
        }
        AnnotationIntrospector introspector = config().getAnnotationIntrospector();
        JsonFormat.Value format = introspector.findFormat(config(), member);
        return introspector.findContentSerializer(config(), member) != null
                || introspector.findContentDeserializer(config(), member) != null
                || introspector.findSerializationContentConverter(config(), member) != null
                || introspector.findDeserializationContentConverter(config(), member) != null
                || property.getType().isContainerType()
                        && format != null
                        && (format.hasShape()
                                || format.hasPattern()
                                || format.getFeature(WRITE_SINGLE_ELEM_ARRAYS_UNWRAPPED) != null);
    }
}
