package io.mcpspring.schema;

import com.fasterxml.jackson.annotation.JsonFilter;
import com.fasterxml.jackson.annotation.JsonFormat;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.core.Nullness;
import tools.jackson.databind.AnnotationIntrospector;
import tools.jackson.databind.BeanDescription;
import tools.jackson.databind.BeanProperty;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.SerializationConfig;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.introspect.AnnotatedClass;
import tools.jackson.databind.introspect.AnnotatedMember;
import tools.jackson.databind.introspect.BeanPropertyDefinition;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.jsontype.NamedType;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.ser.BeanPropertyWriter;
import tools.jackson.databind.ser.PropertyWriter;
import tools.jackson.databind.ser.bean.BeanSerializerBase;
import tools.jackson.databind.ser.jackson.RawSerializer;

/** How Jackson writes Java types. */
final class WritingModel extends JacksonModel {

    private final Map<JavaType, Boolean> unreliableValues = new HashMap<>();

    WritingModel(JsonMapper mapper) {
        super(mapper);
    }

    @Override
    void checkUsable(JavaType type) {
        Unwritable.check(type.getRawClass(), mapper);
    }

    @Override
    JsonShape withoutTypeInformation(JavaType type) {
        ValueSerializer<Object> serializer = serializer(type);
        if (hasUnreliableValue(type)) {
            return new JsonShape.Plain(JsonNodeFactory.instance.objectNode());
        }
        ValueForm form = written(type);
        JavaType actual = form.type();
        if (!actual.equals(type) && !actual.hasRawClass(type.getRawClass())) {
            return new JsonShape.Like(actual);
        }
        ObjectNode schema = schema(form);
        if (schema != null) {
            return new JsonShape.Plain(schema);
        }
        return switch (form.kind()) {
            case ITEMS -> items(actual);
            case ENTRIES -> entries(actual);
            default -> members(type, serializer);
        };
    }

    private JsonShape items(JavaType type) {
        if (type.getContentType() != null) {
            return new JsonShape.Items(type.getContentType());
        }
        return new JsonShape.Items(
                type.containedTypeCount() == 1 ? type.containedType(0) : mapper.constructType(Object.class));
    }

    private JsonShape entries(JavaType type) {
        if (!type.isMapLikeType()) {
            return new JsonShape.Plain(JsonNodeFactory.instance.objectNode().put("type", "object"));
        }
        Unwritable.checkKey(type.getKeyType().getRawClass(), mapper);
        return new JsonShape.Entries(type.getKeyType(), type.getContentType());
    }

    private JsonShape members(JavaType type, ValueSerializer<Object> serializer) {
        Class<?> raw = type.getRawClass();
        if (serializer.usesObjectId()) {
            return new JsonShape.Plain(JsonNodeFactory.instance.objectNode());
        }
        if (hasSubtypes(raw)) {
            return new JsonShape.Choice(permitted(type, raw));
        }
        return new JsonShape.Members(type, null);
    }

    private List<JsonShape.Alternative> permitted(JavaType base, Class<?> sealed) {
        List<JsonShape.Alternative> permitted = new ArrayList<>();
        if (!Modifier.isAbstract(sealed.getModifiers())) {
            permitted.add(new JsonShape.Alternative(base, JsonShape.Frame.MEMBER, null));
        }
        for (Class<?> subtype : sealed.getPermittedSubclasses()) {
            if (hasSubtypes(subtype)) {
                permitted.addAll(permitted(mapper.getTypeFactory().constructSpecializedType(base, subtype), subtype));
            } else {
                permitted.add(new JsonShape.Alternative(
                        mapper.getTypeFactory().constructSpecializedType(base, subtype), JsonShape.Frame.MEMBER, null));
            }
        }
        return permitted;
    }

    /** An enum whose constants have classes of their own is sealed, but these are not types of values. */
    private static boolean hasSubtypes(Class<?> type) {
        return type.isSealed() && !type.isEnum();
    }

    @Override
    List<JacksonProperty> findProperties(JavaType type) {
        if (!(serializer(type) instanceof BeanSerializerBase serializer)) {
            return List.of();
        }
        boolean filtered = annotations(type).hasAnnotation(JsonFilter.class);
        Map<String, BeanPropertyDefinition> definitions = definitions(type);
        List<JacksonProperty> properties = new ArrayList<>();
        for (Iterator<PropertyWriter> writers = serializer.properties(); writers.hasNext(); ) {
            PropertyWriter writer = writers.next();
            if (writer instanceof BeanPropertyWriter bean && bean.isUnwrapping()) {
                int place = JacksonProperty.order(declaration(type, definitions.get(bean.getName()), bean.getMember()));
                unwrapped(bean.getMember(), bean.getType(), !bean.willSuppressNulls(), place)
                        .forEach(properties::add);
            } else {
                JacksonProperty property = property(type, writer, definitions.get(writer.getName()));
                properties.add(filtered ? property.optional() : property);
            }
        }
        return properties;
    }

    /** Other members are written, but nothing is said about them. */
    @Override
    @Nullable
    JavaType others(JavaType type) {
        return null;
    }

    private Map<String, BeanPropertyDefinition> definitions(JavaType type) {
        return description(type).findProperties().stream()
                .collect(Collectors.toMap(BeanPropertyDefinition::getName, Function.identity(), (one, other) -> one));
    }

    private JacksonProperty property(
            JavaType owner, PropertyWriter writer, @Nullable BeanPropertyDefinition definition) {
        JacksonProperty.Declaration declaration = declaration(owner, definition, writer.getMember());
        BeanPropertyWriter bean = writer instanceof BeanPropertyWriter ofBean ? ofBean : null;
        Omission omission = bean == null ? new Omission(false, false) : Omission.of(bean);
        // An annotation may let Jackson write a property as another type.
        JavaType chosen = bean == null ? null : bean.getSerializationType();
        JavaType type = chosen == null ? writer.getType() : chosen;
        boolean guaranteed = !type.isPrimitive() && nullness(declaration) == Nullness.NON_NULL;
        boolean written = type.isPrimitive() || guaranteed || !omission.ofNull();
        // An empty Optional is written as null, unless empty values are omitted as well.
        boolean nullable = isOptional(type) ? !omission.ofMore() : !omission.ofNull() && !guaranteed;
        ValueSerializer<Object> serializer = bean == null ? null : bean.getSerializer();
        JsonShape shape = new OwnShapes(this).of(serializer, writer);
        return JacksonProperty.of(writer, type, declaration, shape)
                .withPresence(written && !omission.ofMore(), nullable && !type.isPrimitive(), omission.ofMore());
    }

    @Override
    boolean unwrapsSingleElement(BeanProperty property) {
        JsonFormat.Value format = property.findPropertyFormat(
                mapper.serializationConfig(), property.getType().getRawClass());
        return Boolean.TRUE.equals(format.getFeature(JsonFormat.Feature.WRITE_SINGLE_ELEM_ARRAYS_UNWRAPPED));
    }

    /** Years may have more than four digits, offsets may have seconds, and URIs may have other letters than ASCII. */
    @Override
    boolean states(String format) {
        return format.equals("uuid");
    }

    /** Whether all values are as the serializer reports: one of an application may report what it has inherited. */
    private static boolean isReliable(ValueSerializer<?> serializer) {
        ValueSerializer<?> delegatee = serializer.getDelegatee();
        return isReliable(serializer.getClass()) && (delegatee == null || isReliable(delegatee));
    }

    private static boolean isReliable(Class<?> serializer) {
        return isJacksonsOwn(serializer) && serializer != RawSerializer.class;
    }

    /** Whether the value that is written in place of one of the type has a serializer of its own. */
    private boolean hasUnreliableValue(JavaType type) {
        return unreliableValues.computeIfAbsent(type, this::findUnreliableValue);
    }

    private boolean findUnreliableValue(JavaType type) {
        AnnotatedMember value = description(type).findJsonValueAccessor();
        Object chosen =
                value == null ? null : config().getAnnotationIntrospector().findSerializer(config(), value);
        return chosen != null && !isReliable(chosen instanceof Class<?> named ? named : chosen.getClass());
    }

    private BeanDescription description(JavaType type) {
        return config().classIntrospectorInstance().introspectForSerialization(type, annotations(type));
    }

    @Override
    boolean convertsContent(AnnotatedMember member) {
        AnnotationIntrospector introspector = config().getAnnotationIntrospector();
        return introspector.findContentSerializer(config(), member) != null
                || introspector.findSerializationContentConverter(config(), member) != null;
    }

    @Override
    boolean nullableContent(Nullness nullness) {
        return nullness != Nullness.NON_NULL;
    }

    @Override
    SerializationConfig config() {
        return mapper.serializationConfig();
    }

    @Override
    Iterable<NamedType> subtypes(AnnotatedClass base) {
        return config().getSubtypeResolver().collectAndResolveSubtypesByClass(config(), base);
    }

    /** The values that a property omits: null, and possibly empty or default ones. */
    private record Omission(boolean ofNull, boolean ofMore) {

        static Omission of(BeanPropertyWriter writer) {
            return new Omission(writer.willSuppressNulls(), new Suppression(writer).some());
        }
    }

    /** Gives access to the value that a writer omits, which only subclasses can read. */
    @SuppressWarnings("serial")
    private static final class Suppression extends BeanPropertyWriter {

        Suppression(BeanPropertyWriter writer) {
            super(writer);
        }

        boolean some() {
            return _suppressableValue != null;
        }
    }
}
