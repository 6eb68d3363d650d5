package io.mcpspring.schema;

import com.fasterxml.jackson.annotation.JsonFilter;
import io.mcpspring.schema.JacksonProperty.Declaration;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.core.Nullness;
import tools.jackson.databind.BeanDescription;
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

/** How Jackson writes Java types. */
final class WritingModel extends JacksonModel {

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
        if (hasOwnValue(type)) {
            return JsonShape.Plain.anything();
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
        JavaType content = type.getContentType();
        JavaType only = type.containedTypeCount() == 1 ? type.containedType(0) : mapper.constructType(Object.class);
        return new JsonShape.Items(content == null ? only : content);
    }

    private JsonShape entries(JavaType type) {
        if (!type.isMapLikeType()) {
            return new JsonShape.Plain(JsonNodeFactory.instance.objectNode().put("type", "object"));
        }
        Unwritable.checkKey(type.getKeyType().getRawClass(), mapper);
        return new JsonShape.Entries(type.getKeyType(), type.getContentType());
    }

    private JsonShape members(JavaType type, ValueSerializer<Object> serializer) {
        if (serializer.usesObjectId()) {
            return JsonShape.Plain.anything();
        }
        if (hasSubtypes(type.getRawClass())) {
            return new JsonShape.Choice(permitted(type).toList());
        }
        return new JsonShape.Members(type, null);
    }

    private Stream<JsonShape.Alternative> permitted(JavaType type) {
        Class<?> raw = type.getRawClass();
        boolean sealed = hasSubtypes(raw);
        Stream<JsonShape.Alternative> own = sealed && Modifier.isAbstract(raw.getModifiers())
                ? Stream.empty()
                : Stream.of(new JsonShape.Alternative(type, JsonShape.Frame.MEMBER, null));
        Stream<Class<?>> subtypes = sealed ? Stream.of(raw.getPermittedSubclasses()) : Stream.empty();
        return Stream.concat(
                own,
                subtypes.flatMap(
                        subtype -> permitted(mapper.getTypeFactory().constructSpecializedType(type, subtype))));
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
                unwrapped(type, definitions.get(bean.getName()), bean.getMember(), !bean.willSuppressNulls())
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

    private JacksonProperty property(
            JavaType owner, PropertyWriter writer, @Nullable BeanPropertyDefinition definition) {
        Declaration declaration = Declaration.of(owner, definition, writer.getMember());
        BeanPropertyWriter bean = writer instanceof BeanPropertyWriter ofBean ? ofBean : null;
        boolean omitsNull = bean != null && bean.willSuppressNulls();
        // Empty or default values.
        boolean omitsMore = bean != null && new Suppression(bean).some();
        JavaType type = writer.getType();
        boolean guaranteed = !type.isPrimitive() && declaration != null && declaration.isNonNull();
        boolean written = type.isPrimitive() || guaranteed || !omitsNull;
        // An empty Optional is written as null, unless empty values are omitted as well.
        boolean nullable = type.isReferenceType() ? !omitsMore : !omitsNull && !guaranteed;
        ObjectNode own = own(writer, bean == null ? null : bean.getSerializer());
        JacksonProperty property =
                JacksonProperty.of(writer, declaration, own, null, written, nullable && !type.isPrimitive(), config());
        return omitsMore ? property.optional() : property;
    }

    /** Years may have more than four digits, offsets may have seconds, and URIs may have other letters than ASCII. */
    @Override
    ObjectNode stated(ObjectNode schema) {
        schema.remove("examples");
        return schema.path("format").asString("uuid").equals("uuid") ? schema : schema.without("format");
    }

    /** Whether annotations choose how the value is written that stands for one of the type. */
    private boolean hasOwnValue(JavaType type) {
        AnnotatedMember value = description(type).findJsonValueAccessor();
        return value != null && config().getAnnotationIntrospector().findSerializer(config(), value) != null;
    }

    @Override
    BeanDescription description(JavaType type) {
        return config().classIntrospectorInstance().introspectForSerialization(type, annotations(type));
    }

    @Override
    boolean nullableContent(Nullness nullness) {
        return nullness != Nullness.NON_NULL;
    }

    @Override
    ValueSerializer<Object> converter(JavaType type) {
        return serializer(type);
    }

    @Override
    SerializationConfig config() {
        return mapper.serializationConfig();
    }

    @Override
    Iterable<NamedType> subtypes(AnnotatedClass base) {
        return config().getSubtypeResolver().collectAndResolveSubtypesByClass(config(), base);
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
