package io.mcpspring.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonRawValue;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonTypeName;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.annotation.JsonValue;
import io.mcpspring.validation.DeclarationException;
import io.mcpspring.validation.JsonSchema;
import io.mcpspring.validation.Problem;
import io.mcpspring.validation.ValidSchema;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.constraints.Email;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.io.File;
import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.net.URI;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;
import org.jspecify.annotations.NullUnmarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.http.codec.ServerSentEvent;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.annotation.JsonSerialize;
import tools.jackson.databind.cfg.MapperConfig;
import tools.jackson.databind.introspect.Annotated;
import tools.jackson.databind.introspect.AnnotatedMember;
import tools.jackson.databind.introspect.JacksonAnnotationIntrospector;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.ser.std.StdScalarSerializer;
import tools.jackson.databind.util.StdConverter;

class OutputSchemaTests {

    private static final JsonSchemas SCHEMAS = new JsonSchemas(JsonMapper.shared(), true, List.of());

    @Test
    void aResultHasThePropertiesThatJacksonWrites() {
        assertThat(schema(Report.class)).hasToString("""
                {"type":"object","properties":{\
                "title":{"type":"string"},\
                "count":{"type":"integer"},\
                "when":{"type":"string"},\
                "note":{"type":"string"},\
                "rank":{"type":"integer"},\
                "rows":{"type":"array","items":{"type":"object","properties":{"id":{"type":"string","format":"uuid"}}}},\
                "totals":{"type":"object","additionalProperties":{"type":"integer"}},\
                "flags":{"type":"array","items":{"type":"boolean"}}},\
                "required":["count"]}""");
    }

    interface Named {

        @JsonProperty
        String name();
    }

    record Person(String name, int age) implements Named {}

    record Team(
            @JsonSerialize(as = Named.class) Person lead,

            @JsonFormat(with = JsonFormat.Feature.WRITE_SINGLE_ELEM_ARRAYS_UNWRAPPED)
            List<String> tags) {}

    @Test
    void annotationsOfAPropertyChangeHowItIsWritten() {
        assertThat(schema(Team.class)).hasToString("""
                {"type":"object","properties":{\
                "lead":{"type":"object","properties":{"name":{"type":"string"}},"required":["name"]},\
                "tags":{}},\
                "required":["lead","tags"]}""");
        assertThat(SCHEMAS.structuredMapper().writeValueAsString(new Team(new Person("Ada", 36), List.of("a"))))
                .isEqualTo("{\"lead\":{\"name\":\"Ada\"},\"tags\":\"a\"}");
    }

    @Test
    void gettersWithoutFieldsAreWrittenToo() {
        assertThat(schema(Computed.class))
                .hasToString(
                        "{\"type\":\"object\",\"properties\":{\"area\":{\"type\":\"integer\"},\"width\":{\"type\":\"integer\"}},\"required\":[\"area\",\"width\"]}");
    }

    @Test
    void theSchemaAllowsNullIfJacksonWritesIt() {
        assertThat(schema(Always.class)).hasToString("""
                {"type":"object","properties":{"text":{"anyOf":[{"type":"string"},{"type":"null"}]},"other":{"type":"string"}},"required":["text"]}""");
        assertThat(schema(new TypeReference<List<Always>>() {}.getType()).at("/items/type"))
                .hasToString("\"object\"");
        assertThat(schema(int[].class)).hasToString("{\"type\":\"array\",\"items\":{\"type\":\"integer\"}}");
        assertThat(schema(new TypeReference<List<Kind>>() {}.getType()))
                .hasToString("{\"type\":\"array\",\"items\":{\"type\":\"string\",\"enum\":[\"A\",\"B\"]}}");
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            names      | {"type":"array","items":{"type":"string"}}
            array      | {"type":"array","items":{"type":"string"}}
            values     | {"type":"object","additionalProperties":{"type":"array","items":{"type":"string"}}}
            holed      | {"type":"array","items":{"anyOf":[{"type":"string"},{"type":"null"}]}}
            holedArray | {"type":"array","items":{"anyOf":[{"type":"string"},{"type":"null"}]}}
            deep       | {"type":"object","additionalProperties":{"type":"array","items":{"anyOf":[{"type":"string"},{"type":"null"}]}}}
            perhaps    | {"type":"array","items":{"type":"string"}}
            described  | {"type":"object","properties":{"text":{"type":"string"}},"required":["text"]}
            """)
    void elementsFollowTheNullnessOfTheCode(String property, String expected) {
        assertThat(schema(Lists.class).at("/properties/" + property)).hasToString(expected);
    }

    @Test
    void theElementsOfAReturnTypeFollowTheNullnessOfTheCode() throws Exception {
        Method method = Lists.class.getMethod("deep");
        TypeUse use = TypeUse.ofReturnType(method);
        ObjectNode marked = SCHEMAS.outputSchema(method.getGenericReturnType(), use, false);
        ObjectNode unknown = SCHEMAS.outputSchema(method.getGenericReturnType(), false);

        assertThat(marked).isEqualTo(schema(Lists.class).at("/properties/deep"));
        assertThat(unknown.at("/additionalProperties/items")).hasToString("{\"type\":\"string\"}");
    }

    @Test
    void aNullableValueKeepsItsDescription() {
        assertThat(schema(Noted.class).at("/properties/text"))
                .hasToString("{\"anyOf\":[{\"type\":\"string\"},{\"type\":\"null\"}],\"description\":\"Some text\"}");
    }

    @Test
    void theNullnessOfTheCodeIsShown() {
        assertThat(schema(Marked.class)).hasToString("""
                {"type":"object","properties":{"always":{"type":"string"},"sometimes":{"type":"string"}},"required":["always"]}""");
    }

    @ParameterizedTest
    @EnumSource(
            value = JsonInclude.Include.class,
            names = {"NON_ABSENT", "NON_EMPTY", "NON_DEFAULT"})
    void aStricterInclusionRuleOfTheApplicationIsKept(JsonInclude.Include inclusion) {
        JsonMapper structured = new JsonSchemas(including(inclusion), true, List.of()).structuredMapper();

        assertThat(structured
                        .serializationConfig()
                        .getDefaultPropertyInclusion()
                        .getValueInclusion())
                .isEqualTo(inclusion);
    }

    @ParameterizedTest
    @EnumSource(
            value = JsonInclude.Include.class,
            names = {"ALWAYS", "USE_DEFAULTS", "NON_NULL"})
    void absentValuesAreOmittedByDefault(JsonInclude.Include inclusion) {
        JsonMapper mapper = including(inclusion);
        JsonMapper structured = new JsonSchemas(mapper, true, List.of()).structuredMapper();

        assertThat(structured.writeValueAsString(new Perhaps(Optional.empty(), OptionalInt.empty())))
                .isEqualTo("{}");
        assertThat(structured.writeValueAsString(new Marked("a", null))).isEqualTo("{\"always\":\"a\"}");
    }

    @Test
    void propertiesThatMayBeOmittedAreNotRequired() {
        JsonSchemas schemas = new JsonSchemas(including(JsonInclude.Include.NON_EMPTY), true, List.of());

        assertThat(schema(Marked.class).has("required")).isTrue();
        assertThat(schemas.outputSchema(Marked.class, false).has("required")).isFalse();
    }

    @Test
    void propertiesThatMayBeOmittedAreNotRequiredByAConstraint() {
        assertThat(schema(Tags.class)).hasToString("""
                {"type":"object","properties":{"tags":{"type":"array","items":{"type":"string"}}}}""");
    }

    @Test
    void alternativesContainTheirTypeNamesAndEachOther() {
        assertThat(schema(Shape.class)).hasToString("""
                {"anyOf":[\
                {"type":"object","properties":{"kind":{"const":"dot"},"x":{"type":"integer"}},"required":["kind","x"]},\
                {"type":"object","properties":{"kind":{"const":"pair"},"left":{"$ref":"#"},"right":{"$ref":"#"}},"required":["kind"]}]}""");
    }

    @Test
    void aScalarWithATypeNameIsInAnArray() {
        assertThat(schema(Payment.class)).hasToString("""
                {"anyOf":[\
                {"type":"object","properties":{"kind":{"const":"card"},"number":{"type":"integer"}},"required":["kind","number"]},\
                {"type":"array","prefixItems":[{"const":"cash"},{"type":"string","enum":["EUR","USD"]}],"minItems":2,"maxItems":2,"items":{}}]}""");
        assertThat(SCHEMAS.writer(Payment.class, Cash.class).writeValueAsString(Cash.EUR))
                .isEqualTo("[\"cash\",\"EUR\"]");
    }

    @Test
    void anEnumWhoseConstantsHaveBodiesIsOneSubtype() {
        assertThat(schema(Discount.class)).hasToString("""
                {"anyOf":[{"type":"object","properties":{"value":{"type":"integer"}},"required":["value"]},\
                {"type":"string","enum":["NONE","ALL"]}]}""");
    }

    @Test
    void aSealedTypeWithoutTypeNamesIsOneOfItsSubtypes() {
        assertThat(schema(Untyped.class)).hasToString("""
                {"anyOf":[{"type":"object","properties":{"a":{"type":"integer"}},"required":["a"]},\
                {"type":"object","properties":{"b":{"type":"boolean"}},"required":["b"]}]}""");
        assertThat(SCHEMAS.writer(Untyped.class, Untyped1.class).writeValueAsString(new Untyped1(1)))
                .isEqualTo("{\"a\":1}");
    }

    @Test
    void elementsAreWrittenWithTheNamesOfTheirTypes() {
        Type type = new TypeReference<List<Shape>>() {}.getType();

        assertThat(SCHEMAS.writer(type, List.class).writeValueAsString(List.of(new Dot(1))))
                .isEqualTo("[{\"kind\":\"dot\",\"x\":1}]");
        Type page = new TypeReference<Page<Shape>>() {}.getType();
        assertThat(SCHEMAS.writer(page, Page.class).writeValueAsString(new Page<>(new Dot(1))))
                .isEqualTo("{\"items\":[{\"kind\":\"dot\",\"x\":1}]}");
    }

    @Test
    void aSubclassOfAGenericTypeIsWrittenCompletely() {
        Type page = new TypeReference<Page<Shape>>() {}.getType();

        assertThat(SCHEMAS.writer(page, CountedPage.class).writeValueAsString(new CountedPage<>(new Dot(1))))
                .contains("\"items\":[{\"kind\":\"dot\",\"x\":1}]", "\"total\":1");
    }

    @Test
    void elementsOfAGenericInterfaceAreWrittenWithTheNamesOfTheirTypes() {
        Type slice = new TypeReference<Slice<Shape>>() {}.getType();

        assertThat(SCHEMAS.writer(slice, ListSlice.class).writeValueAsString(new ListSlice<>(List.of(new Dot(1)))))
                .isEqualTo("{\"content\":[{\"kind\":\"dot\",\"x\":1}]}");
    }

    @Test
    void elementsHaveTheFormatOfTheirProperty() {
        assertThat(schema(Numbers.class).get("properties"))
                .hasToString("{\"list\":{\"type\":\"array\",\"items\":{\"type\":\"string\"}},"
                        + "\"map\":{\"type\":\"object\",\"additionalProperties\":{\"type\":\"string\"}}}");
    }

    @Test
    void aNullableResultAllowsNull() {
        assertThat(nullable(Untyped1.class))
                .hasToString(
                        "{\"anyOf\":[{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"integer\"}},\"required\":[\"a\"]},{\"type\":\"null\"}]}");
        assertThat(nullable(Untyped.class).get("anyOf")).hasSize(3);
        assertThat(nullable(Object.class)).hasToString("{}");
        assertThat(nullable(Kind.class))
                .hasToString("{\"anyOf\":[{\"type\":\"string\",\"enum\":[\"A\",\"B\"]},{\"type\":\"null\"}]}");
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(classes = {Sized.class, Mailed.class, Elements.class, Inside.class, BySwagger.class})
    void constraintsThatTheTypeDoesNotGuaranteeAreNotStated(Class<?> type) {
        assertThat(schema(type).toString())
                .doesNotContainPattern("\"(min|max|pattern|format|multipleOf|exclusive|uniqueItems)[A-Za-z]*\":");
    }

    @Test
    void aSerializerForKeysChoosesHowKeysAreWritten() {
        JsonMapper mapper = JsonMapper.builder()
                .addModule(new SimpleModule().addKeySerializer(File.class, new Name()))
                .build();
        JsonSchemas schemas = new JsonSchemas(mapper, true, List.of());

        assertThat(schemas.outputSchema(SIZES, false).path("type").stringValue())
                .isEqualTo("object");
        assertThat(schemas.structuredMapper().writeValueAsString(Map.of(new File("/etc/a"), 1)))
                .isEqualTo("{\"a\":1}");
    }

    @Test
    void aSerializerForValuesDoesNotChooseHowKeysAreWritten() {
        JsonMapper mapper = JsonMapper.builder()
                .addModule(new SimpleModule().addSerializer(File.class, new Name()))
                .build();
        JsonSchemas schemas = new JsonSchemas(mapper, true, List.of());

        assertThatExceptionOfType(DeclarationException.class).isThrownBy(() -> schemas.outputSchema(SIZES, false));
        assertThatExceptionOfType(RuntimeException.class)
                .isThrownBy(() -> schemas.structuredMapper().writeValueAsString(Map.of(new File("/etc/a"), 1)))
                .withMessageContaining("Type java.io.File cannot be written as JSON");
    }

    static class WithoutGetters {

        private final String number = "N17";

        String number() {
            return number;
        }
    }

    static class Inheriting extends WithoutGetters {}

    static class WithoutData {

        static final String CONSTANT = "a";
    }

    record Holder(WithoutGetters order) {}

    @Test
    void anObjectOfWhichJacksonFindsNothingIsRefused() {
        for (Class<?> type : List.of(WithoutGetters.class, Inheriting.class, Holder.class, ServerSentEvent.class)) {
            assertThatExceptionOfType(DeclarationException.class)
                    .isThrownBy(() -> schema(type))
                    .withMessageContaining("cannot be written as JSON: Jackson finds none of its properties");
        }
        JsonSchemas schemas = new JsonSchemas(JsonMapper.shared(), true, List.of());
        assertThatExceptionOfType(RuntimeException.class)
                .isThrownBy(() -> schemas.structuredMapper().writeValueAsString(List.of(new WithoutGetters())))
                .withMessageContaining("WithoutGetters cannot be written as JSON");
        JsonMapper ofFields = JsonMapper.builder()
                .changeDefaultVisibility(all -> all.withFieldVisibility(JsonAutoDetect.Visibility.ANY))
                .build();
        assertThat(new JsonSchemas(ofFields, true, List.of())
                        .outputSchema(WithoutGetters.class, false)
                        .at("/properties"))
                .hasToString("{\"number\":{\"type\":\"string\"}}");
    }

    @Test
    void anObjectWithoutDataIsEmpty() {
        assertThat(schema(WithoutData.class)).hasToString("{\"type\":\"object\"}");
        assertThat(JsonMapper.shared().writeValueAsString(new WithoutData())).isEqualTo("{}");
    }

    @Test
    void rawJsonMayBeAnything() {
        assertThat(schema(Raw.class)).hasToString("{\"type\":\"object\",\"properties\":{\"json\":{}}}");
        assertThat(schema(RawText.class)).hasToString("{}");
    }

    @Test
    void anObjectIsDescribedAsWhatItsConverterReturns() {
        assertThat(schema(Line.class).at("/properties"))
                .hasToString("{\"order\":{\"type\":\"array\",\"items\":{}},\"other\":{\"type\":\"object\","
                        + "\"properties\":{\"reference\":{\"type\":\"string\"}},\"required\":[\"reference\"]}}");
    }

    @Test
    void aModuleMayConvertAProperty() {
        JsonMapper mapper = JsonMapper.builder()
                .annotationIntrospector(new JacksonAnnotationIntrospector() {
                    @Override
                    public @Nullable Object findSerializationConverter(MapperConfig<?> config, Annotated annotated) {
                        return annotated instanceof AnnotatedMember && annotated.getRawType() == String.class
                                ? new ToMoment()
                                : null;
                    }
                })
                .build();

        assertThat(mapper.writeValueAsString(new Plain("a"))).isEqualTo("{\"text\":7}");
        assertThat(new JsonSchemas(mapper, true, List.of()).outputSchema(Plain.class, false))
                .hasToString("{\"type\":\"object\",\"properties\":{\"text\":{}}}");
    }

    @Test
    void aSerializerOfAPropertyMayWriteAnything() {
        assertThat(schema(OwnForm.class)).hasToString("{\"type\":\"object\",\"properties\":{\"kind\":{}}}");
    }

    @Test
    void aFormatIsStatedOnlyIfAllValuesHaveIt() {
        assertThat(schema(Formats.class).get("properties")).hasToString("""
                {"id":{"type":"string","format":"uuid"},\
                "instant":{"type":"string"},\
                "date":{"type":"string"},\
                "dateTime":{"type":"string"},\
                "uri":{"type":"string"},\
                "byId":{"type":"object","propertyNames":{"format":"uuid","pattern":"^[^A-Z]*$"},\
                "additionalProperties":{"type":"integer"}},\
                "byDate":{"type":"object","additionalProperties":{"type":"integer"}}}""");
    }

    @Test
    void descriptionsAreStated() {
        assertThat(schema(Remarked.class).at("/properties/a/description").asString())
                .isEqualTo("Some text");
    }

    @Test
    void aConstraintOfACustomizerIsStated() {
        McpSchemaCustomizer customizer = (schema, target) -> {
            if (target.name() != null) {
                schema.put("format", "hostname");
            }
        };

        assertThat(new JsonSchemas(JsonMapper.shared(), true, List.of(customizer))
                        .outputSchema(Mailed.class, false)
                        .toString())
                .contains("hostname");
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"type":"string"}                            | {"type":"object","properties":{"result":{"type":"string"}},"required":["result"]}
            {}                                           | {"type":"object","properties":{"result":{}},"required":["result"]}
            {"type":"array","items":{"$ref":"#"}}        | {"type":"object","properties":{"result":{"type":"array","items":{"$ref":"#/properties/result"}}},"required":["result"]}
            {"type":"array","items":{"$ref":"#/$defs/a"},"$defs":{"a":{"not":{"$ref":"#/$defs/a"}}}} | {"type":"object","properties":{"result":{"type":"array","items":{"$ref":"#/properties/result/$defs/a"},"$defs":{"a":{"not":{"$ref":"#/properties/result/$defs/a"}}}}},"required":["result"]}
            {"$schema":"https://json-schema.org/draft/2020-12/schema","items":{"$ref":"#whole"},"$defs":{"i":{"$anchor":"whole"}}} | {"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object","properties":{"result":{"items":{"$ref":"#whole"},"$defs":{"i":{"$anchor":"whole"}}}},"required":["result"]}
            {"$id":"urn:x","items":{"$ref":"#"}}         | {"type":"object","properties":{"result":{"$id":"urn:x","items":{"$ref":"#"}}},"required":["result"]}
            """)
    void wrapsASchemaAndMovesItsReferences(String schema, String wrapped) {
        JsonNode before = JsonMapper.shared().readTree(schema);
        JsonNode copy = before.deepCopy();

        assertThat(JsonSchemas.wrapped(before)).isEqualTo(JsonMapper.shared().readTree(wrapped));
        assertThat(before).isEqualTo(copy);
        ValidSchema.of(JsonSchemas.wrapped(before));
    }

    @Test
    void aWrappedRecursiveSchemaDescribesTheResult() {
        JsonSchema schema = ValidSchema.of(JsonSchemas.wrapped(nullable(Tree.class)));

        assertThat(schema.validate(
                        JsonMapper.shared().readTree("{\"result\":{\"name\":\"a\",\"kids\":[{\"name\":\"b\"}]}}")))
                .isEmpty();
        assertThat(schema.validate(
                        JsonMapper.shared().readTree("{\"result\":{\"name\":\"a\",\"kids\":[{\"name\":1}]}}")))
                .extracting(Problem::path)
                .containsExactly("result.kids[0].name");
    }

    @ParameterizedTest(name = "{0} {1}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"type":"object"}            | true
            {"type":["object"]}          | false
            {"type":["object","null"]}   | false
            {"type":"array"}             | false
            {"properties":{}}            | false
            {}                           | false
            """)
    void theRootOfAnObjectHasTheTypeObject(String schema, boolean object) {
        assertThat(JsonSchemas.isObjectRoot(JsonMapper.shared().readTree(schema)))
                .isEqualTo(object);
    }

    private static ObjectNode schema(Type type) {
        ObjectNode schema = SCHEMAS.outputSchema(type, false);
        ValidSchema.of(schema);
        return schema;
    }

    private static ObjectNode nullable(Type type) {
        ObjectNode schema = SCHEMAS.outputSchema(type, true);
        assertThat(ValidSchema.of(schema).validate(schema.nullNode())).isEmpty();
        return schema;
    }

    private static JsonMapper including(JsonInclude.Include inclusion) {
        return JsonMapper.builder()
                .changeDefaultPropertyInclusion(value -> value.withValueInclusion(inclusion))
                .build();
    }

    enum Kind {
        A,
        B
    }

    @NullUnmarked
    record Row(UUID id) {}

    @NullUnmarked
    record Report(
            String title,
            int count,
            Instant when,
            Optional<String> note,
            OptionalInt rank,
            List<Row> rows,
            Map<String, Integer> totals,
            boolean[] flags) {}

    static final class Computed {

        public int width;

        public int getArea() {
            return width;
        }
    }

    @NullUnmarked
    record Always(@JsonInclude(JsonInclude.Include.ALWAYS) String text, String other) {}

    record Perhaps(Optional<String> text, OptionalInt number) {}

    record Marked(String always, @Nullable String sometimes) {}

    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Omitted(String always) {}

    record Unwrapped(@JsonUnwrapped Marked inner) {}

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
    sealed interface Shape permits Dot, Pair {}

    @JsonTypeName("dot")
    record Dot(int x) implements Shape {}

    @NullUnmarked
    @JsonTypeName("pair")
    record Pair(Shape left, Shape right) implements Shape {}

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
    sealed interface Payment permits Card, Cash {}

    @JsonTypeName("card")
    record Card(int number) implements Payment {}

    @JsonTypeName("cash")
    enum Cash implements Payment {
        EUR,
        USD
    }

    sealed interface Discount permits Percent, Special {}

    record Percent(int value) implements Discount {}

    enum Special implements Discount {
        NONE {},
        ALL
    }

    sealed interface Untyped permits Untyped1, Untyped2 {}

    record Untyped1(int a) implements Untyped {}

    record Untyped2(boolean b) implements Untyped {}

    record Numbers(
            @JsonFormat(shape = JsonFormat.Shape.STRING) List<Long> list,
            @JsonFormat(shape = JsonFormat.Shape.STRING) Map<String, Long> map) {}

    interface Slice<T> {

        List<T> getContent();
    }

    record ListSlice<T>(List<T> content) implements Slice<T> {

        @Override
        public List<T> getContent() {
            return content;
        }
    }

    static final class CountedPage<T> extends Page<T> {

        public final int total = 1;

        CountedPage(T item) {
            super(item);
        }
    }

    static class Page<T> {

        public final List<T> items;

        Page(T item) {
            this.items = List.of(item);
        }
    }

    record Text(String text) {}

    record Lists(
            List<String> names,
            String[] array,
            Map<String, List<String>> values,
            List<@Nullable String> holed,
            @Nullable String[] holedArray,
            Map<String, List<@Nullable String>> deep,
            Optional<List<String>> perhaps,
            Text described) {}

    @NullUnmarked
    record Noted(
            @JsonInclude(JsonInclude.Include.ALWAYS) @Schema(description = "Some text")
            String text) {}

    @NullUnmarked
    record Tree(String name, List<Tree> kids) {}

    @NullUnmarked
    record Sized(@Size(min = 1) String a) {}

    @NullUnmarked
    record Mailed(@Email String a) {}

    @NullUnmarked
    record Elements(List<@Min(1) Integer> a) {}

    @NullUnmarked
    record Inside(List<Sized> a) {}

    @NullUnmarked
    record NotNulls(@NotNull String a) {}

    record Tags(
            @JsonInclude(JsonInclude.Include.NON_EMPTY) @NotNull
            List<String> tags) {}

    @NullUnmarked
    record BySwagger(@Schema(pattern = "x") String a) {}

    @NullUnmarked
    record Remarked(
            @Schema(description = "Some text", example = "x")
            String a) {}

    record Ratio(double value) {}

    @NullUnmarked
    record Numbered(Number value) {}

    @NullUnmarked
    record Raw(@JsonRawValue String json) {}

    @NullUnmarked
    record RawText(@JsonValue @JsonRawValue String json) {}

    @NullUnmarked
    record OwnForm(@JsonSerialize(using = Sevens.class) Kind kind) {}

    @NullUnmarked
    record OwnFormInside(List<OwnForm> forms) {}

    @NullUnmarked
    record Plain(String text) {}

    @NullUnmarked
    record Converted(
            @JsonSerialize(converter = ToMoment.class) String text) {}

    record Order(String id, int quantity) {}

    @NullUnmarked
    record Line(
            @JsonSerialize(converter = ToOrderNumbers.class) Order order,
            @JsonSerialize(converter = ToReference.class) Order other) {}

    record Reference(String reference) {}

    static final class ToReference extends StdConverter<Order, Reference> {

        @Override
        public Reference convert(Order order) {
            return new Reference(order.id());
        }
    }

    static final class ToOrderNumbers extends StdConverter<Order, List<Integer>> {

        @Override
        public List<Integer> convert(Order order) {
            return List.of(order.quantity());
        }
    }

    @JsonSerialize(using = Sevens.class)
    record Moment(String text) {}

    static final class ToMoment extends StdConverter<String, Moment> {

        @Override
        public Moment convert(String text) {
            return new Moment(text);
        }
    }

    @NullUnmarked
    record Texts(Text text) {}

    @NullUnmarked
    record Formats(
            UUID id,
            Instant instant,
            LocalDate date,
            OffsetDateTime dateTime,
            URI uri,
            Map<UUID, Integer> byId,
            Map<LocalDate, Integer> byDate) {}

    static class Seven<T> extends StdScalarSerializer<T> {

        Seven(Class<T> type) {
            super(type);
        }

        @Override
        public void serialize(T value, JsonGenerator generator, SerializationContext context) {
            generator.writeNumber(7);
        }
    }

    private static final Type SIZES = new TypeReference<Map<File, Long>>() {}.getType();

    static final class Name extends ValueSerializer<File> {

        @Override
        public void serialize(File file, JsonGenerator generator, SerializationContext context) {
            generator.writeName(file.getName());
        }
    }

    static final class Sevens extends Seven<Object> {

        Sevens() {
            super(Object.class);
        }
    }

    abstract static class Abstract {

        public int getA() {
            return 1;
        }
    }
}
