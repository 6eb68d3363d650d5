package io.mcpspring.schema;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.annotation.Nulls;
import io.mcpspring.protocol.JsonLimits;
import io.mcpspring.validation.Conversion;
import io.mcpspring.validation.JsonSchema;
import io.mcpspring.validation.ValidSchema;
import io.swagger.v3.oas.annotations.media.ArraySchema;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.constraints.NotNull;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.NullUnmarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.KeyDeserializer;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.annotation.JsonDeserialize;
import tools.jackson.databind.annotation.JsonSerialize;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.ser.std.ToStringSerializer;
import tools.jackson.databind.util.StdConverter;

/** Schemas have the forms that annotations and code choose for a property, its elements, its keys and its subtypes. */
@NullUnmarked
class ChosenFormsTests {

    private static final JsonSchemas SCHEMAS = new JsonSchemas(JsonMapper.shared(), true, List.of());

    enum Colour {
        RED,
        GREEN
    }

    static final class ByCode extends ValueDeserializer<Colour> {

        @Override
        public Colour deserialize(JsonParser parser, DeserializationContext context) {
            return parser.getString().equals("r") ? Colour.RED : Colour.GREEN;
        }
    }

    static final class Coded extends ValueSerializer<Object> {

        @Override
        public void serialize(Object value, JsonGenerator generator, SerializationContext context) {
            generator.writeString("c-" + value);
        }
    }

    static final class KeyOf extends ValueSerializer<Object> {

        @Override
        public void serialize(Object value, JsonGenerator generator, SerializationContext context) {
            generator.writeName("k-" + value);
        }
    }

    static final class FromKey extends KeyDeserializer {

        @Override
        public Object deserializeKey(String key, DeserializationContext context) {
            return Integer.valueOf(key.substring(2));
        }
    }

    interface OnUpdate {}

    record OfGroup(@NotNull(groups = OnUpdate.class) Long id, String name) {}

    @Test
    void aConstraintOfAGroupDemandsNothing() {
        assertRead(OfGroup.class, "{\"name\":\"a\"}", new OfGroup(null, "a"));
        assertFits(new OfGroup(null, "a"), "{\"name\":\"a\"}");
    }

    record Chosen(
            @JsonSerialize(using = Coded.class) Optional<Long> whole,

            @JsonSerialize(contentUsing = ToStringSerializer.class)
            Optional<Long> content,

            @JsonSerialize(keyUsing = KeyOf.class) Map<Colour, Integer> keys) {}

    @Test
    void aSerializerOfAPropertyReplacesTheFormOfItsType() {
        assertFits(
                new Chosen(Optional.of(1L), Optional.of(2L), Map.of(Colour.RED, 3)),
                "{\"whole\":\"c-Optional[1]\",\"content\":\"2\",\"keys\":{\"k-RED\":3}}");
    }

    record Read(
            @JsonDeserialize(using = ByCode.class) Colour colour,
            @JsonDeserialize(contentUsing = ByCode.class) Optional<Colour> perhaps,
            @JsonDeserialize(keyUsing = FromKey.class) Map<Integer, String> keys) {}

    @Test
    void aDeserializerOfAPropertyReplacesTheFormOfItsType() {
        assertRead(
                Read.class,
                "{\"colour\":\"r\",\"perhaps\":\"r\",\"keys\":{\"k-1\":\"a\"}}",
                new Read(Colour.RED, Optional.of(Colour.RED), Map.of(1, "a")));
    }

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME)
    @JsonSubTypes(@JsonSubTypes.Type(value = Prices.class, name = "prices"))
    interface Data {}

    @SuppressWarnings("serial")
    static final class Prices extends HashMap<Colour, Integer> implements Data {}

    record Holder(Data data) {}

    static final class ToInitial extends StdConverter<Colour, Integer> {

        @Override
        public Integer convert(Colour value) {
            return (int) value.name().charAt(0);
        }
    }

    static final class OfInitial extends StdConverter<Integer, Colour> {

        @Override
        public Colour convert(Integer value) {
            return value == 'R' ? Colour.RED : Colour.GREEN;
        }
    }

    record ConvertedElements(
            @JsonSerialize(contentConverter = ToInitial.class) @JsonDeserialize(contentConverter = OfInitial.class)
            List<Colour> list,

            @JsonSerialize(contentConverter = ToInitial.class) @JsonDeserialize(contentConverter = OfInitial.class)
            Map<String, Colour> map) {}

    @Test
    void aConverterOfElementsReplacesTheFormOfTheirType() {
        ConvertedElements elements = new ConvertedElements(List.of(Colour.RED), Map.of("a", Colour.GREEN));
        assertFits(elements, "{\"list\":[82],\"map\":{\"a\":71}}");
        assertRead(ConvertedElements.class, "{\"list\":[82],\"map\":{\"a\":71}}", elements);
    }

    @Test
    void aMapHasTheNameOfItsTypeBesideItsKeys() {
        Prices prices = new Prices();
        prices.put(Colour.RED, 1);
        assertRead(Holder.class, "{\"data\":{\"@type\":\"prices\",\"RED\":1}}", new Holder(prices));
        assertFits(new Holder(prices), "{\"data\":{\"@type\":\"prices\",\"RED\":1}}");
        assertRefused(Holder.class, "{\"data\":{\"RED\":1}}");
    }

    @NullMarked
    static final class Norm {

        private final List<String> tags;

        @JsonCreator
        Norm(@Nullable List<String> tags) {
            this.tags = tags == null ? List.of() : tags;
        }

        public @Nullable List<String> getTags() {
            return tags.isEmpty() ? null : tags;
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Norm norm && tags.equals(norm.tags);
        }

        @Override
        public int hashCode() {
            return tags.hashCode();
        }
    }

    @Test
    void theAccessorSaysWhetherAValueMayBeNull() {
        assertRead(Norm.class, "{}", new Norm(null));
        assertRead(Norm.class, "{\"tags\":null}", new Norm(null));
        assertFits(new Norm(null), "{}");
    }

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind", defaultImpl = Other.class)
    @JsonSubTypes({
        @JsonSubTypes.Type(
                value = Circle.class,
                names = {"circle", "round"})
    })
    interface Shape {}

    record Circle(int radius) implements Shape {}

    record Other(String text) implements Shape {}

    record Drawing(@JsonIgnoreProperties("radius") Shape hidden, Shape shown) {}

    @Test
    void aTypeMayHaveSeveralNamesAndADefault() {
        assertRead(Drawing.class, "{\"shown\":{\"kind\":\"round\",\"radius\":1}}", new Drawing(null, new Circle(1)));
        assertRead(Drawing.class, "{\"shown\":{\"text\":\"a\"}}", new Drawing(null, new Other("a")));
        assertRead(Drawing.class, "{\"shown\":{\"kind\":\"new\",\"text\":\"a\"}}", new Drawing(null, new Other("a")));
    }

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, include = JsonTypeInfo.As.WRAPPER_OBJECT, defaultImpl = Unknown.class)
    @JsonSubTypes(@JsonSubTypes.Type(value = Message.class, name = "message"))
    interface Event {}

    record Message(String text) implements Event {}

    record Unknown(int code) implements Event {}

    record Events(List<Event> events) {}

    @Test
    void aDefaultMayHaveAnyNameAroundIt() {
        assertRead(
                Events.class,
                "{\"events\":[{\"message\":{\"text\":\"a\"}},{\"new\":{\"code\":1}}]}",
                new Events(List.of(new Message("a"), new Unknown(1))));
        assertFits(new Events(List.of(new Unknown(1))), "{\"events\":[{\"ChosenFormsTests$Unknown\":{\"code\":1}}]}");
    }

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
    static class Notification {

        public String text = "a";
    }

    static final class Urgent extends Notification {}

    record Notifications(Notification first) {}

    @Test
    void aResultMayHaveTheNameOfAnySubclass() {
        assertFits(
                new Notifications(new Urgent()), "{\"first\":{\"type\":\"ChosenFormsTests$Urgent\",\"text\":\"a\"}}");
    }

    @Test
    void annotationsOfAPropertyApplyToSubtypes() {
        assertFits(
                new Drawing(new Circle(1), new Circle(2)),
                "{\"hidden\":{\"kind\":\"circle\"},\"shown\":{\"kind\":\"circle\",\"radius\":2}}");
    }

    enum Coin {
        EURO,
        CENT;

        @JsonCreator
        static Coin of(String code) {
            return switch (code) {
                case "e" -> EURO;
                case "c" -> CENT;
                default -> throw new IllegalArgumentException("There is no coin " + code);
            };
        }
    }

    record Purse(Coin coin) {}

    @Test
    void constantsThatAreCreatedOfOtherTextsAreTexts() {
        assertRead(Purse.class, "{\"coin\":\"e\"}", new Purse(Coin.EURO));
    }

    /** As the identifiers of MongoDB, which are new without a text. */
    static final class Identifier {

        private final String text;

        Identifier() {
            this("new");
        }

        Identifier(String text) {
            this.text = text;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Identifier identifier && text.equals(identifier.text);
        }

        @Override
        public int hashCode() {
            return text.hashCode();
        }
    }

    record Identified(Identifier id) {}

    @Test
    void anObjectWithoutMembersIsTheTextOfWhichItIsCreated() {
        assertRead(Identified.class, "{\"id\":\"a1\"}", new Identified(new Identifier("a1")));
        assertRefused(Identified.class, "{\"id\":{}}");
    }

    record Point(int x) {}

    record Points(@Nullable List<Point> points) {}

    @Test
    void aSingleObjectMayBeAnArray() {
        JsonMapper mapper = JsonMapper.builder()
                .enable(DeserializationFeature.ACCEPT_SINGLE_VALUE_AS_ARRAY)
                .build();
        JsonSchemas schemas = new JsonSchemas(mapper, true, List.of());

        assertThat(read(schemas, Points.class, "{\"points\":{\"x\":1}}")).isEqualTo(new Points(List.of(new Point(1))));
    }

    @NullMarked
    record Tagged(@JsonSetter(nulls = Nulls.AS_EMPTY) List<String> tags) {}

    record Demanded(@NotNull Optional<String> name) {}

    @Test
    void whatAnAbsentValueBecomesIsNotDemanded() {
        assertRead(Tagged.class, "{\"tags\":null}", new Tagged(List.of()));
        assertRead(Demanded.class, "{}", new Demanded(Optional.empty()));
    }

    static class Nested {

        public int value;

        @JsonUnwrapped(prefix = "in_")
        public Nested in;
    }

    static class Growing<T> {

        public T value;

        public Growing<List<T>> next;
    }

    @Test
    void aTypeThatGrowsWithoutAnEndIsDescribed() {
        assertThat(SCHEMAS.outputSchema(Nested.class, false).at("/properties").propertyNames())
                .contains("value", "in_value");
        assertThat(SCHEMAS.outputSchema(
                                JsonMapper.shared()
                                        .getTypeFactory()
                                        .constructParametricType(Growing.class, String.class),
                                false)
                        .at("/properties/next/properties/value/items/type")
                        .asString())
                .isEqualTo("string");
    }

    record Labels(
            @ArraySchema(
                    arraySchema = @Schema(description = "The labels"),
                    schema = @Schema(description = "A label", minLength = 2),
                    maxItems = 3)
            List<String> labels) {}

    @Test
    void anArrayAndItsElementsAreDescribedApart() {
        assertThat(SCHEMAS.inputSchema(Labels.class).at("/properties/labels/anyOf/0"))
                .hasToString(
                        "{\"type\":\"array\",\"items\":{\"type\":\"string\",\"description\":\"A label\",\"minLength\":2},"
                                + "\"maxItems\":3}");
        assertThat(SCHEMAS.inputSchema(Labels.class)
                        .at("/properties/labels/description")
                        .asString())
                .isEqualTo("The labels");
    }

    record Painted(
            @JsonFormat(shape = JsonFormat.Shape.STRING, radix = 16)
            int colour) {}

    @Test
    void aNumberOfAnotherRadixIsReadFromItsDigits() {
        assertRead(Painted.class, "{\"colour\":\"ff\"}", new Painted(255));
        assertThat(SCHEMAS.inputSchema(Painted.class).at("/properties/colour")).hasToString("{\"type\":\"string\"}");
    }

    record Waiting(
            @JsonFormat(shape = JsonFormat.Shape.NUMBER, pattern = "MINUTES") @NotNull
            Duration pause) {}

    @Test
    void aDurationInAUnitIsAWholeNumber() {
        assertThat(SCHEMAS.inputSchema(Waiting.class).at("/properties/pause")).hasToString("{\"type\":\"integer\"}");
        assertRead(Waiting.class, "{\"pause\":90}", new Waiting(Duration.ofMinutes(90)));
        assertRead(Waiting.class, "{\"pause\":90.0}", new Waiting(Duration.ofMinutes(90)));
        assertRefused(Waiting.class, "{\"pause\":1.5}");
    }

    private static void assertFits(Object value, String json) {
        JsonNode written = JsonMapper.shared()
                .readTree(SCHEMAS.writer(value.getClass(), value.getClass()).writeValueAsString(value));
        assertThat(written).isEqualTo(JsonMapper.shared().readTree(json));
        assertThat(ValidSchema.of(SCHEMAS.outputSchema(value.getClass(), false)).validate(written))
                .isEmpty();
    }

    private static void assertRead(Class<?> type, String json, Object expected) {
        assertThat(read(SCHEMAS, type, json)).isEqualTo(expected);
    }

    private static Object read(JsonSchemas schemas, Class<?> type, String json) {
        JsonSchema.Accepted accepted = accept(schemas, type, json);
        assertThat(accepted.problems()).isEmpty();
        return schemas.argumentMapper().treeToValue(accepted.value(), type);
    }

    private static void assertRefused(Class<?> type, String json) {
        assertThat(accept(SCHEMAS, type, json).problems()).isNotEmpty();
    }

    private static JsonSchema.Accepted accept(JsonSchemas schemas, Class<?> type, String json) {
        Conversion conversion = new Conversion(true, true, new JsonLimits(1_000_000, 100));
        return JsonSchema.of(schemas.inputSchema(type))
                .accept(JsonMapper.shared().readTree(json), conversion);
    }
}
