package io.mcpspring.validation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class JsonSchemaTests {

    private static final JsonMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(100_000)
                            .build())
                    .build())
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();

    private static final String LONG = "x".repeat(300);

    @ParameterizedTest(name = "{0} of {1}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"type":"string"}                       | 5                | must be a string, got number 5
            {"type":"string"}                       | null             | must be a string, got null
            {"type":"string"}                       | [1]              | must be a string, got an array
            {"type":"integer"}                      | 1.5              | must be a whole number, got number 1.5
            {"type":"integer"}                      | "1"              | must be a whole number, got string "1"
            {"type":"number"}                       | {}               | must be a number, got an object
            {"type":"boolean"}                      | "true"           | must be true or false, got string "true"
            {"type":"object"}                       | true             | must be an object, got true
            {"type":["string","null"]}              | 1                | must be a string or null, got number 1
            {"enum":["C","F"]}                      | "K"              | must be one of "C", "F", got "K"
            {"enum":[1,null]}                       | 2                | must be one of 1, null, got 2
            {"const":"x"}                           | "y"              | must be "x", got "y"
            {"minimum":1}                           | 0                | must be at least 1, got 0
            {"maximum":10}                          | 12               | must be at most 10, got 12
            {"maximum":10}                          | 10.0000000000000000000001 | must be at most 10, got 10.0000000000000000000001
            {"exclusiveMinimum":0}                  | 0                | must be greater than 0, got 0
            {"exclusiveMaximum":0.5}                | 1                | must be less than 0.5, got 1
            {"multipleOf":5}                        | 7                | must be a multiple of 5, got 7
            {"minLength":1}                         | ""               | must have at least 1 character, got 0
            {"minLength":3}                         | "ab"             | must have at least 3 characters, got 2
            {"maxLength":2}                         | "abc"            | must have at most 2 characters, got 3
            {"minItems":1}                          | []               | must have at least 1 item, got 0
            {"maxItems":1}                          | [1,2]            | must have at most 1 item, got 2
            {"minProperties":2}                     | {"a":1}          | must have at least 2 members, got 1
            {"maxProperties":0}                     | {"a":1}          | must have at most 0 members, got 1
            {"uniqueItems":true}                    | [1,1]            | must not contain the same item twice
            {"pattern":"^[a-z]+$"}                  | "A"              | must match the pattern ^[a-z]+$, got "A"
            {"pattern":"\\\\S"}                     | " "              | must not be blank
            {"format":"date"}                       | "31.1.2026"      | must be a date such as 2026-01-31, got "31.1.2026"
            {"format":"date-time"}                  | "2026-01-31T10:00:00" | must be a date and time with offset such as 2026-01-31T13:45:00Z, got "2026-01-31T10:00:00"
            {"format":"email"}                      | "me"             | must be an e-mail address, got "me"
            {"format":"uuid"}                       | "1"              | must be a UUID such as 2fd4e1c6-7a2d-48fc-ad84-9c1bcefd3eb1, got "1"
            {"format":"uri-reference"}              | "a b"            | must be a URI, got "a b"
            {"format":"ipv4"}                       | "1"              | must be in the format ipv4, got "1"
            {"not":{"type":"string"}}               | "x"              | must not be valid to the schema {"type":"string"}
            false                                   | 1                | is not allowed
            """)
    void reportsTheExpectedAndTheGivenValue(String schema, String value, String text) {
        assertThat(problems(schema, value)).containsExactly(text);
    }

    @ParameterizedTest(name = "{0} of {1}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"properties":{"days":{"maximum":10}}}                                 | {"days":12}           | days: must be at most 10, got 12
            {"properties":{"a":{"properties":{"zip":{}},"required":["zip"]}}}      | {"a":{}}              | a.zip: is required
            {"required":["name"]}                                                  | {}                    | name: is required
            {"properties":{"o":{"properties":{"items":{"items":{"properties":{"n":{"minimum":1}}}}}}}} | {"o":{"items":[{"n":1},{"n":2},{"n":0}]}} | o.items[2].n: must be at least 1, got 0
            {"additionalProperties":{"type":"string"}}                             | {"a b.c":1}           | ["a b.c"]: must be a string, got number 1
            {"properties":{"über":{"type":"string"}}}                              | {"über":1}            | über: must be a string, got number 1
            {"properties":{"a":{},"b":{}},"additionalProperties":false}            | {"foo":1}             | foo: is not a known argument; known are "a", "b"
            {"additionalProperties":false}                                         | {"foo":1}             | foo: is not a known argument; there are none
            {"properties":{"x":{"properties":{"a":{}},"additionalProperties":false}}} | {"x":{"b":1}}      | x.b: is not a known property; known are "a"
            {"properties":{"x":{"$ref":"#/$defs/X"}},"$defs":{"X":{"properties":{"a":{}},"additionalProperties":false}}} | {"x":{"b":1}} | x.b: is not a known property; known are "a"
            {"properties":{"m":{"propertyNames":{"enum":["A","B"]}}}}              | {"m":{"C":1}}         | m: has a member whose name must be one of "A", "B", got "C"
            {"prefixItems":[{"type":"string"}]}                                    | [1]                   | [0]: must be a string, got number 1
            """)
    void reportsThePath(String schema, String value, String text) {
        assertThat(problems(schema, value)).containsExactly(text);
    }

    @ParameterizedTest(name = "{0} of {1}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"anyOf":[{"type":"integer","minimum":3},{"type":"null"}]}            | 1                          | must be at least 3, got 1
            {"anyOf":[{"type":"integer"},{"type":"null"}]}                        | "x"                        | must be a whole number or null, got string "x"
            {"anyOf":[{"type":"string"},{"type":"array","items":{"type":"string"}}]} | [1]                     | [0]: must be a string, got number 1
            {"items":{"anyOf":[{"type":"integer","minimum":3},{"type":"null"}]}}  | [1,null,4,2]               | [0]: must be at least 3, got 1;[3]: must be at least 3, got 2
            {"oneOf":[{"type":"integer"},{"type":"number"}]}                      | 3                          | must fit exactly one of the allowed forms, but fits several
            {"oneOf":[{"type":"integer"},{"type":"string"}]}                      | true                       | must be a whole number or a string, got true
            {"anyOf":[{"minimum":5},{"maximum":3,"multipleOf":2}]}                | 4                          | fits none of the allowed forms; for the closest one: must be at least 5, got 4
            """)
    void reportsTheAlternativeOfTheSameType(String schema, String value, String text) {
        assertThat(problems(schema, value)).containsExactly(text.split(";(?=\\[)"));
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"pet":{"kind":"dog","age":"1"}}                              | pet.age: must be a whole number, got string "1"
            {"pet":{"kind":"cat"}}                                        | pet.name: is required
            {"pet":{"kind":"kitty","age":1}}                              | pet.name: is required
            {"pet":{"kind":"cow"}}                                        | pet.kind: must be one of "dog", "cat", "kitty", "pack", got "cow"
            {"pet":{"kind":"cow","name":"Berta"}}                         | pet.kind: must be one of "dog", "cat", "kitty", "pack", got "cow"
            {"pet":{"age":1}}                                             | pet.kind: is required; must be one of "dog", "cat", "kitty", "pack"
            {"pet":"dog"}                                                 | pet: must be an object, got string "dog"
            {"pet":{"kind":"pack","of":[{"kind":"dog","age":1},{"kind":"dog","age":1.5}]}}  | pet.of[1].age: must be a whole number, got number 1.5
            {"pet":{"kind":"pack","of":[{"kind":"pack","of":[{"kind":"x"}]}]}} | pet.of[0].of[0].kind: must be one of "dog", "cat", "kitty", "pack", got "x"
            """)
    void reportsTheAlternativeThatTheDiscriminatorNames(String value, String text) {
        String schema = """
                {"properties":{"pet":{"$ref":"#/$defs/Pet"}},"$defs":{"Pet":{"anyOf":[
                 {"type":"object","properties":{"kind":{"const":"dog"},"age":{"type":"integer"}},"required":["kind","age"]},
                 {"$ref":"#/$defs/Cat"},
                 {"type":"object","properties":{"kind":{"const":"pack"},"of":{"type":"array","items":{"$ref":"#/$defs/Pet"}}},"required":["kind"]}]},
                 "Cat":{"type":"object","properties":{"kind":{"enum":["cat","kitty"]},"name":{"type":"string"}},"required":["kind","name"]}}}
                """;

        assertThat(problems(schema, value)).containsExactly(text);
    }

    /** The first member refers into the second one, which refers to itself. */
    @Test
    void aSchemaThatIsReferredToBeforeItIsReadIsChecked() {
        String schema = """
                {"type":"object","properties":{"a":{"$ref":"#/properties/b/items"},
                 "b":{"type":"array","items":{"type":"object","properties":{"children":{"$ref":"#/properties/b"}}}}}}""";

        assertThat(problems(schema, "{\"b\":[5]}")).containsExactly("b[0]: must be an object, got number 5");
        assertThat(problems(schema, "{\"a\":{\"children\":[{\"children\":5}]}}"))
                .containsExactly("a.children[0].children: must be an array, got number 5");
    }

    /** Trying each alternative at each level would take exponential time. */
    @Test
    void alternativesWithoutARequiredMemberAreNotTried() {
        String schema = """
                {"$ref":"#/$defs/N","$defs":{"N":{"anyOf":[
                 {"type":"object","properties":{"x":{"type":"integer"},"c":{"$ref":"#/$defs/N"}},"required":["x"]},
                 {"type":"object","properties":{"y":{"type":"integer"},"c":{"$ref":"#/$defs/N"}},"required":["y"]}]}}}""";
        String value = "{\"y\":1,\"c\":".repeat(60) + "{\"y\":1}" + "}".repeat(60);

        assertThat(problems(schema, value)).isEmpty();
    }

    @Test
    void namesTheTypesInsideNestedChoices() {
        String schema = """
                {"anyOf":[{"$ref":"#/$defs/S"},{"type":"null"}],"$defs":{"S":{"anyOf":[
                 {"type":"object","required":["a"]},{"type":"array"}]}}}""";

        assertThat(problems(schema, "5")).containsExactly("must be an object or an array or null, got number 5");
    }

    @Test
    void reportsAllProblemsAtOnce() {
        assertThat(problems("""
                {"type":"object","properties":{"days":{"type":"integer","maximum":10},"unit":{"enum":["C","F"]}},
                 "required":["city"],"additionalProperties":false}
                """, "{\"days\":12,\"unit\":\"K\",\"foo\":1}"))
                .containsExactlyInAnyOrder(
                        "days: must be at most 10, got 12",
                        "unit: must be one of \"C\", \"F\", got \"K\"",
                        "city: is required",
                        "foo: is not a known argument; known are \"days\", \"unit\"");
    }

    @Test
    void reportsNoMoreThanTwentyProblems() {
        String array = IntStream.range(0, 50).mapToObj(i -> "\"x\"").collect(Collectors.joining(",", "[", "]"));

        List<String> problems = problems("{\"items\":{\"type\":\"integer\"}}", array);

        assertThat(problems).hasSize(20).last().isEqualTo("there are more problems");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"enum\":[\"C\"]}",
                "{\"type\":\"integer\"}",
                "{\"format\":\"date\"}",
                "{\"pattern\":\"^y$\"}",
                "{\"const\":1}"
            })
    void neverRepeatsLongValues(String schema) {
        assertThat(problems(schema, "\"" + LONG + "\"")).singleElement().satisfies(text -> {
            assertThat(text).contains("\"xxx").endsWith("...\"");
            assertThat(text.length()).isLessThan(150);
        });
    }

    @Test
    void neverRepeatsLongNames() {
        assertThat(problems("{\"additionalProperties\":false}", "{\"" + LONG + "\":1}"))
                .singleElement()
                .satisfies(text -> assertThat(text.length()).isLessThan(150));
    }

    @Test
    void reportsInEnglishInEveryLocale() {
        Locale before = Locale.getDefault();
        Locale.setDefault(Locale.GERMANY);
        try {
            assertThat(problems("{\"contains\":{\"const\":1}}", "[2]"))
                    .singleElement()
                    .asString()
                    .contains("must contain");
            assertThat(problems("{\"maximum\":1234.5}", "5000.25"))
                    .containsExactly("must be at most 1234.5, got 5000.25");
        } finally {
            Locale.setDefault(before);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"type":"integer"}              | 1.0
            {"type":"integer"}              | 1e2
            {"type":"integer"}              | 123456789012345678901234567890
            {"maximum":9007199254740993}    | 9007199254740993
            {"pattern":"^a$"}               | "a"
            {"minLength":1,"maxLength":1}   | "\uD83D\uDE00"
            true                            | 1
            {}                              | null
            """)
    void acceptsValidValues(String schema, String value) {
        assertThat(problems(schema, value)).isEmpty();
    }

    @Test
    void matchesPatternsUpToTheEndOfTheText() {
        assertThat(problems("{\"pattern\":\"^a$\"}", "\"a\\n\"")).hasSize(1);
        assertThat(problems("{\"pattern\":\"^a$|^b$\"}", "\"a\\n\"")).hasSize(1);
    }

    @Test
    void aPatternThatCannotBeCompiledIsNamed() {
        assertThatExceptionOfType(DeclarationException.class)
                .isThrownBy(() -> JsonSchema.of(tree("{\"type\": \"string\", \"pattern\": \"[a-\"}")))
                .withMessage("The pattern '[a-' is not a regular expression of Java: Illegal character range."
                        + " Correct it.");
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"type":"strng"}                                        | The schema is not valid: at /type:
            {"properties":[1]}                                      | The schema is not valid: at /properties: array found, object expected
            {"pattern":"("}                                         | The schema is not valid: at /pattern:
            {"minimum":"1"}                                         | The schema is not valid: at /minimum:
            [1]                                                     | The schema is not valid: at its root:
            {"$schema":"http://json-schema.org/draft-07/schema#","type":"strng"} | The schema is not valid: at /type:
            {"$schema":"https://example.org/dialect"}               | The schema dialect 'https://example.org/dialect' is not known
            {"properties":{"a":{"$ref":"#/nowhere"}}}               | The schema cannot be used: Reference /nowhere cannot be resolved
            {"items":{"$ref":"#anchor"}}                            | The schema cannot be used: Reference anchor cannot be resolved
            {"$ref":"https://example.org/a.json"}                   | The schema cannot be used: Schema from 'https://example.org/a.json' is not allowed to be loaded
            {"$ref":"file:///etc/passwd"}                           | The schema cannot be used: Schema from 'file:///etc/passwd' is not allowed to be loaded
            {"$ref":"classpath:schema.json"}                        | The schema cannot be used: Schema from 'classpath:schema.json' is not allowed to be loaded
            {"$ref":"other.json"}                                   | The schema cannot be used: Schema from 'other.json' is not allowed to be loaded
            {"properties":{"a":{"anyOf":[{"not":{"$ref":"x.json"}}]}}} | The schema cannot be used: Schema from 'x.json' is not allowed to be loaded
            """)
    void refusesInvalidAndIncompleteSchemas(String schema, String reason) {
        assertThatExceptionOfType(DeclarationException.class)
                .isThrownBy(() -> ValidSchema.of(tree(schema)))
                .satisfies(ex -> assertThat(ex.reason()).startsWith(reason));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"$schema\":\"https://json-schema.org/draft/2020-12/schema\",\"prefixItems\":[{\"type\":\"integer\"}]}",
                "{\"$schema\":\"http://json-schema.org/draft-07/schema#\",\"items\":[{\"type\":\"integer\"}],\"definitions\":{\"x\":{}}}",
                "{\"$id\":\"https://example.org/s\",\"items\":{\"$ref\":\"#/$defs/i\"},\"$defs\":{\"i\":{\"type\":\"integer\"}}}",
                "{\"items\":{\"$ref\":\"#whole\"},\"$defs\":{\"i\":{\"$anchor\":\"whole\",\"type\":\"integer\"}}}",
                "{\"items\":{\"$ref\":\"https://example.org/inner\"},\"$defs\":{\"i\":{\"$id\":\"https://example.org/inner\",\"type\":\"integer\"}}}"
            })
    void supportsDialectsAnchorsAndEmbeddedResources(String schema) {
        assertThat(problems(schema, "[1]")).isEmpty();
        assertThat(problems(schema, "[\"x\"]")).singleElement().asString().startsWith("[0]: ");
    }

    @Test
    void keepsSchemasWithTheSameIdApart() {
        JsonSchema one = ValidSchema.of(tree("{\"$id\":\"https://example.org/s\",\"type\":\"integer\"}"));
        JsonSchema other = ValidSchema.of(tree("{\"$id\":\"https://example.org/s\",\"type\":\"string\"}"));

        assertThat(one.validate(tree("1"))).isEmpty();
        assertThat(other.validate(tree("1"))).hasSize(1);
    }

    @Test
    void handlesDeeplyNestedValues() {
        JsonSchema schema = ValidSchema.of(tree("{\"type\":\"object\",\"properties\":{\"n\":{\"$ref\":\"#\"}}}"));

        assertThat(schema.validate(nested(100))).isEmpty();
        assertThat(schema.validate(nested(50_000)))
                .containsExactly(new Problem("", "is too deeply nested to be checked"));
    }

    @Tag("change")
    @Test
    void theStepsSufficeForLongListsOfTitledConstants() {
        String choice = IntStream.range(0, 600)
                .mapToObj(
                        i -> "{\"const\":\"zone%d\",\"title\":\"Zone %d\",\"description\":\"A zone\"}".formatted(i, i))
                .collect(Collectors.joining(",", "{\"items\":{\"oneOf\":[", "]}}"));
        String zones =
                IntStream.range(0, 600).mapToObj(i -> "\"zone" + i + "\"").collect(Collectors.joining(",", "[", "]"));

        assertThat(problems(choice, zones)).isEmpty();
    }

    @Test
    void aConstantOfOneAlternativeAloneHidesNoProblems() {
        String schema = """
                {"anyOf":[
                 {"type":"object","properties":{"version":{"const":1}},"required":["a","b","c"]},
                 {"type":"object","properties":{"x":{"type":"integer"},"y":{"type":"integer"}}}]}""";

        assertThat(problems(schema, "{\"version\":2,\"x\":\"p\",\"y\":\"q\"}"))
                .containsExactly(
                        "x: must be a whole number, got string \"p\"", "y: must be a whole number, got string \"q\"");
    }

    @Test
    void aDependencyWithTheNameOfAKeywordIsReported() {
        String schema = """
                {"$schema":"http://json-schema.org/draft-07/schema#","type":"object",
                 "dependencies":{"items":{"anyOf":[{"required":["a"]},{"required":["b"]}]}}}""";

        assertThat(problems(schema, "{\"items\":1}")).isNotEmpty();
    }

    @Test
    void anAlternativeWithAnotherConstantIsNotTheClosestOne() {
        String schema = """
                {"anyOf":[{"$ref":"#/$defs/Circle"},{"$ref":"#/$defs/Square"},{"$ref":"#/$defs/Path"}],"$defs":{
                 "Circle":{"type":"object","properties":{"kind":{"const":"circle"},"r":{"type":"number"}},"required":["kind","r"]},
                 "Square":{"type":"object","properties":{"kind":{"const":"square"},"side":{"type":"number"}},"required":["kind","side"]},
                 "Path":{"type":"object","properties":{"points":{"type":"array"}},"required":["points"]}}}""";

        assertThat(problems(schema, "{\"kind\":\"square\",\"side\":\"x\"}"))
                .containsExactly("side: must be a number, got string \"x\"");
    }

    @Tag("change")
    @Test
    void errorsOfARecursiveChoiceAreBounded() {
        JsonNode schema = tree("""
                {"type":"object","properties":{"value":{"$ref":"#/$defs/F"}},"$defs":{
                 "F":{"anyOf":[{"$ref":"#/$defs/A"},{"$ref":"#/$defs/B"}]},
                 "A":{"type":"object","properties":{"left":{"$ref":"#/$defs/F"}},"required":["a"]},
                 "B":{"type":"object","properties":{"left":{"$ref":"#/$defs/F"}},"required":["b"]}}}""");
        String nested = "{\"left\":".repeat(17) + "1" + "}".repeat(17);
        String padding = IntStream.range(0, 30_000).mapToObj(i -> "0").collect(Collectors.joining(",", "[", "]"));

        JsonNode value = tree("{\"value\":" + nested + ",\"padding\":" + padding + "}");
        assertThat(ValidSchema.of(schema).validate(value)).hasSize(1);
    }

    @Test
    void handlesNumbersWithTheLargestExponents() {
        assertThat(problems("{\"type\":\"object\"}", "100e2147483647")).hasSize(1);
        assertThat(problems("{\"type\":\"integer\"}", "100e2147483647")).isEmpty();
    }

    @Test
    void handlesAReferenceToItself() {
        JsonSchema schema = ValidSchema.of(tree("{\"$ref\":\"#\"}"));

        assertThatCode(() -> schema.validate(tree("1"))).doesNotThrowAnyException();
    }

    @Test
    void handlesAPatternThatNeedsADeepStack() {
        JsonSchema schema = ValidSchema.of(tree("{\"pattern\":\"^(a|b)*$\"}"));

        assertThat(schema.validate(tree("\"" + "ab".repeat(100_000) + "\""))).hasSizeLessThanOrEqualTo(1);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"pattern":"^(.*a){20}$"}                                     | "%s!"
            {"items":{"pattern":"^(.*a){20}$"}}                           | ["b","%s!"]
            {"properties":{"x":{"anyOf":[{"pattern":"^(.*a){20}$"},{}]}}} | {"x":"%s!"}
            {"not":{"pattern":"(.*a){20}b"}}                            | "%s!"
            {"patternProperties":{"(.*a){20}b":{}}}                     | {"%s!":1}
            {"pattern":"^(a?b)*$"}                                      | "%s!"
            """)
    void aPatternThatTakesTooLongEndsTheValidation(String schema, String value) {
        String unit = schema.contains("a?b") ? "ab".repeat(100_000) : "a".repeat(60);

        assertThat(problems(schema, value.formatted(unit))).containsExactly(Problem.TOO_SLOW.toString());
    }

    @Test
    void theTimeOfOneValidationIsSharedByAllItsTexts() {
        String text = "\"" + "1".repeat(1_000) + "\"";
        String array = "[" + (text + ",").repeat(4_999) + text + "]";

        assertThat(problems("{\"items\":{\"pattern\":\"[0-9]+-[0-9]+\"}}", "[" + text + "]"))
                .singleElement()
                .asString()
                .contains("must match the pattern");
        assertThat(problems("{\"items\":{\"pattern\":\"[0-9]+-[0-9]+|[0-9]$\"}}", array))
                .containsExactly(Problem.TOO_SLOW.toString());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"items\":{\"type\":\"integer\"}}",
                "{\"items\":{\"type\":\"null\",\"enum\":[1]}}",
                "{\"allOf\":[{\"items\":{\"type\":\"integer\"}},{\"items\":{\"type\":\"null\"}}]}"
            })
    void errorsBeyondThoseThatCountAreNotCollected(String schema) {
        String array = "[" + "\"x\",".repeat(100_000) + "\"x\"]";

        assertThat(problems(schema, array)).hasSize(20).last().asString().isEqualTo("there are more problems");
    }

    @Test
    void manyProblemsOfOneAlternativeDoNotHideTheOthers() {
        String array = "[" + "\"x\",".repeat(10_000) + "\"x\"]";

        assertThat(problems(
                        "{\"anyOf\":[{\"items\":{\"type\":\"integer\"}},{\"items\":{\"type\":\"string\"}}]}", array))
                .isEmpty();
        assertThat(problems("{\"not\":{\"items\":{\"type\":\"integer\"}}}", array))
                .isEmpty();
        assertThat(problems("{\"contains\":{\"const\":\"y\"}}", array)).hasSize(1);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            ["Aa","BB"]                   | true
            ["Aa","BB","Aa"]              | false
            [1,1.0]                       | false
            [{"a":1,"b":2},{"b":2,"a":1}] | false
            [{"a":[1]},{"a":[[1]]}]       | true
            [1,"1",true,"true",null,[]]   | true
            [["a","b"],["ab"]]            | true
            [[null],[false]]              | true
            [100e2147483647,1]            | true
            """)
    void comparesItemsByValue(String array, boolean unique) {
        assertThat(problems("{\"uniqueItems\":true}", array)).hasSize(unique ? 0 : 1);
    }

    @ParameterizedTest(name = "{0} {1}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            email         | me@example.org        | true
            email         | a.b+c@ex-ample.co.uk  | true
            email         | me@localhost          | true
            email         | "a b"@example.org     | true
            email         | me@[192.0.2.1]        | true
            email         | jane@acme.internal    | true
            email         | x@company.test        | true
            email         | jane@acme.internal-   | false
            email         | jane@acme..internal   | false
            email         | @example.org          | false
            email         | me@                   | false
            email         | .me@example.org       | false
            email         | a..b@example.org      | false
            email         | a b@example.org       | false
            email         | me@-example.org       | false
            email         | me@example..org       | false
            email         | mé@example.org        | true
            idn-email     | mé@exämple.org        | true
            idn-email     | mé@exämple.intern     | true
            uri-reference | https://acme.example/orders?filter[state]=open | true
            uri-reference | https://de.wikipedia.org/wiki/München | true
            uri-reference | ../orders             | true
            uri-reference | a b                   | false
            uri-reference | https://acme.example/100% | false
            hostname      | example.org           | true
            hostname      | exa_mple.org          | false
            json-pointer  | /a~0b/~1              | true
            json-pointer  | a                     | false
            json-pointer  | /a~2                  | false
            relative-json-pointer | 1/a           | true
            relative-json-pointer | 0#            | true
            relative-json-pointer | 01/a          | false
            uuid          | 2fd4e1c6-7a2d-48fc-ad84-9c1bcefd3eb1 | true
            regex         | ^a+$                  | true
            regex         | (                     | false
            ipv6          | ::1                   | true
            """)
    void checksFormats(String format, String text, boolean valid) {
        String value = MAPPER.writeValueAsString(text);

        assertThat(problems("{\"format\":\"" + format + "\"}", value)).hasSize(valid ? 0 : 1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "email",
                "idn-email",
                "hostname",
                "idn-hostname",
                "ipv4",
                "ipv6",
                "uuid",
                "date",
                "time",
                "date-time",
                "duration",
                "regex",
                "json-pointer",
                "relative-json-pointer",
                "uri-template",
                "iri"
            })
    void refusesFormatsOfHugeTexts(String format) {
        assertThat(problems("{\"format\":\"" + format + "\"}", "\"" + "a".repeat(1_000_000) + "\""))
                .hasSize(1);
    }

    private static List<String> problems(String schema, String value) {
        return ValidSchema.of(tree(schema)).validate(tree(value)).stream()
                .map(Problem::toString)
                .toList();
    }

    private static JsonNode nested(int depth) {
        return tree("{\"n\":".repeat(depth) + "{}" + "}".repeat(depth));
    }

    private static JsonNode tree(String json) {
        return MAPPER.readTree(json);
    }
}
