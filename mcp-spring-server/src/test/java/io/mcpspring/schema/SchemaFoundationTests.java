package io.mcpspring.schema;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonIdentityInfo;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonRawValue;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.annotation.ObjectIdGenerators;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.annotation.JsonSerialize;
import tools.jackson.databind.deser.AbstractDeserializer;
import tools.jackson.databind.deser.SettableBeanProperty;
import tools.jackson.databind.deser.bean.BeanDeserializerBase;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.jsonFormatVisitors.JsonArrayFormatVisitor;
import tools.jackson.databind.jsonFormatVisitors.JsonFormatVisitorWrapper;
import tools.jackson.databind.jsonFormatVisitors.JsonIntegerFormatVisitor;
import tools.jackson.databind.jsonFormatVisitors.JsonStringFormatVisitor;
import tools.jackson.databind.jsontype.TypeSerializer;
import tools.jackson.databind.ser.BeanPropertyWriter;
import tools.jackson.databind.ser.PropertyWriter;
import tools.jackson.databind.ser.bean.BeanSerializerBase;
import tools.jackson.databind.ser.jackson.RawSerializer;
import tools.jackson.databind.util.StdConverter;

/**
 * The parts of Jackson and of the schema generator that schemas rest on although they are not meant for applications.
 * If one of these tests fails after an upgrade, the upgrade has changed such a part: see "What schemas rest on" in
 * docs/explanation/internals.md.
 */
class SchemaFoundationTests {

    record Address(String street) {}

    record Person(
            String name,
            int age,
            @JsonUnwrapped(prefix = "at_") Address address) {}

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
    @JsonSubTypes(@JsonSubTypes.Type(value = Circle.class, name = "circle"))
    interface Shape {}

    record Circle(int radius) implements Shape {}

    interface Unknown {}

    @JsonIdentityInfo(generator = ObjectIdGenerators.IntSequenceGenerator.class)
    static class Node {

        public Node next;
    }

    record Note(String text, Optional<String> title) {}

    record Chosen(
            @JsonRawValue String raw,
            @JsonSerialize(converter = Length.class) String converted) {}

    static final class Length extends StdConverter<String, Integer> {

        @Override
        public Integer convert(String text) {
            return text.length();
        }
    }

    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    private static JavaType type(Class<?> type) {
        return MAPPER.constructType(type);
    }

    private static ValueSerializer<Object> serializer(JsonMapper mapper, Class<?> type) {
        return mapper._serializationContext().findPrimaryPropertySerializer(type(type), null);
    }

    private static ValueDeserializer<Object> deserializer(Class<?> type) {
        return MAPPER._deserializationContext().findNonContextualValueDeserializer(type(type));
    }

    private static List<BeanPropertyWriter> writers(JsonMapper mapper, Class<?> type) {
        List<BeanPropertyWriter> writers = new ArrayList<>();
        Iterator<PropertyWriter> all = ((BeanSerializerBase) serializer(mapper, type)).properties();
        all.forEachRemaining(writer -> writers.add((BeanPropertyWriter) writer));
        return writers;
    }

    @Test
    void aSerializerFoundOutsideOfACallHasItsProperties() {
        List<BeanPropertyWriter> writers = writers(MAPPER, Person.class);
        assertThat(writers).extracting(PropertyWriter::getName).containsExactly("name", "age", "address");
        assertThat(writers)
                .extracting(writer -> writer.getType().getRawClass())
                .isEqualTo(List.of(String.class, int.class, Address.class));
        assertThat(writers).extracting(BeanPropertyWriter::isUnwrapping).containsExactly(false, false, true);
        assertThat(writers).allMatch(writer -> writer.getMember() != null);
    }

    @ParameterizedTest
    @CsvSource({"ALWAYS, false", "NON_NULL, true", "NON_ABSENT, true", "NON_EMPTY, true", "NON_DEFAULT, true"})
    void aPropertyWriterStatesWhetherItOmitsNull(JsonInclude.Include inclusion, boolean omitted) {
        JsonMapper mapper = JsonMapper.builder()
                .changeDefaultPropertyInclusion(all -> all.withValueInclusion(inclusion))
                .build();
        assertThat(writers(mapper, Note.class))
                .extracting(BeanPropertyWriter::willSuppressNulls)
                .containsExactly(omitted, omitted);
    }

    @Test
    void aSerializerStatesWhetherObjectsHaveIds() {
        assertThat(serializer(MAPPER, Node.class).usesObjectId()).isTrue();
        assertThat(serializer(MAPPER, Person.class).usesObjectId()).isFalse();
    }

    @Test
    void aSerializerFoundOutsideOfACallWritesAValue() {
        StringWriter written = new StringWriter();
        try (JsonGenerator generator = MAPPER.createGenerator(written)) {
            MAPPER._serializationContext()
                    .serializeValue(
                            generator,
                            new Person("Ada", 36, new Address("Main")),
                            type(Person.class),
                            serializer(MAPPER, Person.class));
        }
        assertThat(written).hasToString("{\"name\":\"Ada\",\"age\":36,\"at_street\":\"Main\"}");
    }

    @Test
    void aSerializerReportsTheKindOfItsValues() {
        assertThat(kind(String.class)).isEqualTo("string");
        assertThat(kind(int.class)).isEqualTo("integer");
        assertThat(kind(List.class)).isEqualTo("array");
    }

    private static String kind(Class<?> type) {
        Kind kind = new Kind(MAPPER._serializationContext());
        serializer(MAPPER, type).acceptJsonFormatVisitor(kind, type(type));
        return kind.name;
    }

    @Test
    void aPropertyWriterHasTheSerializerThatItsAnnotationsChoose() {
        assertThat(writers(MAPPER, Chosen.class))
                .extracting(BeanPropertyWriter::getSerializer)
                .satisfiesExactly(
                        raw -> assertThat(raw).isInstanceOf(RawSerializer.class),
                        converted -> assertThat(converted.getDelegatee()).isSameAs(serializer(MAPPER, Integer.class)));
    }

    @Test
    void aTypeSerializerStatesTheNamesOfSubtypes() {
        SerializationContext context = MAPPER._serializationContext();
        TypeSerializer naming = context.findTypeSerializer(type(Shape.class));
        assertThat(naming.getTypeInclusion()).isEqualTo(JsonTypeInfo.As.PROPERTY);
        assertThat(naming.getPropertyName()).isEqualTo("kind");
        assertThat(naming.getTypeIdResolver().idFromValueAndType(context, null, Circle.class))
                .isEqualTo("circle");
        assertThat(context.findTypeSerializer(type(Person.class))).isNull();
    }

    @Test
    void aDeserializerFoundOutsideOfACallHasItsProperties() {
        BeanDeserializerBase deserializer = (BeanDeserializerBase) deserializer(Circle.class);
        List<SettableBeanProperty> properties = new ArrayList<>();
        deserializer.properties().forEachRemaining(properties::add);
        assertThat(properties).singleElement().satisfies(radius -> {
            assertThat(radius.getName()).isEqualTo("radius");
            assertThat(radius.isCreatorProperty()).isTrue();
            assertThat(radius.getValueDeserializer()).isNotNull();
        });
        assertThat(deserializer.getValueInstantiator().canCreateFromObjectWith())
                .isTrue();
    }

    @Test
    void aDeserializerStatesWhetherObjectsHaveIds() {
        BeanDeserializerBase node = (BeanDeserializerBase) deserializer(Node.class);
        BeanDeserializerBase circle = (BeanDeserializerBase) deserializer(Circle.class);
        assertThat(node.getObjectIdReader(MAPPER._deserializationContext())).isNotNull();
        assertThat(circle.getObjectIdReader(MAPPER._deserializationContext())).isNull();
    }

    @Test
    void aTypeThatCannotBeCreatedHasAnAbstractDeserializer() {
        assertThat(deserializer(Unknown.class)).isInstanceOf(AbstractDeserializer.class);
    }

    private static final class Kind extends JsonFormatVisitorWrapper.Base {

        private String name = "none";

        Kind(SerializationContext context) {
            super(context);
        }

        @Override
        public JsonStringFormatVisitor expectStringFormat(JavaType type) {
            name = "string";
            return null;
        }

        @Override
        public JsonIntegerFormatVisitor expectIntegerFormat(JavaType type) {
            name = "integer";
            return null;
        }

        @Override
        public JsonArrayFormatVisitor expectArrayFormat(JavaType type) {
            name = "array";
            return null;
        }
    }
}
