package io.mcpspring.schema;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.annotation.JsonRawValue;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.mcpspring.schema.JacksonProperty.Declaration;
import io.mcpspring.schema.JsonShape.Alternative;
import io.mcpspring.schema.JsonShape.Frame;
import io.mcpspring.schema.JsonShape.TypeMember;
import java.lang.annotation.Annotation;
import java.lang.reflect.Modifier;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.core.Nullness;
import tools.jackson.core.TreeNode;
import tools.jackson.databind.BeanDescription;
import tools.jackson.databind.BeanProperty;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.annotation.JsonDeserialize;
import tools.jackson.databind.annotation.JsonSerialize;
import tools.jackson.databind.cfg.MapperConfig;
import tools.jackson.databind.deser.std.StdConvertingDeserializer;
import tools.jackson.databind.introspect.AnnotatedClass;
import tools.jackson.databind.introspect.AnnotatedMember;
import tools.jackson.databind.introspect.BeanPropertyDefinition;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.jsontype.NamedType;
import tools.jackson.databind.jsontype.TypeSerializer;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.ser.std.StdConvertingSerializer;
import tools.jackson.databind.util.NameTransformer;

/** How Jackson reads or writes Java types: the only source of property names, kinds and sub-types. */
abstract sealed class JacksonModel permits ReadingModel, WritingModel {

    private static final Set<Class<?>> INTEGERS =
            Set.of(Byte.class, Short.class, Integer.class, Long.class, BigInteger.class);

    /** Annotations that let a property be written or read in another way than its type. */
    private static final List<Class<? extends Annotation>> CHOICES =
            List.of(JsonTypeInfo.class, JsonRawValue.class, JsonSerialize.class, JsonDeserialize.class);

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

    /** Adds the names to the schema of an object that are read besides those of its properties. */
    void addOtherNames(ObjectNode schema, List<JacksonProperty> properties, JavaType type) {}

    /** The type of the members that an object takes besides its properties; null if it takes none. */
    abstract @Nullable JavaType others(JavaType type);

    /** The serializer or deserializer of a type. */
    abstract Object converter(JavaType type);

    abstract BeanDescription description(JavaType type);

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

    /** Whether a serializer or deserializer of Jackson calls code of the application or of a module. */
    private static boolean isConverting(Object converter) {
        return converter instanceof StdConvertingSerializer || converter instanceof StdConvertingDeserializer;
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
        Object sample = SampleValues.of(key.getRawClass());
        String format = sample == null ? null : SampleValues.format(key.getRawClass(), name(sample));
        ObjectNode stated = format == null ? schema : stated(schema.put("format", format));
        return stated.isEmpty() ? null : stated;
    }

    private String name(Object key) {
        return mapper.valueToTree(Map.of(key, true)).propertyNames().iterator().next();
    }

    /** The constants as Jackson writes and reads them; null if they are not scalars. */
    @Nullable
    ObjectNode enumeration(JavaType type) {
        List<JsonNode> values = Stream.of(type.getRawClass().getEnumConstants())
                .map(constant -> constant(constant, type))
                .distinct()
                .toList();
        if (!values.stream().allMatch(JsonNode::isValueNode)) {
            return null;
        }
        ObjectNode schema = JsonNodeFactory.instance.objectNode();
        if (values.stream().allMatch(JsonNode::isString)) {
            schema.put("type", "string");
        } else if (values.stream().allMatch(JsonNode::isIntegralNumber)) {
            schema.put("type", "integer");
        }
        schema.putArray("enum").addAll(values);
        return schema;
    }

    /** One constant in JSON, without the name of its type. */
    JsonNode constant(Object constant, JavaType type) {
        return ValueForm.written(constant, type, serializer(type), mapper);
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
    final Stream<JacksonProperty> unwrapped(
            JavaType owner, @Nullable BeanPropertyDefinition definition, AnnotatedMember member, boolean always) {
        NameTransformer names = config().getAnnotationIntrospector().findUnwrappingNameTransformer(config(), member);
        int place = JacksonProperty.order(Declaration.of(owner, definition, member));
        JavaType type = definition == null ? member.getType() : definition.getPrimaryType();
        return findProperties(type).stream()
                .map(property -> property.unwrapped(names.transform(property.name()), always, place));
    }

    /** The properties of a type by their names, as its annotations define them. */
    final Map<String, BeanPropertyDefinition> definitions(JavaType type) {
        Map<String, BeanPropertyDefinition> definitions = new LinkedHashMap<>();
        description(type).findProperties().forEach(known -> definitions.putIfAbsent(known.getName(), known));
        return definitions;
    }

    /** The schema of a value without inner types; null for the other kinds. */
    final @Nullable ObjectNode schema(ValueForm form) {
        return form.kind() == ValueForm.Kind.SCALAR ? stated(form.schema()) : null;
    }

    /** The schema without what most values of a type have, but not all. */
    abstract ObjectNode stated(ObjectNode schema);

    /**
     * Returns the schema of a property whose own annotations change how it is written or read; {@code null} if it has
     * the schema of its type. Only the formats of scalars are described: what else annotations choose may be anything.
     *
     * @param converter its serializer or deserializer, if it is known
     */
    final @Nullable ObjectNode own(BeanProperty property, @Nullable Object converter) {
        boolean replaced = converter != null
                && (!isJacksonsOwn(converter) || isConverting(converter))
                && converter.getClass() != converter(property.getType()).getClass();
        if (replaced || CHOICES.stream().anyMatch(choice -> property.getAnnotation(choice) != null)) {
            return JsonNodeFactory.instance.objectNode();
        }
        JavaType optional = optionalValue(property.getType());
        JavaType type = optional == null ? property.getType() : optional;
        if (property.getAnnotation(JsonFormat.class) == null || isTree(type) || type.isJavaLangObject()) {
            return null;
        }
        if (type.isContainerType()) {
            return JsonNodeFactory.instance.objectNode();
        }
        ValueForm form = ValueForm.of(writing().findPrimaryPropertySerializer(type, property), type, mapper);
        return form.equals(written(type)) ? null : schema(form);
    }
}
