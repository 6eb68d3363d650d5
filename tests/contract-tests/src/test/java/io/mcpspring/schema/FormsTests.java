package io.mcpspring.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonTypeName;
import com.fasterxml.jackson.annotation.JsonValue;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.support.EveryRevision;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.constraints.DecimalMax;
import jakarta.validation.constraints.DecimalMin;
import jakarta.validation.constraints.Email;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Negative;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Positive;
import jakarta.validation.constraints.PositiveOrZero;
import jakarta.validation.constraints.Size;
import java.io.InputStream;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.NullUnmarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.cfg.EnumFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

class FormsTests {

    private static final Forms FORMS = new Forms(JsonMapper.shared(), List.of());

    private static final ProtocolVersion FIRST = ProtocolVersion.V2025_06_18;
    private static final ProtocolVersion LATEST = ProtocolVersion.V2026_07_28;

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            text        | {"type":"string"}
            sized       | {"type":"string","minLength":2,"maxLength":5}
            notBlank    | {"type":"string","minLength":1}
            matching    | {"type":"string"}
            mail        | {"type":"string","format":"email"}
            letter      | {"type":"string","minLength":1,"maxLength":1}
            uri         | {"type":"string","format":"uri"}
            date        | {"type":"string","format":"date"}
            instant     | {"type":"string","format":"date-time"}
            offset      | {"type":"string","format":"date-time"}
            time        | {"type":"string"}
            uuid        | {"type":"string"}
            allowed     | {"type":"string","enum":["S","M"]}
            anInt       | {"type":"integer"}
            limited     | {"type":"integer","minimum":1,"maximum":9}
            aLong       | {"type":"integer"}
            big         | {"type":"integer"}
            positive    | {"type":"integer","minimum":1}
            negative    | {"type":"integer","maximum":-1}
            between     | {"type":"integer","minimum":2,"maximum":4}
            least       | {"type":"integer","minimum":5}
            aboveLeast  | {"type":"integer","minimum":1}
            most        | {"type":"integer","maximum":-3}
            natural     | {"type":"integer","minimum":0}
            aDouble     | {"type":"number"}
            decimal     | {"type":"number","minimum":0.5,"maximum":2}
            open        | {"type":"number"}
            flag        | {"type":"boolean"}
            maybe       | {"type":"boolean"}
            colour      | {"type":"string","enum":["RED","verde"]}
            size        | {"type":"string","oneOf":[{"const":"S","title":"Small"},{"const":"M","title":"Medium"},{"const":"L","title":"L"}]}
            colours     | {"type":"array","minItems":1,"maxItems":2,"items":{"type":"string","enum":["RED","verde"]}}
            sizes       | {"type":"array","items":{"anyOf":[{"const":"S","title":"Small"},{"const":"M","title":"Medium"},{"const":"L","title":"L"}]}}
            notNone     | {"type":"array","minItems":1,"items":{"type":"string","enum":["RED","verde"]}}
            array       | {"type":"array","items":{"type":"string","enum":["RED","verde"]}}
            optional    | {"type":"string","oneOf":[{"const":"S","title":"Small"},{"const":"M","title":"Medium"},{"const":"L","title":"L"}]}
            optionalInt | {"type":"integer"}
            several     | {"type":"array","items":{"anyOf":[{"const":"S","title":"Small"},{"const":"M","title":"Medium"},{"const":"L","title":"L"}]}}
            """)
    void everyKindOfPropertyBecomesAField(String property, String field) {
        assertThat(field(Kinds.class, property, LATEST)).hasToString(field);
        assertThat(field(Kinds.class, property, ProtocolVersion.V2025_11_25)).hasToString(field);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            mail        | {"type":"string","format":"email"}
            limited     | {"type":"integer","minimum":1,"maximum":9}
            size        | {"type":"string","enum":["S","M"],"enumNames":["Small","Medium"]}
            colour      | {"type":"string","enum":["RED","GREEN"]}
            subscribed  | {"type":"boolean","default":true}
            copies      | {"type":"integer"}
            described   | {"type":"string","title":"A title","description":"A description"}
            """)
    void theFirstRevisionHasEnumNamesAndDefaultsOfBooleansOnly(String property, String field) {
        assertThat(field(Oldest.class, property, FIRST)).hasToString(field);
    }

    @EveryRevision(since = ProtocolVersion.V2025_06_18)
    void formsMatchThePublishedSchemas(ProtocolVersion version) {
        RequestedSchemas.check(version, FORMS.of(Oldest.class).schema(version));
        if (version != FIRST) {
            RequestedSchemas.check(version, FORMS.of(Kinds.class).schema(version));
            RequestedSchemas.check(version, FORMS.of(Defaults.class).schema(version));
            RequestedSchemas.check(version, FORMS.of(Described.class).schema(version));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"type\":\"string\",\"pattern\":\"a\"}",
                "{\"type\":\"object\"}",
                "{\"type\":\"number\",\"exclusiveMinimum\":1}",
                "{\"type\":\"array\",\"items\":{\"type\":\"string\"}}",
                "{\"type\":\"string\",\"format\":\"uuid\"}"
            })
    void thePublishedSchemasRefuseInvalidFields(String field) {
        JsonNode form = tree("{\"type\":\"object\",\"properties\":{\"a\":" + field + "}}");

        for (ProtocolVersion version : List.of(FIRST, ProtocolVersion.V2025_11_25, LATEST)) {
            assertThatExceptionOfType(AssertionError.class).isThrownBy(() -> RequestedSchemas.check(version, form));
        }
    }

    @Test
    void aFormIsAnObjectWithPropertiesAndRequiredOnes() {
        assertThat(FORMS.of(Small.class).schema(LATEST)).hasToString("""
                {"type":"object","properties":{"name":{"type":"string"},"age":{"type":"integer","minimum":0}},\
                "required":["name"]}""");
    }

    @Test
    void propertiesAreRequiredUnlessTheyMayBeAbsentOrHaveADefault() {
        assertThat(FORMS.of(Absent.class).schema(LATEST).get("required"))
                .hasToString("[\"needed\",\"number\",\"demanded\"]");
        assertThat(FORMS.of(Unmarked.class).schema(LATEST).get("required")).hasToString("[\"number\",\"demanded\"]");
        assertThat(FORMS.of(Bean.class).schema(LATEST)).hasToString("""
                {"type":"object","properties":{"city":{"type":"string"},"zip":{"type":"string"}},\
                "required":["zip"]}""");
    }

    @Test
    void aFormWithoutRequiredPropertiesDoesNotMentionThem() {
        assertThat(FORMS.of(Optionals.class).schema(LATEST).has("required")).isFalse();
    }

    @Test
    void titlesAndDescriptionsComeFromTheAnnotationsOfTheProperties() {
        assertThat(field(Described.class, "a", LATEST))
                .hasToString("{\"type\":\"string\",\"title\":\"Title\",\"description\":\"By Swagger\"}");
        assertThat(field(Described.class, "b", LATEST))
                .hasToString("{\"type\":\"string\",\"description\":\"By Jackson\"}");
        assertThat(field(Described.class, "c", LATEST)).hasToString("""
                {"type":"string","title":"Colour","description":"Which?","enum":["RED","verde"]}""");
    }

    @Test
    void titlesOfChoicesComeFromTheirConstants() {
        assertThat(field(Described.class, "d", LATEST).get("oneOf")).hasToString("""
                [{"const":"one","title":"The first"},{"const":"2","title":"By Jackson"},\
                {"const":"BOTH","title":"Swagger"}]""");
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            text     | "Paris"
            digits   | "75001"
            number   | 3
            decimal  | 0.25
            flag     | true
            date     | "2026-01-31"
            colour   | "verde"
            size     | "M"
            colours  | ["RED"]
            sizes    | ["S","M"]
            optional | 7
            """)
    void defaultsAreShownAsJson(String property, String value) {
        assertThat(field(Defaults.class, property, LATEST).get("default")).hasToString(value);
    }

    @Test
    void toolsDoNotShowDefaultsThatAreNotApplied() {
        ObjectNode schema = new JsonSchemas(JsonMapper.shared(), true, List.of()).inputSchema(Defaults.class);

        assertThat(schema.get("properties")).noneMatch(property -> property.has("default"));
    }

    @Test
    void namesFollowTheMapper() {
        JsonMapper snake = JsonMapper.builder()
                .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
                .enable(EnumFeature.WRITE_ENUMS_TO_LOWERCASE)
                .build();

        assertThat(new Forms(snake, List.of()).of(Named.class).schema(LATEST)).hasToString("""
                {"type":"object","properties":{"first_name":{"type":"string"},"given":{"type":"string"},\
                "shirt_size":{"type":"string","oneOf":[{"const":"S","title":"Small"},{"const":"M","title":"Medium"},\
                {"const":"L","title":"L"}]}},"required":["first_name","given","shirt_size"]}""");
    }

    @Test
    void customizersApply() {
        McpSchemaCustomizer customizer = (schema, target) -> {
            if (target.name() != null) {
                schema.put("title", target.name().toUpperCase());
            }
            if ("age".equals(target.name())) {
                schema.put("default", 18);
            }
        };

        ObjectNode form = new Forms(JsonMapper.shared(), List.of(customizer))
                .of(Small.class)
                .schema(LATEST);

        assertThat(form.get("properties").get("name")).hasToString("{\"type\":\"string\",\"title\":\"NAME\"}");
        assertThat(form.get("properties").get("age").get("default")).hasToString("18");
    }

    @Test
    void theSchemaOfATypeIsGeneratedOnce() {
        assertThat(FORMS.of(Small.class)).isSameAs(FORMS.of(Small.class));
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            Nested     | Property 'inner': it is neither one simple value nor a list. A form is flat: use text,
            Recursive  | Property 'next': it is neither one simple value nor a list. A form is flat: use text,
            Mapped     | Property 'map': it is neither one simple value nor a list. A form is flat: use text,
            Texts      | Property 'tags': it is a list, but not of constants. A form is flat: use text,
            Numbers    | Property 'numbers': it is a list, but not of constants. A form is flat: use text,
            Objects    | Property 'list': it is a list, but not of constants. A form is flat: use text,
            Anything   | Property 'any': it is neither one simple value nor a list. A form is flat: use text,
            Choice     | Property 'shape': it is neither one simple value nor a list. A form is flat: use text,
            Coded      | Property 'code': its constants must be text in JSON. Let Jackson write and read them as text.
            CodedList  | Property 'codes': it is a list, but not of constants. A form is flat: use text,
            Unreadable | Property 'in' of Unreadable: type java.io.InputStream cannot be read from JSON: it is abstract
            Empty      | It has no properties. Use a record or a bean with properties.
            NoNumber   | Property 'number': the default value 'many' must be a whole number, got string "many". Give a default that fits the type.
            NoWhole    | Property 'number': the default value '1.5' must be a whole number, got number 1.5. Give a default that fits the type.
            TooMuch    | Property 'number': the default value '12' must be at most 9, got 12. Give a default that fits the type.
            NoDate     | Property 'date': the default value 'today' must be a date such as 2026-01-31, got "today". Give a default
            NoConstant | Property 'size': the default value 'XL' must be one of "S", "M", "L", got "XL". Give a default
            NoList     | Property 'sizes': the default value '["XL"]' [0]: must be one of "S", "M", "L", got "XL". Give a default
            """)
    void anUnsupportedPropertyIsRefusedWithItsNameAndTheCure(String type, String text) throws ClassNotFoundException {
        Class<?> refused = Class.forName(FormsTests.class.getName() + "$" + type);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> FORMS.of(refused))
                .withMessageStartingWith(refused.getName() + " cannot be a form. " + text);
    }

    @ParameterizedTest
    @ValueSource(
            classes = {
                String.class,
                int.class,
                List.class,
                Colour.class,
                Shape.class,
                JsonNode.class,
                Object.class,
                String[].class
            })
    void aTypeThatIsNotAnObjectIsRefused(Class<?> type) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> FORMS.of(type))
                .withMessage(
                        type.getName() + " cannot be a form. It must be an object in JSON. Use a record or a bean.");
    }

    @Test
    void aMapIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> FORMS.of(Map.class))
                .withMessage("java.util.Map cannot be a form. It has no properties."
                        + " Use a record or a bean with properties.");
    }

    @Test
    void aTypeThatJacksonCannotReadIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> FORMS.of(Runnable.class))
                .withMessageStartingWith("java.lang.Runnable cannot be a form. Type java.lang.Runnable cannot be read");
    }

    @Test
    void theFirstRevisionDoesNotSupportMultipleChoice() {
        Form<Several> form = FORMS.of(Several.class);

        assertThat(form.schema(ProtocolVersion.V2025_11_25)
                        .at("/properties/sizes/type")
                        .asString())
                .isEqualTo("array");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> form.schema(FIRST))
                .withMessage("The revision has no multiple choice");
    }

    @EveryRevision
    void aHandWrittenFormIsSentUnchanged(ProtocolVersion version) {
        JsonNode written = tree("""
                {"$schema":"http://json-schema.org/draft-07/schema#","type":"object","title":"Mine","properties":{
                 "size":{"type":"string","oneOf":[{"const":"S","title":"Small"}],"default":"S"},
                 "tags":{"type":"array","items":{"enum":["a"]}}}}""");

        assertThat(Form.written(written).schema(version)).hasToString(written.toString());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "true",
                "[]",
                "null",
                "{}",
                "{\"type\":\"array\"}",
                "{\"type\":\"object\"}",
                "{\"type\":\"object\",\"properties\":[]}",
                "{\"type\":[\"object\",\"null\"],\"properties\":{}}"
            })
    void aHandWrittenFormMustBeAnObjectWithProperties(String schema) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Form.written(tree(schema)))
                .withMessage("The schema of a form must have \"type\": \"object\" and \"properties\" at its root");
    }

    @Test
    void aHandWrittenFormMustBeAValidSchema() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Form.written(tree("""
                        {"type":"object","properties":{"a":{"type":"text"}}}""")))
                .withMessageStartingWith("The schema is not valid: at /properties/a/type:")
                .withMessageEndingWith("Correct the schema.");
        assertThatCode(() -> Form.written(tree("{\"type\":\"object\",\"properties\":{}}")))
                .doesNotThrowAnyException();
    }

    private static JsonNode field(Class<?> type, String property, ProtocolVersion version) {
        return FORMS.of(type).schema(version).get("properties").get(property);
    }

    private static JsonNode tree(String json) {
        return JsonMapper.shared().readTree(json);
    }

    enum Colour {
        RED,
        @JsonProperty("verde")
        GREEN
    }

    enum Plain {
        RED,
        GREEN
    }

    enum ShirtSize {
        @Schema(title = "Small")
        S,
        @JsonPropertyDescription("Medium")
        M,
        L
    }

    enum TwoSizes {
        @Schema(title = "Small")
        S,
        @Schema(title = "Medium")
        M
    }

    enum Titled {
        @JsonProperty("one")
        @Schema(title = "The first")
        ONE,
        @JsonProperty("2")
        @Schema(description = "No title")
        @JsonPropertyDescription("By Jackson")
        TWO,
        @Schema(title = "Swagger")
        @JsonPropertyDescription("By Jackson")
        BOTH
    }

    enum Code {
        ONE;

        @JsonValue
        int code() {
            return 1;
        }
    }

    record Kinds(
            String text,
            @Size(min = 2, max = 5) String sized,
            @NotBlank String notBlank,
            @Pattern(regexp = "[a-z]+") String matching,
            @Email String mail,
            char letter,
            URI uri,
            LocalDate date,
            Instant instant,
            OffsetDateTime offset,
            LocalTime time,
            UUID uuid,
            @Schema(allowableValues = {"S", "M"}) String allowed,
            int anInt,
            @Min(1) @Max(9) Integer limited,
            long aLong,
            BigInteger big,
            @Positive long positive,
            @Negative long negative,

            @DecimalMin(value = "1.5", inclusive = false) @DecimalMax(value = "5", inclusive = false)
            long between,

            @Min(5) @Positive long least,
            @Min(-5) @Positive long aboveLeast,
            @Max(-3) @Negative long most,
            @PositiveOrZero long natural,
            double aDouble,
            @DecimalMin("0.5") @DecimalMax("2") BigDecimal decimal,
            @Positive double open,
            boolean flag,
            Boolean maybe,
            Colour colour,
            ShirtSize size,
            @Size(min = 1, max = 2) List<Colour> colours,
            Set<ShirtSize> sizes,
            @NotEmpty Set<Colour> notNone,
            Colour[] array,
            Optional<ShirtSize> optional,
            OptionalInt optionalInt,
            Optional<List<ShirtSize>> several) {}

    record Oldest(
            @Email String mail,
            @Min(1) @Max(9) int limited,
            @Schema(defaultValue = "M") TwoSizes size,
            @JsonProperty(defaultValue = "RED") Plain colour,
            @JsonProperty(defaultValue = "true") boolean subscribed,
            @JsonProperty(defaultValue = "2") int copies,

            @Schema(title = "A title", description = "A description", defaultValue = "x")
            String described) {}

    record Small(String name, @PositiveOrZero @Nullable Long age) {}

    record Absent(
            String needed,
            int number,
            @Nullable String nullable,
            Optional<String> optional,
            @JsonProperty(defaultValue = "x") String withDefault,
            @NotNull @Nullable String demanded) {}

    @NullUnmarked
    record Unmarked(String text, int number, @NotNull String demanded) {}

    record Optionals(@Nullable String a, Optional<Colour> b) {}

    @NullUnmarked
    static class Bean {

        private String city;
        private String zip;

        public String getCity() {
            return city;
        }

        public void setCity(String city) {
            this.city = city;
        }

        @NotNull
        public String getZip() {
            return zip;
        }

        public void setZip(String zip) {
            this.zip = zip;
        }
    }

    record Described(
            @Schema(title = "Title", description = "By Swagger")
            String a,

            @JsonPropertyDescription("By Jackson") String b,

            @Schema(title = "Colour", description = "Which?")
            Colour c,

            Titled d) {}

    record Defaults(
            @JsonProperty(defaultValue = "Paris") String text,
            @Schema(defaultValue = "75001") String digits,
            @JsonProperty(defaultValue = "3") int number,
            @Schema(defaultValue = "0.25") double decimal,
            @JsonProperty(defaultValue = "true") boolean flag,
            @JsonProperty(defaultValue = "2026-01-31") LocalDate date,
            @Schema(defaultValue = "verde") Colour colour,
            @JsonProperty(defaultValue = "M") ShirtSize size,
            @JsonProperty(defaultValue = "[\"RED\"]") List<Colour> colours,
            @Schema(defaultValue = "[\"S\",\"M\"]") Set<ShirtSize> sizes,
            @JsonProperty(defaultValue = "7") Optional<Integer> optional) {}

    record Named(String firstName, @JsonProperty("given") String other, ShirtSize shirtSize) {}

    record Several(Set<ShirtSize> sizes) {}

    record Nested(String text, Small inner) {}

    record Recursive(@Nullable Recursive next) {}

    record Mapped(Map<String, String> map) {}

    record Texts(List<String> tags) {}

    record Numbers(int[] numbers) {}

    record Objects(List<Small> list) {}

    record Anything(Object any) {}

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME)
    sealed interface Shape permits Dot, Line {}

    @JsonTypeName("dot")
    record Dot(int x) implements Shape {}

    @JsonTypeName("line")
    record Line(int from, int to) implements Shape {}

    record Choice(Shape shape) {}

    record Coded(Code code) {}

    record CodedList(List<Code> codes) {}

    record Unreadable(InputStream in) {}

    record Empty() {}

    record NoNumber(@JsonProperty(defaultValue = "many") int number) {}

    record NoWhole(@JsonProperty(defaultValue = "1.5") int number) {}

    record TooMuch(
            @Max(9) @JsonProperty(defaultValue = "12") int number) {}

    record NoDate(@JsonProperty(defaultValue = "today") LocalDate date) {}

    record NoConstant(@JsonProperty(defaultValue = "XL") ShirtSize size) {}

    record NoList(@JsonProperty(defaultValue = "[\"XL\"]") List<ShirtSize> sizes) {}
}
