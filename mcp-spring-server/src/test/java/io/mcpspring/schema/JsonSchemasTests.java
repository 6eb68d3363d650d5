package io.mcpspring.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonTypeName;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.annotation.JsonValue;
import io.mcpspring.annotation.McpToolParam;
import io.mcpspring.validation.DeclarationException;
import io.mcpspring.validation.OtherForms;
import io.mcpspring.validation.ValidSchema;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.constraints.AssertTrue;
import jakarta.validation.constraints.DecimalMax;
import jakarta.validation.constraints.DecimalMin;
import jakarta.validation.constraints.Email;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Negative;
import jakarta.validation.constraints.NegativeOrZero;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Positive;
import jakarta.validation.constraints.PositiveOrZero;
import jakarta.validation.constraints.Size;
import java.io.InputStream;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TimeZone;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.NullUnmarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.annotation.JsonDeserialize;
import tools.jackson.databind.annotation.JsonPOJOBuilder;
import tools.jackson.databind.cfg.EnumFeature;
import tools.jackson.databind.deser.std.StdDeserializer;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

class JsonSchemasTests {

    private static final String INT = "{\"type\":\"integer\"}";

    @Test
    void aToolWithoutParametersTakesNothing() {
        assertThat(ToolMethod.of(Kinds.class, "none").schema())
                .hasToString("{\"type\":\"object\",\"additionalProperties\":false}");
        assertThat(ToolMethod.of(Kinds.class, "none").schema(new JsonSchemas(JsonMapper.shared(), false, List.of())))
                .hasToString("{\"type\":\"object\"}");
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            aByte          | {"type":"integer","minimum":-128,"maximum":127}
            aShort         | {"type":"integer"}
            anInt          | {"type":"integer"}
            anInteger      | {"type":"integer"}
            aLong          | {"type":"integer"}
            aFloat         | {"type":"number","minimum":-3.4028235E+38,"maximum":3.4028235E+38}
            aDouble        | {"type":"number"}
            aBoolean       | {"type":"boolean"}
            aChar          | {"type":"string","minLength":1,"maxLength":1}
            aString        | {"type":"string"}
            bigDecimal     | {"type":"number"}
            bigInteger     | {"type":"integer"}
            plainEnum      | {"type":"string","enum":["RED","GREEN"]}
            renamedEnum    | {"type":"string","enum":["RED","verde"]}
            valueEnum      | {"type":"integer","enum":[1,2]}
            uuid           | {"type":"string","format":"uuid"}
            uri            | {"type":"string","format":"uri-reference"}
            instant        | {"type":"string","format":"date-time"}
            offset         | {"type":"string","format":"date-time"}
            zoned          | {"type":"string","format":"date-time"}
            date           | {"type":"string","format":"date"}
            dateTime       | {"type":"string","examples":["2026-01-31T13:45:30"]}
            time           | {"type":"string","examples":["13:45:30"]}
            duration       | {"type":"string","examples":["PT1H30M"]}
            timestamp      | {"type":"string","format":"date-time"}
            sqlDate        | {"type":"string","format":"date"}
            bytes          | {"type":"string","contentEncoding":"base64"}
            json           | {}
            anything       | {}
            object         | {"type":"object"}
            strings        | {"type":"array","items":{"type":"string"}}
            colours        | {"type":"array","items":{"type":"string","enum":["RED","GREEN"]}}
            grid           | {"type":"array","items":{"type":"array","items":{"type":"boolean"}}}
            map            | {"type":"object","additionalProperties":{"type":"boolean"}}
            byColour       | {"type":"object","propertyNames":{"enum":["RED","verde"]},"additionalProperties":{"type":"string"}}
            nested         | {"type":"array","items":{"type":"object","additionalProperties":{"type":"object","properties":{"flag":{"type":"boolean"}},"required":["flag"],"additionalProperties":false}}}
            optional       | {"type":"string"}
            optionalInt    | {"type":"integer"}
            optionals      | {"type":"array","items":{"anyOf":[{"type":"string"},{"type":"null"}]}}
            value          | {"type":"string"}
            """)
    void everyKindOfParameterHasItsSchema(String parameter, String schema) {
        assertThat(OtherForms.published(ToolMethod.of(Kinds.class, "all").schema())
                        .get("properties")
                        .get(parameter))
                .hasToString(schema);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "objects",
                "raw",
                "rawSet",
                "array",
                "iterable",
                "tree",
                "children",
                "bean",
                "several",
                "nullable",
                "payment"
            })
    void everyArraySaysWhatItsItemsAre(String parameter) {
        JsonNode schema =
                ToolMethod.of(Kinds.class, "arrays").schema().get("properties").get(parameter);

        assertThat(arraysIn(schema)).isNotEmpty().allMatch(array -> array.has("items"));
    }

    private static List<JsonNode> arraysIn(JsonNode schema) {
        return Stream.concat(
                        schema.path("type").asString("").equals("array") ? Stream.of(schema) : Stream.of(),
                        schema.valueStream().flatMap(part -> arraysIn(part).stream()))
                .toList();
    }

    @Test
    void parametersAreRequiredUnlessTheyMayBeAbsent() {
        assertThat(ToolMethod.of(Kinds.class, "absent").schema().get("required"))
                .hasToString("[\"needed\",\"plain\"]");
    }

    @Test
    void defaultValuesAreShownAsJson() {
        JsonNode properties = ToolMethod.of(Kinds.class, "defaults").schema().get("properties");

        assertThat(properties.get("number").get("default")).hasToString("7");
        assertThat(properties.get("text").get("default")).hasToString("\"7\"");
        assertThat(properties.get("list").get("default")).hasToString("[1,2]");
        assertThat(properties.get("colour").get("default")).hasToString("\"verde\"");
        assertThat(properties.get("day").get("default")).hasToString("\"2026-01-31\"");
        assertThat(properties.get("any").get("default")).hasToString("\"some text\"");
        assertThat(properties.get("placeholder").get("default")).hasToString("\"km\"");
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            wrongDefaultType   | Parameter 'number': the default value 'many' must be a whole number, got string "many" | Give a default that fits the type
            wrongDefaultRange  | Parameter 'number': the default value '11' must be at most 10, got 11 | Give a default that fits the type
            wrongDefaultEnum   | Parameter 'colour': the default value 'BLUE' must be one of "RED", "GREEN", got "BLUE" | Give a default that fits the type
            limit              | Parameter 'number': the limit '1,5' in an annotation is not a number | Write it as
            decimalLimit       | Parameter 'price': property 'amount' of Price: the limit 'one' in an annotation is | Write
            stream             | Parameter 'in': type java.io.InputStream cannot be read from JSON: it is abstract and Jackson does not know which type to create | Use a type
            aClass             | Parameter 'type': type java.lang.Class cannot be an argument: the client could load any class | Use a String
            aZone              | Parameter 'zones': type java.util.TimeZone cannot be an argument: an unknown zone would be read as GMT | Use a java.time.ZoneId
            aThread            | Parameter 'thread': type java.lang.Thread cannot be read from JSON: Jackson has no deserializer for it | Use a type
            function           | Parameter 'function': type java.util.function.Function cannot be read from JSON: it is abstract | Use a type
            untyped            | Parameter 'shapes': type io.mcpspring.schema.JsonSchemasTests$Untyped cannot be read from JSON: it is abstract | Use a type
            inside             | Parameter 'holder': property 'in' of Holder: type java.io.InputStream cannot be read from JSON: it is abstract | Use a type
            uncreatable        | Parameter 'value': type io.mcpspring.schema.JsonSchemasTests$Uncreatable cannot be read from JSON: it has no constructor that Jackson can use | Use a type
            uncreatableSubtype | Parameter 'value': type io.mcpspring.schema.JsonSchemasTests$UncreatableVehicle cannot be read from JSON: it has no constructor that Jackson can use | Use a type
            """)
    void anUnsupportedParameterFailsWithReasonAndCure(String method, String reason, String cure) {
        assertThatExceptionOfType(DeclarationException.class)
                .isThrownBy(() -> ToolMethod.of(Broken.class, method).schema())
                .satisfies(ex -> assertThat(ex.reason()).startsWith(reason))
                .satisfies(ex -> assertThat(ex.cure()).startsWith(cure));
    }

    @Test
    void constraintsAreShown() {
        assertThat(ToolMethod.of(Kinds.class, "constraints").schema().get("properties"))
                .hasToString("""
                {"min":{"type":"integer","minimum":3},\
                "max":{"type":"integer","maximum":4},\
                "decimalMin":{"type":"number","minimum":0.5},\
                "decimalMax":{"type":"number","exclusiveMaximum":9.5},\
                "positive":{"type":"integer","minimum":1},\
                "positiveOrZero":{"type":"number","minimum":0},\
                "negative":{"type":"number","exclusiveMaximum":0},\
                "negativeOrZero":{"type":"integer","maximum":0},\
                "size":{"type":"string","minLength":2,"maxLength":5},\
                "sizes":{"type":"array","items":{"type":"string"},"minItems":1,"maxItems":2},\
                "entries":{"type":"object","additionalProperties":{"type":"string"},"maxProperties":2},\
                "pattern":{"type":"string","pattern":"^(?:[a-z]+|x)$"},\
                "anchored":{"type":"string","pattern":"^[a-z]+$"},\
                "javaOnly":{"type":"string","minLength":1,"pattern":"\\\\S"},\
                "email":{"type":"string","format":"email"},\
                "notBlank":{"type":"string","minLength":1,"pattern":"\\\\S"},\
                "both":{"type":"string","minLength":1,"pattern":"^(?:.x)$","allOf":[{"pattern":"\\\\S"}]},\
                "notEmpty":{"type":"array","items":{"type":"string"},"minItems":1},\
                "elements":{"type":"array","items":{"type":"string","maxLength":3}},\
                "values":{"type":"object","additionalProperties":{"type":"integer","minimum":1}},\
                "optional":{"type":"string","maxLength":3},\
                "texts":{"type":"array","items":{"type":"string"},"maxItems":2},\
                "some":{"type":"array","items":{"type":"string"},"maxItems":2},\
                "truth":{"type":"boolean","const":true},\
                "otherGroup":{"type":"string"},\
                "bytes":{"type":"string","contentEncoding":"base64"}}""");
    }

    @Test
    void constraintsOfAnInterfaceAreShown() {
        assertThat(ToolMethod.of(Service.class, "save").schema()).hasToString("""
                {"type":"object","properties":{\
                "name":{"type":"string","description":"Its name","maxLength":9},\
                "item":{"type":"object","properties":{"flag":{"type":"boolean"}},"required":["flag"],"additionalProperties":false},\
                "items":{"type":"array","items":{"type":"object","properties":{"flag":{"type":"boolean"}},"required":["flag"],"additionalProperties":false}}},\
                "required":["name","item","items"],"additionalProperties":false}""");
    }

    @Test
    void descriptionsComeFromSeveralAnnotations() {
        assertThat(ToolMethod.of(Kinds.class, "described").schema().get("properties"))
                .hasToString("""
                {"own":{"type":"string","description":"In km"},\
                "jackson":{"type":"string","description":"By Jackson"},\
                "swagger":{"type":"string","description":"By Swagger","examples":["ex"]},\
                "parameter":{"type":"boolean","description":"By parameter","examples":[true]},\
                "meta":{"type":"string","description":"By a composed annotation"},\
                "type":{"type":"object","description":"A thing","properties":{"name":{"type":"string","description":"Of a property"}},"required":["name"],"additionalProperties":false},\
                "named":{"type":"object","description":"This thing","properties":{"name":{"type":"string","description":"Of a property"}},"required":["name"],"additionalProperties":false}}""");
    }

    @Test
    void descriptionsOfConstructorParametersAndOfTypesWithABuilderAreShown() {
        JsonMapper mapper = NestedArguments.on(JsonMapper.shared(), text -> text);
        assertThat(ToolMethod.of(Kinds.class, "created")
                        .schema(new JsonSchemas(mapper, true, List.of()))
                        .get("properties"))
                .hasToString("""
                {"created":{"type":"object","properties":{"name":{"type":"string","description":"By a parameter"}},\
                "required":["name"],"additionalProperties":false},\
                "built":{"type":"object","properties":{\
                "name":{"anyOf":[{"type":"string"},{"type":"null"}],"description":"By Jackson"},\
                "size":{"type":"integer","description":"By Swagger"}},"additionalProperties":false}}""");
    }

    @Test
    void aTypeWithADeserializerOfItsOwnIsDescribedByItsAnnotation() {
        assertThat(ToolMethod.of(Kinds.class, "custom").schema().get("properties"))
                .hasToString("""
                {"money":{"type":"string","format":"money","pattern":"^[0-9]+ [A-Z]{3}$"},\
                "prices":{"type":"array","items":{"type":"string","format":"money","pattern":"^[0-9]+ [A-Z]{3}$"}},\
                "bill":{"type":"object","properties":{"total":{"type":"integer"},"currency":{"type":"string","enum":["EUR","USD"]}},\
                "required":["total","currency"],"additionalProperties":false},\
                "parameter":{"type":"string","pattern":"^x"},\
                "javaOnly":{"type":"string"},\
                "known":{"type":"object","properties":{"flag":{"type":"boolean"}},"required":["flag"],"additionalProperties":false}}""");
    }

    @Test
    void patternsAndFormatsOfTimesArePartOfTheirDocumentationOnly() {
        assertThat(ToolMethod.of(Kinds.class, "times").schema().get("properties"))
                .hasToString("""
                {"day":{"type":"string","format":"date"},\
                "at":{"type":"string","examples":["13:45:30"]},\
                "start":{"type":"string","examples":["2026-01-31T13:45:30"]},\
                "link":{"type":"string","format":"uri","pattern":"^https:"}}""");
    }

    @Test
    void onlyTypesOfJsonDescribeAValueWithADeserializerOfItsOwn() {
        assertThat(ToolMethod.of(Kinds.class, "types").schema().get("properties"))
                .hasToString("{\"upperCase\":{\"type\":\"string\"},\"list\":{},\"number\":{}}");
    }

    @Test
    void aTypeThatIsUsedTwiceIsRepeatedInline() {
        ObjectNode schema = ToolMethod.of(Kinds.class, "twice").schema();

        assertThat(schema.toString()).doesNotContain("$ref").doesNotContain("$defs");
        assertThat(schema.get("properties").get("to"))
                .isEqualTo(schema.get("properties").get("from"));
    }

    @Test
    void aRecursiveTypeIsDefinedAtTheRoot() {
        assertThat(ToolMethod.of(Kinds.class, "recursive").schema()).hasToString("""
                {"type":"object","properties":{"tree":{"$ref":"#/$defs/Tree"},"other":{"description":"The other","$ref":"#/$defs/Tree"}},\
                "required":["tree","other"],"additionalProperties":false,\
                "$defs":{"Tree":{"type":"object","properties":{"label":{"type":"string"},"children":{"type":"array","items":{"$ref":"#/$defs/Tree"}},\
                "parent":{"anyOf":[{"$ref":"#/$defs/Tree"},{"type":"null"}]}},"required":["label","children"],"additionalProperties":false}}}""");
    }

    @Test
    void typesThatReferToEachOtherAreDefinedOnce() {
        JsonNode definitions = ToolMethod.of(Kinds.class, "mutual").schema().get("$defs");

        assertThat(definitions.propertyNames()).containsExactlyInAnyOrder("Ping");
        assertThat(definitions
                        .get("Ping")
                        .at("/properties/pong/anyOf/0/properties/ping/anyOf/0/$ref")
                        .asString())
                .isEqualTo("#/$defs/Ping");
    }

    @Test
    void theSizeOfASchemaWithManyUsesOfManyTypesIsLimited() {
        assertThat(ToolMethod.of(Kinds.class, "explosive").schema().toString().length())
                .isLessThan(2_000_000);
    }

    @Test
    void propertiesMayHaveTheNamesOfKeywords() {
        assertThat(ToolMethod.of(Kinds.class, "keywords").schema().at("/properties/value/properties"))
                .hasToString(
                        "{\"properties\":{},\"required\":{\"type\":\"array\",\"items\":{\"type\":\"string\"}},\"anyOf\":{},\"$ref\":{\"type\":\"string\"}}");
    }

    @Test
    void recursiveListsAreSupported() {
        assertThat(ToolMethod.of(Kinds.class, "endless")
                        .schema()
                        .get("properties")
                        .get("list"))
                .isNotNull();
    }

    @Test
    void propertiesFollowNullnessAndConstraints() {
        assertThat(ToolMethod.of(Kinds.class, "nullness").schema().get("properties"))
                .hasToString("""
                {"marked":{"type":"object","properties":{"a":{"type":"string"},"b":{"anyOf":[{"type":"string"},{"type":"null"}]},"c":{"anyOf":[{"type":"string"},{"type":"null"}]},"d":%s},\
                "required":["a","d"],"additionalProperties":false},\
                "unmarked":{"type":"object","properties":{"a":{"anyOf":[{"type":"string"},{"type":"null"}]},"b":{"type":"string"},"c":{"type":"string"},\
                "d":{"type":"boolean"},"e":{"anyOf":[{"type":"string","enum":["RED","GREEN"]},{"type":"null"}]}},"required":["b","c","d"],"additionalProperties":false}}""".formatted(INT));
    }

    @Test
    void alternativesContainTheirTypeNames() {
        assertThat(ToolMethod.of(Kinds.class, "polymorphic")
                        .schema()
                        .get("properties")
                        .get("shape"))
                .hasToString("""
                {"anyOf":[\
                {"type":"object","properties":{"kind":{"const":"circle"},"radius":{"type":"number"}},"required":["kind","radius"],"additionalProperties":false},\
                {"type":"object","properties":{"kind":{"const":"square"},"side":{"type":"boolean"}},"required":["kind","side"],"additionalProperties":false}]}""");
        assertThat(ToolMethod.of(Kinds.class, "polymorphic")
                        .schema()
                        .get("properties")
                        .get("circle"))
                .hasToString("""
                {"type":"object","properties":{"kind":{"const":"circle"},"radius":{"type":"number"}},"required":["kind","radius"],"additionalProperties":false}""");
    }

    @Test
    void aScalarWithATypeNameIsInAnArray() {
        JsonNode payment = ToolMethod.of(Kinds.class, "bill").schema().at("/properties/payment");

        assertThat(payment.get("anyOf"))
                .map(JsonNode::toString)
                .containsExactlyInAnyOrder(
                        "{\"type\":\"object\",\"properties\":{\"kind\":{\"const\":\"card\"},\"number\":{\"type\":\"integer\"}},\"required\":[\"kind\",\"number\"],\"additionalProperties\":false}",
                        "{\"type\":\"array\",\"prefixItems\":[{\"const\":\"cash\"},{\"type\":\"string\",\"enum\":[\"EUR\",\"USD\"]}],\"minItems\":2,\"maxItems\":2,\"items\":{}}");
    }

    @Test
    void aTypeWithADelegatingCreatorHasTheSchemaOfTheDelegate() {
        assertThat(ToolMethod.of(Kinds.class, "standIns").schema().get("properties"))
                .hasToString("""
                {"only":{"type":"object","properties":{"kind":{"const":"only"},"flag":{"type":"boolean"}},"required":["kind","flag"],"additionalProperties":false},\
                "again":{"type":"object","description":"Again","properties":{"kind":{"const":"only"},"flag":{"type":"boolean"}},"required":["kind","flag"],"additionalProperties":false},\
                "tags":{"type":"array","items":{"type":"string"}},\
                "wrapper":{"type":"object","properties":{"flag":{"type":"boolean"}},"required":["flag"],"additionalProperties":false},\
                "wrappers":{"type":"array","items":{"type":"object","properties":{"flag":{"type":"boolean"}},"required":["flag"],"additionalProperties":false}}}""");
    }

    @Test
    void namesFollowTheMapper() {
        JsonMapper snake = JsonMapper.builder()
                .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
                .addMixIn(Thing.class, ThingMixIn.class)
                .build();

        assertThat(ToolMethod.of(Kinds.class, "names")
                        .schema(new JsonSchemas(snake, true, List.of()))
                        .get("properties"))
                .hasToString("""
                {"bean":{"type":"object","properties":{"first_name":{"type":"string"},"password":{"type":"string"},\
                "setter_only":{"type":"string","maxLength":4},"given":{"type":"string"}}},\
                "unwrapping":{"type":"object","properties":{"title":{"type":"string"},"x_flag":{"type":"boolean"}},"required":["title","x_flag"],"additionalProperties":false},\
                "thing":{"type":"object","description":"A thing","properties":{"label":{"type":"string","description":"Of the mix-in"}},"required":["label"],"additionalProperties":false},\
                "ordered":{"type":"object","properties":{"z":{"type":"boolean"},"a":{"type":"boolean"}},"required":["z","a"],"additionalProperties":false},\
                "formatted":{"type":"object","properties":{"day":{"type":"string","examples":["31.01.2026"]},"id":{"type":"string","pattern":"^(0|-?[1-9][0-9]*)$"}},"required":["day","id"],"additionalProperties":false}}""");
    }

    @Test
    void constantsHaveTheirNamesInJson() {
        JsonMapper writesLowerCase = JsonMapper.builder()
                .enable(EnumFeature.WRITE_ENUMS_TO_LOWERCASE)
                .build();
        JsonSchemas schemas = new JsonSchemas(writesLowerCase, true, List.of());

        assertThat(ToolMethod.of(Kinds.class, "all").schema(schemas).at("/properties/plainEnum/enum"))
                .hasToString("[\"RED\",\"GREEN\"]");
        assertThat(schemas.outputSchema(Colour.class, false).get("enum")).hasToString("[\"red\",\"green\"]");
    }

    @Test
    void theApplicationMayCustomizeSchemas() {
        McpSchemaCustomizer customizer = (schema, target) -> schema.put("description", "Custom " + target.name());
        JsonSchemas schemas = new JsonSchemas(JsonMapper.shared(), true, List.of(customizer));

        assertThat(ToolMethod.of(Kinds.class, "twice")
                        .schema(schemas)
                        .at("/properties/to/properties/flag/description")
                        .asString())
                .isEqualTo("Custom flag");
    }

    @Test
    void aCustomizerMayReplaceTheSchemaOfAType() {
        McpSchemaCustomizer customizer = (schema, target) -> {
            if (target.name() == null && target.type() == Coin.class) {
                schema.removeAll().put("type", "string").put("format", "money");
            }
        };
        ObjectNode schema = new JsonSchemas(JsonMapper.shared(), true, List.of(customizer)).inputSchema(Wallet.class);

        assertThat(schema.get("properties")).hasToString("""
                {"first":{"type":"string","format":"money"},\
                "second":{"anyOf":[{"type":"string","format":"money"},{"type":"null"}]},\
                "more":{"type":"array","items":{"$ref":"#/$defs/MoreCoins"}}}""");
        assertThat(schema.get("$defs"))
                .hasToString("{\"MoreCoins\":{\"type\":\"array\",\"items\":{\"$ref\":\"#/$defs/MoreCoins\"}}}");
    }

    @Test
    void customizersSeeTypesAndThenPlaces() {
        List<String> targets = new ArrayList<>();
        McpSchemaCustomizer customizer = (schema, target) ->
                targets.add(target.type().getSimpleName() + (target.name() == null ? "" : " " + target.name()));

        new JsonSchemas(JsonMapper.shared(), true, List.of(customizer)).inputSchema(Flagged.class);

        assertThat(targets).containsExactly("boolean", "boolean flag", "Flagged");
    }

    @Test
    void customizersTakePrecedenceOverAnnotations() {
        McpSchemaCustomizer customizer = (schema, target) -> {
            if (target.annotations().isPresent(Max.class)) {
                schema.put("description", "Custom").put("maximum", 10);
            }
        };
        JsonSchemas schemas = new JsonSchemas(JsonMapper.shared(), true, List.of(customizer));

        assertThat(schemas.inputSchema(Annotated.class).at("/properties/count"))
                .hasToString("{\"type\":\"integer\",\"description\":\"Custom\",\"maximum\":10,\"examples\":[7]}");
    }

    @Test
    void aTypeMayDescribeAllArguments() {
        JsonSchemas schemas = new JsonSchemas(JsonMapper.shared(), true, List.of());

        assertThat(schemas.inputSchema(Flagged.class))
                .hasToString(
                        "{\"type\":\"object\",\"properties\":{\"flag\":{\"type\":\"boolean\"}},\"required\":[\"flag\"],\"additionalProperties\":false}");
        assertThat(schemas.inputSchema(Shape.class).toString())
                .startsWith("{\"type\":\"object\",\"anyOf\":[")
                .endsWith(",\"additionalProperties\":false}]}");
        assertThat(schemas.inputSchema(Tree.class).toString())
                .contains("\"$ref\":\"#\"")
                .contains("\"additionalProperties\":false");
        assertThat(schemas.inputSchema(Map.class)).hasToString("{\"type\":\"object\",\"additionalProperties\":{}}");
    }

    @Test
    void aTypeMayTakeOtherMembers() {
        JsonSchemas schemas = new JsonSchemas(JsonMapper.shared(), true, List.of());

        assertThat(schemas.inputSchema(OthersBySetter.class))
                .hasToString("{\"type\":\"object\",\"additionalProperties\":{}}");
        assertThat(schemas.inputSchema(OthersAsTree.class))
                .hasToString("{\"type\":\"object\",\"additionalProperties\":{}}");
        assertThat(schemas.inputSchema(OthersOfRecord.class))
                .hasToString(
                        "{\"type\":\"object\",\"properties\":{\"name\":{\"type\":\"string\"}},\"required\":[\"name\"],\"additionalProperties\":{\"type\":\"array\",\"items\":{\"type\":\"string\"}}}");
    }

    @Test
    void everySchemaIsValid() {
        for (String method : List.of(
                "none",
                "all",
                "absent",
                "defaults",
                "constraints",
                "described",
                "recursive",
                "mutual",
                "polymorphic",
                "names")) {
            ValidSchema.of(ToolMethod.of(Kinds.class, method).schema());
        }
    }

    enum Colour {
        RED,
        GREEN
    }

    enum Renamed {
        RED,
        @JsonProperty("verde")
        GREEN
    }

    enum Numbered {
        ONE,
        TWO;

        @JsonValue
        int number() {
            return ordinal() + 1;
        }
    }

    record Flagged(boolean flag) {}

    record Name(@JsonValue String value) {}

    @JsonFormat(shape = JsonFormat.Shape.ARRAY)
    record Point(int x, int y) {}

    record Points(
            @JsonFormat(shape = JsonFormat.Shape.ARRAY) Flagged point, List<?> others) {}

    record Tree(String label, List<Tree> children, @Nullable Tree parent) {}

    static final class Other {

        record Tree(String text) {}
    }

    record Coin(int value) {}

    record Wallet(Coin first, @Nullable Coin second, List<MoreCoins> more) {}

    @SuppressWarnings("serial")
    static final class MoreCoins extends ArrayList<MoreCoins> {}

    record Ping(@Nullable Pong pong) {}

    record Pong(@Nullable Ping ping) {}

    @SuppressWarnings("serial")
    static final class Endless extends ArrayList<Endless> {}

    record Keywords(
            Object properties,
            List<String> required,
            Object anyOf,
            @JsonProperty("$ref") String ref) {}

    record E0(E1 a, E1 b, E1 c) {}

    record E1(E2 a, E2 b, E2 c) {}

    record E2(E3 a, E3 b, E3 c) {}

    record E3(E4 a, E4 b, E4 c) {}

    record E4(E5 a, E5 b, E5 c) {}

    record E5(E6 a, E6 b, E6 c) {}

    record E6(E7 a, E7 b, E7 c) {}

    record E7(E8 a, E8 b, E8 c) {}

    record E8(E9 a, E9 b, E9 c) {}

    record E9(boolean a, boolean b) {}

    record Marked(String a, @Nullable String b, Optional<String> c, int d) {}

    @NullUnmarked
    record Unmarked(
            String a,
            @NotNull String b,
            @JsonProperty(required = true) String c,
            boolean d,
            Colour e) {}

    @JsonClassDescription("A thing")
    record Thing(@JsonPropertyDescription("Of a property") String name) {}

    record ThingMixIn(
            @JsonProperty("label") @JsonPropertyDescription("Of the mix-in")
            String name) {}

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
    sealed interface Shape permits Circle, Square {}

    @JsonTypeName("circle")
    record Circle(double radius) implements Shape {}

    @JsonTypeName("square")
    record Square(boolean side) implements Shape {}

    static final class Created {

        private final String name;

        @JsonCreator
        Created(@JsonProperty("name") @Schema(description = "By a parameter") String name) {
            this.name = name;
        }

        public String getName() {
            return name;
        }
    }

    @JsonDeserialize(builder = Built.Builder.class)
    static final class Built {

        @JsonPropertyDescription("By Jackson")
        private final @Nullable String name;

        @Schema(description = "By Swagger")
        private final int size;

        private Built(Builder builder) {
            this.name = builder.name;
            this.size = builder.size;
        }

        public @Nullable String getName() {
            return name;
        }

        public int getSize() {
            return size;
        }

        @JsonPOJOBuilder(withPrefix = "")
        static final class Builder {

            private @Nullable String name;
            private int size;

            public Builder name(@Nullable String name) {
                this.name = name;
                return this;
            }

            public Builder size(int size) {
                this.size = size;
                return this;
            }

            public Built build() {
                return new Built(this);
            }
        }
    }

    @Schema(type = "string", format = "money", pattern = "^[0-9]+ [A-Z]{3}$")
    @JsonDeserialize(using = MoneyReader.class)
    record Money(long amount, String currency) {}

    @JsonDeserialize(using = PlainReader.class)
    record Plain(String text) {}

    record Bill(
            @Schema(type = "integer") @JsonDeserialize(using = MoneyReader.class)
            Money total,

            @Schema(
                    type = "string",
                    allowableValues = {"EUR", "USD"})
            Plain currency) {}

    static final class MoneyReader extends StdDeserializer<Money> {

        MoneyReader() {
            super(Money.class);
        }

        @Override
        public Money deserialize(JsonParser parser, DeserializationContext context) {
            throw new UnsupportedOperationException();
        }
    }

    static final class PlainReader extends StdDeserializer<Plain> {

        PlainReader() {
            super(Plain.class);
        }

        @Override
        public Plain deserialize(JsonParser parser, DeserializationContext context) {
            throw new UnsupportedOperationException();
        }
    }

    record Annotated(
            @Max(99) @Schema(description = "Annotated", example = "7")
            int count) {}

    static class OthersBySetter {

        @JsonAnySetter
        void set(String name, Object value) {}
    }

    @NullUnmarked
    static class OthersAsTree {

        @JsonAnySetter
        public JsonNode others;
    }

    record OthersOfRecord(String name, @JsonAnySetter Map<String, List<String>> others) {}

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
    sealed interface Payment permits Card, Cash {}

    @JsonTypeName("card")
    record Card(int number) implements Payment {}

    @JsonTypeName("cash")
    enum Cash implements Payment {
        EUR,
        USD
    }

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
    sealed interface Single permits Only {}

    @JsonTypeName("only")
    record Only(boolean flag) implements Single {}

    record Tags(@JsonValue List<String> tags) {

        @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
        Tags {}
    }

    record Wrapper(@JsonValue Flagged flagged) {

        @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
        Wrapper {}
    }

    sealed interface Untyped permits Untyped1 {}

    record Untyped1(int a) implements Untyped {}

    record Holder(InputStream in) {}

    static final class Uncreatable {

        private Uncreatable(int a, int b) {}
    }

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
    sealed interface Vehicle permits Bicycle, UncreatableVehicle {}

    record Bicycle(int size) implements Vehicle {}

    static final class UncreatableVehicle implements Vehicle {

        private UncreatableVehicle(int a, int b) {}
    }

    static final class Bean {

        public String firstName = "";

        @JsonProperty("given")
        public String other = "";

        @JsonIgnore
        public String hidden = "";

        @JsonProperty(access = JsonProperty.Access.READ_ONLY)
        public String id = "";

        @JsonProperty(access = JsonProperty.Access.WRITE_ONLY)
        public String password = "";

        public void setSetterOnly(@Size(max = 4) String value) {}
    }

    record Unwrapping(
            String title, @JsonUnwrapped(prefix = "x_") Flagged flagged) {}

    @JsonPropertyOrder({"z", "a"})
    record Ordered(boolean a, boolean z) {}

    record Formatted(
            @JsonFormat(pattern = "dd.MM.yyyy") LocalDate day,
            @JsonFormat(shape = JsonFormat.Shape.STRING) long id) {}

    interface OtherGroup {}

    @McpToolParam(description = "By a composed annotation")
    @Retention(RetentionPolicy.RUNTIME)
    @interface Composed {}

    interface Base<T> {

        void save(@McpToolParam(description = "Its name") @Size(max = 9) String name, T item, List<T> items);
    }

    static final class Service implements Base<Flagged> {

        @Override
        public void save(String name, Flagged item, List<Flagged> items) {}
    }

    static final class Kinds {

        void none() {}

        void all(
                byte aByte,
                short aShort,
                int anInt,
                Integer anInteger,
                long aLong,
                float aFloat,
                double aDouble,
                boolean aBoolean,
                char aChar,
                String aString,
                BigDecimal bigDecimal,
                BigInteger bigInteger,
                Colour plainEnum,
                Renamed renamedEnum,
                Numbered valueEnum,
                UUID uuid,
                URI uri,
                Instant instant,
                OffsetDateTime offset,
                ZonedDateTime zoned,
                LocalDate date,
                LocalDateTime dateTime,
                LocalTime time,
                Duration duration,
                java.sql.Timestamp timestamp,
                java.sql.Date sqlDate,
                byte[] bytes,
                JsonNode json,
                Object anything,
                ObjectNode object,
                List<String> strings,
                Set<Colour> colours,
                boolean[][] grid,
                Map<String, Boolean> map,
                Map<Renamed, String> byColour,
                List<Map<String, Flagged>> nested,
                Optional<String> optional,
                OptionalInt optionalInt,
                List<Optional<String>> optionals,
                Name value) {}

        @SuppressWarnings("rawtypes")
        void arrays(
                List<Object> objects,
                List raw,
                Set rawSet,
                Object[] array,
                Iterable<?> iterable,
                ArrayNode tree,
                Map<String, List<List<Object>>> children,
                Point bean,
                Points several,
                List<@Nullable Object> nullable,
                Payment payment) {}

        void absent(
                String needed,
                Optional<String> optional,
                OptionalInt number,
                @Nullable String nullable,
                @McpToolParam(required = false) String off,
                @McpToolParam(defaultValue = "x") String given,
                @McpToolParam(description = "d") int plain) {}

        void defaults(
                @McpToolParam(defaultValue = "7") int number,
                @McpToolParam(defaultValue = "7") String text,
                @McpToolParam(defaultValue = "[1,2]") List<Integer> list,
                @McpToolParam(defaultValue = "verde") Renamed colour,
                @McpToolParam(defaultValue = "2026-01-31") LocalDate day,
                @McpToolParam(defaultValue = "some text") Object any,
                @McpToolParam(defaultValue = "${unit}") String placeholder) {}

        void constraints(
                @Min(3) int min,
                @Max(4) long max,
                @DecimalMin("0.5") double decimalMin,
                @DecimalMax(value = "9.5", inclusive = false) BigDecimal decimalMax,
                @Positive int positive,
                @PositiveOrZero double positiveOrZero,
                @Negative double negative,
                @NegativeOrZero long negativeOrZero,
                @Size(min = 2, max = 5) String size,
                @Size(min = 1, max = 2) List<String> sizes,
                @Size(max = 2) Map<String, String> entries,
                @Pattern(regexp = "[a-z]+|x") String pattern,
                @Pattern(regexp = "^[a-z]+$") String anchored,
                @NotBlank @Pattern(regexp = "\\p{Alpha}+") String javaOnly,
                @Email String email,
                @NotBlank String notBlank,
                @NotBlank @Pattern(regexp = ".x") String both,
                @NotEmpty List<String> notEmpty,
                List<@Size(max = 3) String> elements,
                Map<String, @Min(1) Integer> values,
                Optional<@Size(max = 3) String> optional,
                @Size(max = 2) String[] texts,
                Optional<@Size(max = 2) List<String>> some,
                @AssertTrue boolean truth,
                @Size(max = 1, groups = OtherGroup.class) String otherGroup,
                @Size(max = 2) byte[] bytes) {}

        void described(
                @McpToolParam(description = "In ${unit}") String own,
                @JsonPropertyDescription("By Jackson") String jackson,
                @Schema(description = "By Swagger", example = "ex", defaultValue = "not applied") String swagger,
                @io.swagger.v3.oas.annotations.Parameter(description = "By parameter", example = "true")
                        boolean parameter,
                @Composed String meta,
                Thing type,
                @McpToolParam(description = "This thing") Thing named) {}

        void created(Created created, Built built) {}

        void custom(
                Money money,
                List<Money> prices,
                Bill bill,
                @Schema(type = "string", pattern = "^x") Plain parameter,
                @Schema(pattern = "(?i)[a-z]+") String javaOnly,
                @Schema(type = "string") Flagged known) {}

        void times(
                @Schema(type = "string", pattern = "yyyy-MM-dd") LocalDate day,
                @Schema(pattern = "HH:mm") LocalTime at,
                @Schema(type = "string", format = "date-time") LocalDateTime start,
                @Schema(format = "uri", pattern = "^https:") URI link) {}

        void types(
                @Schema(type = "String") Plain upperCase,
                @Schema(type = "List<String>") Plain list,
                @Schema(type = "Long") Plain number) {}

        void twice(Flagged from, Flagged to, Map<String, List<Flagged>> more) {}

        void recursive(Tree tree, @McpToolParam(description = "The other") Tree other) {}

        void mutual(Ping ping) {}

        void endless(Endless list) {}

        void explosive(E0 value) {}

        void keywords(Keywords value) {}

        void nullness(Marked marked, Unmarked unmarked) {}

        void polymorphic(Shape shape, Circle circle) {}

        void bill(Payment payment) {}

        void standIns(
                Single only,
                @McpToolParam(description = "Again") Single again,
                Tags tags,
                Wrapper wrapper,
                List<Wrapper> wrappers) {}

        void names(Bean bean, Unwrapping unwrapping, Thing thing, Ordered ordered, Formatted formatted) {}
    }

    static final class Broken {

        void wrongDefaultType(@McpToolParam(defaultValue = "many") int number) {}

        void wrongDefaultRange(@McpToolParam(defaultValue = "11") @Max(10) int number) {}

        void wrongDefaultEnum(@McpToolParam(defaultValue = "BLUE") Colour colour) {}

        void limit(@Schema(minimum = "1,5") int number) {}

        record Price(@DecimalMin("one") BigDecimal amount) {}

        void decimalLimit(Price price) {}

        void stream(InputStream in) {}

        void aClass(Class<?> type) {}

        void aZone(List<TimeZone> zones) {}

        void aThread(Thread thread) {}

        void function(Function<String, String> function) {}

        void untyped(List<Untyped> shapes) {}

        void inside(Holder holder) {}

        void uncreatable(Uncreatable value) {}

        void uncreatableSubtype(Vehicle value) {}
    }
}
