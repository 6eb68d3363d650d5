package io.mcpspring.schema;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonFilter;
import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonIncludeProperties;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonView;
import io.mcpspring.protocol.JsonLimits;
import io.mcpspring.validation.Conversion;
import io.mcpspring.validation.JsonSchema;
import io.mcpspring.validation.ValidSchema;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.constraints.Size;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.time.LocalDate;
import java.util.AbstractMap;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.annotation.JsonNaming;
import tools.jackson.databind.annotation.JsonSerialize;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.ser.std.SimpleBeanPropertyFilter;
import tools.jackson.databind.ser.std.SimpleFilterProvider;

/** Schemas follow the annotations and serializers that change which members a value has, and what they look like. */
class AnnotatedMembersTests {

    private static final JsonSchemas SCHEMAS = new JsonSchemas(JsonMapper.shared(), true, List.of());

    private static final Conversion CONVERSION = new Conversion(true, true, new JsonLimits(1_000_000, 100));

    record Home(String street, int number) {}

    static class Yard {

        public String street = "Main";
        public int number = 7;
    }

    record Delivery(
            @JsonIgnoreProperties("number") Yard ignored,
            @JsonIncludeProperties("street") Yard included,
            @JsonIgnoreProperties("number") List<Yard> elements,
            Yard whole) {}

    @Test
    void membersThatAreIgnoredAtAPropertyAreNoArguments() {
        ObjectNode schema = SCHEMAS.inputSchema(Delivery.class);

        assertThat(names(schema.at("/properties/whole"))).containsExactly("street", "number");
        assertThat(names(schema.at("/properties/ignored"))).containsExactly("street");
        assertThat(names(schema.at("/properties/included"))).containsExactly("street");
        assertThat(names(schema.at("/properties/elements/items"))).containsExactly("street");
    }

    @Test
    void membersThatAreIgnoredAtAPropertyAreNotPartOfResults() {
        Yard yard = new Yard();
        Delivery delivery = new Delivery(yard, yard, List.of(yard), yard);

        assertFits(Delivery.class, delivery, """
                    {"ignored":{"street":"Main"},"included":{"street":"Main"},"elements":[{"street":"Main"}],\
                    "whole":{"street":"Main","number":7}}""");
        assertThat(names(SCHEMAS.outputSchema(Delivery.class, false).at("/properties/ignored")))
                .containsExactly("street");
    }

    /** An annotation of declarations, as older libraries have it, and not of types. */
    @Retention(RetentionPolicy.RUNTIME)
    @Target({ElementType.FIELD, ElementType.METHOD, ElementType.PARAMETER})
    @interface Nullable {}

    @NullMarked
    record Ticket(String id, @Nullable String note) {}

    @Test
    void aMemberMayBeAbsentIfItsDeclarationIsNullable() {
        assertThat(SCHEMAS.inputSchema(Ticket.class).get("required")).hasToString("[\"id\"]");
        assertThat(SCHEMAS.outputSchema(Ticket.class, false).get("required")).hasToString("[\"id\"]");
    }

    @NullUnmarked
    record Search(@Schema(required = true) String words, String language) {}

    @Test
    void theFormerAttributeOfSwaggerDemandsAMember() {
        assertThat(SCHEMAS.inputSchema(Search.class).get("required")).hasToString("[\"words\"]");
    }

    record Holiday(@JsonFormat(pattern = "d. MMMM yyyy") LocalDate day) {}

    @Test
    void anExampleOfAPatternHasTheLanguageOfTheMapper() {
        JsonMapper german = JsonMapper.builder().defaultLocale(Locale.GERMANY).build();
        ObjectNode schema = new JsonSchemas(german, true, List.of()).inputSchema(Holiday.class);
        assertThat(schema.at("/properties/day/examples/0").stringValue()).isEqualTo("31. Januar 2026");
    }

    @com.fasterxml.jackson.databind.annotation.JsonNaming(Object.class)
    record Shared(String firstName) {}

    @JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
    interface SharedMixin {}

    @Test
    void aMixinMayReplaceAnAnnotationOfJackson2() {
        JsonMapper mapper =
                JsonMapper.builder().addMixIn(Shared.class, SharedMixin.class).build();
        JsonSchemas schemas = new JsonSchemas(mapper, true, List.of());
        assertThat(names(schemas.inputSchema(Shared.class))).containsExactly("first_name");
    }

    interface Short {}

    record Node(
            @JsonView(Short.class) String name,
            @JsonView(Whole.class) String note,
            @JsonView(Short.class) List<Node> children) {}

    interface Whole extends Short {}

    static class Views {

        void compare(@JsonView(Short.class) Node one, @JsonView(Whole.class) Node other) {}
    }

    @Test
    void aTypeThatContainsItselfHasADefinitionForEachView() {
        ObjectNode schema = ToolMethod.of(Views.class, "compare").schema();
        assertThat(names(resolved(schema, "one"))).containsExactly("name", "children");
        assertThat(names(resolved(schema, "other"))).containsExactly("name", "note", "children");
    }

    private static JsonNode resolved(ObjectNode schema, String argument) {
        return schema.at(
                schema.at("/properties/" + argument + "/$ref").stringValue().substring(1));
    }

    /** As collections of other libraries, which a module reads and writes: bean, collection or map by its class. */
    static final class Counts extends AbstractMap<String, Integer> {

        private final Map<String, Integer> counts = new LinkedHashMap<>();

        @Override
        public Set<Entry<String, Integer>> entrySet() {
            return counts.entrySet();
        }

        @Override
        public Integer put(String name, Integer count) {
            return counts.put(name, count);
        }
    }

    static final class Grouped {

        private final Map<String, List<Integer>> groups = Map.of("a", List.of(1, 2));

        public Collection<Integer> getValues() {
            return List.of();
        }

        public boolean isEmpty() {
            return false;
        }
    }

    record Statistics(Grouped grouped, List<Grouped> all, Counts counts) {}

    static final class WriteGrouped extends ValueSerializer<Grouped> {

        @Override
        public void serialize(Grouped value, JsonGenerator generator, SerializationContext context) {
            context.writeValue(generator, value.groups);
        }
    }

    static final class WriteCounts extends ValueSerializer<Counts> {

        @Override
        public void serialize(Counts value, JsonGenerator generator, SerializationContext context) {
            generator.writeString(value.toString());
        }
    }

    @Test
    void aTypeThatAModuleWritesMayBeAnything() {
        JsonMapper mapper = JsonMapper.builder()
                .addModule(new SimpleModule()
                        .addSerializer(Grouped.class, new WriteGrouped())
                        .addSerializer(Counts.class, new WriteCounts()))
                .build();
        JsonSchemas schemas = new JsonSchemas(mapper, true, List.of());
        Statistics statistics = new Statistics(new Grouped(), List.of(new Grouped()), new Counts());

        assertFits(schemas, Statistics.class, statistics, """
                {"grouped":{"a":[1,2]},"all":[{"a":[1,2]}],"counts":"{}"}""");
        assertThat(schemas.outputSchema(Statistics.class, false).get("properties"))
                .hasToString("{\"grouped\":{},\"all\":{\"type\":\"array\",\"items\":{}},\"counts\":{}}");
    }

    record Card(
            @JsonSerialize(using = Mask.class) @Size(min = 12, max = 19)
            String number) {}

    static final class Mask extends ValueSerializer<String> {

        @Override
        public void serialize(String value, JsonGenerator generator, SerializationContext context) {
            generator.writeString("***");
        }
    }

    @Test
    void aMaskedValueNeedNotFitTheConstraintsOfItsProperty() {
        assertFits(Card.class, new Card("123456789012"), "{\"number\":\"***\"}");
    }

    @Test
    void theConstraintsOfAMaskedPropertyApplyToArguments() {
        assertThat(SCHEMAS.inputSchema(Card.class).at("/properties/number"))
                .hasToString("{\"type\":\"string\",\"minLength\":12,\"maxLength\":19}");
    }

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind", defaultImpl = Note.class)
    @JsonSubTypes({
        @JsonSubTypes.Type(value = Note.class, name = "note"),
        @JsonSubTypes.Type(value = Call.class, name = "call")
    })
    sealed interface Contact permits Note, Call {}

    record Note(String text) implements Contact {}

    record Call(int minutes) implements Contact {}

    record Contacts(Contact contact) {}

    @Test
    void aTypeWithADefaultNeedsNoName() {
        JsonSchema schema = ValidSchema.of(SCHEMAS.inputSchema(Contacts.class));

        assertRead(schema, Contacts.class, "{\"contact\":{\"text\":\"a\"}}", new Contacts(new Note("a")));
        assertRead(
                schema,
                Contacts.class,
                "{\"contact\":{\"kind\":\"note\",\"text\":\"a\"}}",
                new Contacts(new Note("a")));
        assertRead(
                schema, Contacts.class, "{\"contact\":{\"kind\":\"call\",\"minutes\":1}}", new Contacts(new Call(1)));
        assertThat(schema.validate(JsonMapper.shared().readTree("{\"contact\":{\"minutes\":1}}")))
                .isNotEmpty();
        assertFits(Contacts.class, new Contacts(new Note("a")), "{\"contact\":{\"kind\":\"note\",\"text\":\"a\"}}");
    }

    record Query(List<String> terms, int[] pages, Set<Home> homes) {}

    record LenientQuery(
            @JsonFormat(with = JsonFormat.Feature.ACCEPT_SINGLE_VALUE_AS_ARRAY)
            List<String> terms) {}

    @Test
    void aSingleValueIsAnArrayWhereTheMapperSaysSo() {
        JsonMapper mapper = JsonMapper.builder()
                .enable(DeserializationFeature.ACCEPT_SINGLE_VALUE_AS_ARRAY)
                .build();
        JsonSchemas schemas = new JsonSchemas(mapper, true, List.of());
        JsonSchema schema = JsonSchema.of(schemas.inputSchema(Query.class));
        JsonNode single = mapper.readTree("{\"terms\":\"a\",\"pages\":1,\"homes\":{\"street\":\"b\",\"number\":2}}");

        JsonSchema.Accepted accepted = schema.accept(single, CONVERSION);
        assertThat(accepted.problems()).isEmpty();
        Query query = schemas.argumentMapper().treeToValue(accepted.value(), Query.class);
        assertThat(query.terms()).containsExactly("a");
        assertThat(query.pages()).containsExactly(1);
        assertThat(query.homes()).containsExactly(new Home("b", 2));
    }

    @Test
    void aSingleValueIsAnArrayWhereThePropertySaysSo() {
        JsonSchema schema = ValidSchema.of(SCHEMAS.inputSchema(LenientQuery.class));

        assertRead(schema, LenientQuery.class, "{\"terms\":\"a\"}", new LenientQuery(List.of("a")));
        assertRead(schema, LenientQuery.class, "{\"terms\":[\"a\"]}", new LenientQuery(List.of("a")));
    }

    record User(String name, @JsonIgnore String password) {}

    @Test
    void aComponentThatIsIgnoredIsNoArgument() {
        assertThat(names(SCHEMAS.inputSchema(User.class))).containsExactly("name");
        assertThat(names(SCHEMAS.outputSchema(User.class, false))).containsExactly("name");
    }

    static final class Measures {

        public String name = "a";

        private final Map<String, Integer> values = new LinkedHashMap<>(Map.of("width", 7));

        @JsonAnyGetter
        public Map<String, Integer> getValues() {
            return values;
        }

        @JsonAnySetter
        public void set(String name, Integer value) {
            values.put(name, value);
        }
    }

    @Test
    void theGetterOfOtherMembersIsNoMember() {
        ObjectNode output = SCHEMAS.outputSchema(Measures.class, false);

        assertFits(Measures.class, new Measures(), "{\"name\":\"a\",\"width\":7}");
        assertThat(names(output)).containsExactly("name");
        assertThat(names(SCHEMAS.inputSchema(Measures.class))).containsExactly("name");
        assertThat(SCHEMAS.inputSchema(Measures.class)
                        .at("/additionalProperties/type")
                        .asString())
                .isEqualTo("integer");
    }

    record Place(int x, int y) {}

    record Report(
            @JsonFilter("hiding") Place place,
            @JsonFilter("hiding") List<Place> places) {}

    @Test
    void aFilterOfAPropertyMayOmitMembers() {
        JsonMapper mapper = JsonMapper.builder()
                .filterProvider(new SimpleFilterProvider()
                        .addFilter("hiding", SimpleBeanPropertyFilter.serializeAllExcept("x")))
                .build();

        assertFits(
                new JsonSchemas(mapper, true, List.of()),
                Report.class,
                new Report(new Place(1, 2), List.of(new Place(1, 2))),
                "{\"place\":{\"y\":2},\"places\":[{\"y\":2}]}");
    }

    private static List<String> names(JsonNode schema) {
        JsonNode object = schema.has("anyOf") ? schema.at("/anyOf/0") : schema;
        return List.copyOf(object.path("properties").propertyNames());
    }

    private static void assertFits(Class<?> type, Object value, String json) {
        assertFits(SCHEMAS, type, value, json);
    }

    private static void assertFits(JsonSchemas schemas, Class<?> type, Object value, String json) {
        JsonNode written =
                JsonMapper.shared().readTree(schemas.writer(type, type).writeValueAsString(value));
        assertThat(written).isEqualTo(JsonMapper.shared().readTree(json));
        assertThat(ValidSchema.of(schemas.outputSchema(type, false)).validate(written))
                .isEmpty();
    }

    private static void assertRead(JsonSchema schema, Class<?> type, String json, Object expected) {
        JsonSchema.Accepted accepted = schema.accept(JsonMapper.shared().readTree(json), CONVERSION);
        assertThat(accepted.problems()).isEmpty();
        Object read = SCHEMAS.argumentMapper().treeToValue(accepted.value(), type);
        assertThat(read).isEqualTo(expected);
    }
}
