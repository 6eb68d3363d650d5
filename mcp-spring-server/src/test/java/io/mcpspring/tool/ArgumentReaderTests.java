package io.mcpspring.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonTypeName;
import io.mcpspring.annotation.McpToolParam;
import io.mcpspring.memory.ByteBudget;
import io.mcpspring.memory.RequestMemory;
import io.mcpspring.protocol.JsonLimits;
import io.mcpspring.protocol.McpProtocolException;
import io.mcpspring.schema.JsonSchemas;
import io.mcpspring.schema.ToolMethod;
import io.mcpspring.validation.CheckingTime;
import io.mcpspring.validation.Conversion;
import io.mcpspring.validation.DeclarationException;
import io.mcpspring.validation.InvalidArgumentsException;
import io.mcpspring.validation.Problem;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.NullNode;
import tools.jackson.databind.node.ObjectNode;

class ArgumentReaderTests {

    private static final JsonLimits LIMITS = new JsonLimits(4_194_304, 100);

    private static final Conversion LENIENT = new Conversion(true, true, LIMITS);

    private static final JsonMapper MESSAGES = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();

    @Test
    void readsArgumentsInTheOrderOfTheParameters() {
        assertThat(read("plain", "{\"c\":[{\"x\":1,\"y\":2}],\"b\":\"text\",\"a\":3}"))
                .containsExactly(3, "text", List.of(new Point(1, 2)));
    }

    @Test
    void keepsGenericTypes() {
        Object[] values = read("generics", "{\"points\":{\"a\":[{\"x\":1,\"y\":2}]},\"own\":{\"x\":3,\"y\":4}}");

        assertThat(values).containsExactly(Map.of("a", List.of(new Point(1, 2))), new Point(3, 4));
    }

    @Test
    void readsWholeNumbersInEveryNotation() {
        assertThat(read("numbers", "{\"i\":1.0,\"l\":1e2,\"d\":2,\"exact\":1.10}"))
                .containsExactly(1, 100L, 2.0, new BigDecimal("1.10"));
    }

    @Test
    void readsASingleValueInPlaceOfAnArrayIfTheMapperDoes() {
        JsonMapper lenient = JsonMapper.builder()
                .enable(DeserializationFeature.ACCEPT_SINGLE_VALUE_AS_ARRAY)
                .build();
        ArgumentReader reader = reader("lists", lenient, true);

        assertThat(read(reader, tree("{\"names\":\"a\",\"points\":{\"x\":1,\"y\":2},\"some\":{\"tags\":\"b\"}}"))
                        .values())
                .containsExactly(List.of("a"), List.of(new Point(1, 2)), new Tagged(List.of("b")));
        assertThat(read(reader, tree("{\"names\":\"[\\\"a\\\"]\",\"points\":[],\"some\":{\"tags\":null}}"))
                        .values())
                .containsExactly(List.of("a"), List.of(), new Tagged(null));
        assertThatExceptionOfType(InvalidArgumentsException.class)
                .isThrownBy(() -> read("lists", "{\"names\":\"a\",\"points\":[],\"some\":{\"tags\":[]}}"))
                .withMessageContaining("names: must be an array, got string");
    }

    @Test
    void readsWholeNumbersEvenIfTheMapperRefusesFloats() {
        JsonMapper strict = JsonMapper.builder()
                .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
                .build();

        assertThat(read(reader("numbers", strict, true), tree("{\"i\":1.0,\"l\":2.0,\"d\":2,\"exact\":1}"))
                        .values())
                .startsWith(1, 2L);
    }

    @Test
    void keepsAllDigitsOfADecimal() {
        String digits = "1234567890.123456789012345678901234567890";

        assertThat(read("numbers", "{\"i\":1,\"l\":9223372036854775807,\"d\":0,\"exact\":" + digits + "}"))
                .containsExactly(1, Long.MAX_VALUE, 0.0, new BigDecimal(digits));
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"i":1.5,"l":1,"d":1,"exact":1}                     | i: must be a whole number, got number 1.5
            {"i":"1","l":1,"d":1,"exact":1}                     | i: must be a whole number, got string "1"
            {"i":true,"l":1,"d":1,"exact":1}                    | i: must be a whole number, got true
            {"i":null,"l":1,"d":1,"exact":1}                    | i: must be a whole number, got null
            {"l":1,"d":1,"exact":1}                             | i: is required
            {"i":3000000000,"l":1,"d":1,"exact":1}              | i: must be a whole number from -2147483648 to 2147483647, got number 3000000000
            {"i":1,"l":9223372036854775808,"d":1,"exact":1}     | l: must be a whole number from -9223372036854775808 to 9223372036854775807, got number 9223372036854775808
            {"i":1,"l":-1e300,"d":1,"exact":1}                  | l: must be a whole number from -9223372036854775808 to 9223372036854775807, got number -1E+300
            {"i":1,"l":1,"d":1,"exact":1,"more":2}              | more: is not a known argument; known are "i", "l", "d", "exact"
            """)
    void isStrictAboutTypes(String arguments, String problem) {
        assertThat(problems("numbers", arguments)).containsExactly(problem);
    }

    @Test
    void reportsEveryProblemOnItsOwnLine() {
        assertThatExceptionOfType(InvalidArgumentsException.class)
                .isThrownBy(() -> read("numbers", "{\"i\":1.5,\"d\":\"x\",\"exact\":true}"))
                .withMessage("""
                        i: must be a whole number, got number 1.5
                        d: must be a number, got string "x"
                        exact: must be a number, got true
                        l: is required""");
    }

    @Test
    void reportsProblemsOfSchemaAndBindingTogether() {
        assertThat(problems(
                        "times",
                        "{\"at\":\"soon\",\"lasting\":\"P1Y\",\"day\":\"2026-02-30\",\"list\":[\"PT1S\",\"x\"]}"))
                .containsExactly(
                        "day: must be a date such as 2026-01-31, got \"2026-02-30\"",
                        "at: must be a date and time without offset such as 2026-01-31T13:45:30, got string \"soon\"",
                        "lasting: must be a duration such as PT1H30M, got string \"P1Y\"",
                        "list[1]: must be a duration such as PT1H30M, got string \"x\"");
        assertThat(problems(
                        "times",
                        "{\"at\":\"soon\",\"lasting\":\"P1Y\",\"day\":\"2026-02-28\",\"list\":[\"PT1S\",\"x\"]}"))
                .containsExactly(
                        "at: must be a date and time without offset such as 2026-01-31T13:45:30, got string \"soon\"",
                        "lasting: must be a duration such as PT1H30M, got string \"P1Y\"",
                        "list[1]: must be a duration such as PT1H30M, got string \"x\"");
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"range":{"from":3,"to":1}}     | range: from must not be after to
            {"secret":{"key":"x"}}          | secret: cannot be used, got an object
            {"ranges":[{"from":1,"to":2},{"from":2,"to":1}]} | ranges[1]: from must not be after to
            {"data":"%%%"}                  | data: must be Base64, got string "%%%"
            {"letter":"\uD83D\uDE00"}       | letter: cannot be used, got string "\uD83D\uDE00"
            """)
    void reportsProblemsOfJacksonAndOfTheType(String arguments, String problem) {
        assertThat(problems("refusing", arguments)).containsExactly(problem);
        assertThat(problem).doesNotContain("io.mcpspring", "Exception");
    }

    @Test
    void usesTheNamesOfTheJson() {
        JsonMapper snake = JsonMapper.builder()
                .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
                .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                .build();
        ArgumentReader reader = reader("naming", snake, true);

        assertThat(read(reader, tree("{\"trip\":{\"start_time\":\"2026-01-31T10:00:00\"}}"))
                        .values())
                .containsExactly(new Trip(LocalDateTime.parse("2026-01-31T10:00:00")));
        assertThat(problems(reader, "{\"trip\":{\"start_time\":\"now\"}}"))
                .containsExactly(
                        "trip.start_time: must be a date and time without offset such as 2026-01-31T13:45:30, got string \"now\"");
        assertThat(problems(reader, "{\"trip\":{\"start_time\":\"2026-01-31T10:00:00\",\"end\":1}}"))
                .containsExactly("trip.end: is not a known property; known are \"start_time\"");
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"byDay":{"x":1},"byNumber":{},"d":1,"f":1}      | byDay: has a member whose name must be a date such as 2026-01-31, got "x"
            {"byDay":{},"byNumber":{"1.5":true},"d":1,"f":1} | `byNumber: has a member whose name must match the pattern ^(0|-?[1-9][0-9]*)$, got "1.5"`
            {"byDay":{},"byNumber":{},"d":1e400,"f":1}       | d: is out of range, got number 1E+400
            {"byDay":{},"byNumber":{},"d":1,"f":1e39}        | f: must be at most 3.4028235E+38, got 1E+39
            """)
    void refusesLossyConversions(String arguments, String problem) {
        assertThat(problems("extremes", arguments)).containsExactly(problem);
    }

    @Test
    void treatsNullAsAbsentIfAnArgumentIsOptional() {
        assertThat(read("optional", "{}")).containsExactly(null, Optional.empty(), OptionalInt.empty(), null, 7, "x");
        assertThat(read("optional", "{\"a\":null,\"b\":null,\"c\":null,\"d\":null,\"e\":null,\"f\":null}"))
                .containsExactly(null, Optional.empty(), OptionalInt.empty(), Optional.empty(), 7, "x");
        assertThat(read("optional", "{\"a\":\"1\",\"b\":\"2\",\"c\":3,\"d\":\"4\",\"e\":5,\"f\":\"6\"}"))
                .containsExactly("1", Optional.of("2"), OptionalInt.of(3), Optional.of("4"), 5, "6");
    }

    @Test
    void refusesNullForRequiredArguments() {
        assertThat(problems("plain", "{\"a\":1,\"b\":null,\"c\":[]}")).containsExactly("b: must be a string, got null");
    }

    @Test
    void anOptionalWithADefaultIsOnlyEmptyForNull() {
        assertThat(read("optionalDefault", "{}")).containsExactly(Optional.of("x"));
        assertThat(read("optionalDefault", "{\"a\":null}")).containsExactly(Optional.empty());
    }

    @Test
    void passesNullToParametersOfAnyType() {
        assertThat(read("anything", "{\"value\":null,\"tree\":null}")).containsExactly(null, NullNode.getInstance());
    }

    @Test
    void appliesDefaults() {
        assertThat(read("defaults", "{}"))
                .containsExactly(7, "7", List.of(1, 2), new Point(1, 2), LocalDate.of(2026, 1, 31));
        assertThat(read("defaults", "{\"number\":8}")).startsWith(8, "7");
    }

    @Test
    void createsADefaultForEachCall() {
        ArgumentReader reader = reader("defaults", JsonMapper.shared(), true);

        assertThat(read(reader, tree("{}")).values()[2])
                .isNotSameAs(read(reader, tree("{}")).values()[2]);
    }

    @Test
    void decodesJsonInAString() {
        assertThat(read("plain", "{\"a\":3,\"b\":\"{}\",\"c\":\"[{\\\"x\\\":1,\\\"y\\\":2}]\"}"))
                .containsExactly(3, "{}", List.of(new Point(1, 2)));
        assertThat(read("shape", "{\"shape\":\"{\\\"kind\\\":\\\"dot\\\",\\\"x\\\":1}\"}"))
                .containsExactly(new Dot(1));
        assertThat(read("nullablePoint", "{\"point\":\"{\\\"x\\\":1,\\\"y\\\":2}\"}"))
                .containsExactly(new Point(1, 2));
    }

    @Test
    void reportsProblemsInDecodedJson() {
        assertThat(problems("plain", "{\"a\":3,\"b\":\"\",\"c\":\"[{\\\"x\\\":1,\\\"y\\\":\\\"2\\\"}]\"}"))
                .containsExactly("c[0].y: must be a whole number, got string \"2\"");
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"a":"3","b":"","c":[]}                 | a: must be a whole number, got string "3"
            {"a":3,"b":"","c":"[1"}                 | c: must be an array, got string "[1"
            {"a":3,"b":"","c":"{}"}                 | c: must be an array, got string "{}"
            {"a":3,"b":"","c":"[] []"}              | c: must be an array, got string "[] []"
            {"a":3,"b":"","c":"\\"[]\\""}           | c: must be an array, got string "\\"[]\\""
            {"a":3,"b":"","c":["{}"]}               | c[0]: must be an object, got string "{}"
            """)
    void decodesOnlyObjectsAndArrays(String arguments, String problem) {
        assertThat(problems("plain", arguments)).containsExactly(problem);
    }

    @Test
    void doesNotDecodeForStringParameters() {
        assertThat(read("strings", "{\"text\":\"[1]\",\"any\":\"[1]\"}")).containsExactly("[1]", "[1]");
    }

    @Test
    void doesNotDecodeIfDisabled() {
        ArgumentReader strict = reader("plain", JsonMapper.shared(), false);

        assertThat(problems(strict, "{\"a\":3,\"b\":\"\",\"c\":\"[]\"}"))
                .containsExactly("c: must be an array, got string \"[]\"");
    }

    @Test
    void doesNotModifyTheArguments() {
        ObjectNode arguments = tree("{\"a\":3,\"b\":\"\",\"c\":\"[]\"}");
        ObjectNode before = arguments.deepCopy();

        read("plain", arguments.toString());
        read(reader("plain", JsonMapper.shared(), true), arguments);

        assertThat(arguments).isEqualTo(before);
    }

    @Test
    void ignoresUnknownArgumentsIfConfigured() {
        ToolMethod tool = ToolMethod.of(Tools.class, "defaults");
        ObjectNode schema = tool.schema(new JsonSchemas(JsonMapper.shared(), false, List.of()));
        ArgumentReader reader = new ArgumentReader(schema, Tools.class, tool.arguments(), JsonMapper.shared(), LENIENT);

        assertThat(read(reader, tree("{\"unknown\":1}")).values()).startsWith(7);
    }

    @Test
    void checksArgumentsOfADefinition() {
        ObjectNode schema = tree("""
                {"type":"object","properties":{"a":{"type":"string"},"b":{"type":"array"},"c":{"type":["string","null"]}},"required":["b"]}
                """);
        ArgumentReader reader = new ArgumentReader(schema, Tools.class, List.of(), JsonMapper.shared(), LENIENT);

        assertThat(read(reader, tree("{\"b\":[]}")).values()).isEmpty();
        assertThat(read(reader, tree("{\"a\":null,\"b\":\"[1]\"}")).all()).hasToString("{\"b\":[1]}");
        assertThat(read(reader, tree("{\"c\":null,\"b\":[]}")).all()).hasToString("{\"c\":null,\"b\":[]}");
        assertThat(problems(reader, "{\"a\":true}"))
                .containsExactlyInAnyOrder("a: must be a string, got true", "b: is required");
    }

    @Test
    void refusesAnOptionalPrimitive() {
        assertThatExceptionOfType(DeclarationException.class)
                .isThrownBy(() -> reader("absentPrimitive", JsonMapper.shared(), true))
                .withMessage("Parameter 'number': it is not required, but there is no value for an absent argument."
                        + " Make its type nullable, a wrapper type or an Optional, or give a default value.");
    }

    @Test
    void publishesAndChecksConstraints() {
        assertThat(problems("limited", "{\"days\":12,\"list\":[1,0]}"))
                .containsExactly("days: must be at most 10, got 12", "list[1]: must be at least 1, got 0");
    }

    @Test
    void reportsInEnglishInEveryLocale() {
        Locale before = Locale.getDefault();
        Locale.setDefault(Locale.GERMANY);
        try {
            assertThat(problems("numbers", "{\"i\":1,\"l\":9223372036854775808,\"d\":1,\"exact\":1}"))
                    .containsExactly(
                            "l: must be a whole number from -9223372036854775808 to 9223372036854775807, got number 9223372036854775808");
        } finally {
            Locale.setDefault(before);
        }
    }

    @Test
    void theTreeOfATextTakesMemoryOfTheRequest() {
        ObjectNode arguments = tree("{\"names\":\"[" + "[],".repeat(2_500) + "[]]\",\"points\":[],\"some\":{}}");
        ByteBudget budget = new ByteBudget(1_000_000);
        ArgumentReader reader = reader("lists", JsonMapper.shared(), true);

        reader.accept(arguments, new RequestMemory(budget), new CheckingTime());
        assertThat(budget.left()).isBetween(550_000L, 600_000L);
        assertThatExceptionOfType(McpProtocolException.class)
                .isThrownBy(
                        () -> reader.accept(arguments, new RequestMemory(new ByteBudget(300_000)), new CheckingTime()))
                .withMessage("The server is processing too many large requests; try again later");

        // A text that is not converted takes no memory.
        ByteBudget unused = new ByteBudget(1_000_000);
        reader("lists", JsonMapper.shared(), false).accept(arguments, new RequestMemory(unused), new CheckingTime());
        assertThat(unused.left()).isEqualTo(1_000_000);
    }

    @Test
    void handlesArbitraryJson() {
        String deep = "[".repeat(400) + "]".repeat(400);

        assertThat(problems("plain", "{\"a\":" + deep + ",\"b\":\"\",\"c\":\"" + deep + "\"}"))
                .isNotEmpty();
        assertThat(problems("plain", "{\"a\":1,\"b\":\"\",\"c\":\"" + "[".repeat(100_000) + "\"}"))
                .hasSize(1);
    }

    private static ArgumentReader reader(String method, JsonMapper mapper, boolean parseStringifiedJson) {
        ToolMethod tool = ToolMethod.of(Tools.class, method);
        ObjectNode schema = tool.schema(new JsonSchemas(mapper, true, List.of()));
        return new ArgumentReader(
                schema, Tools.class, tool.arguments(), mapper, new Conversion(parseStringifiedJson, false, LIMITS));
    }

    private static Object[] read(String method, String arguments) {
        return read(reader(method, JsonMapper.shared(), true), tree(arguments)).values();
    }

    private static ArgumentReader.Read read(ArgumentReader reader, ObjectNode arguments) {
        CheckingTime time = new CheckingTime();
        return reader.read(reader.accept(arguments, RequestMemory.UNCOUNTED, time), time);
    }

    private static List<String> problems(String method, String arguments) {
        return problems(reader(method, JsonMapper.shared(), true), arguments);
    }

    private static List<String> problems(ArgumentReader reader, String arguments) {
        try {
            return Arrays.stream(read(reader, tree(arguments)).values())
                    .map(value -> "accepted " + value)
                    .toList();
        } catch (InvalidArgumentsException ex) {
            return ex.problems().stream().map(Problem::toString).toList();
        }
    }

    private static ObjectNode tree(String json) {
        return (ObjectNode) MESSAGES.readTree(json);
    }

    record Tagged(@Nullable List<String> tags) {}

    record Point(int x, int y) {}

    record Trip(LocalDateTime startTime) {}

    record Range(int from, int to) {

        Range {
            if (from > to) {
                throw new IllegalArgumentException("from must not be after to");
            }
        }
    }

    record Secret(String key) {

        Secret {
            Integer.parseInt(key);
        }
    }

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
    sealed interface Shape permits Dot, Line {}

    @JsonTypeName("dot")
    record Dot(int x) implements Shape {}

    @JsonTypeName("line")
    record Line(int length) implements Shape {}

    abstract static class Base<T> {

        void generics(Map<String, List<T>> points, T own) {}
    }

    static final class Tools extends Base<Point> {

        @Override
        void generics(Map<String, List<Point>> points, Point own) {}

        void plain(int a, String b, List<Point> c) {}

        void lists(List<String> names, List<Point> points, Tagged some) {}

        void numbers(int i, long l, double d, BigDecimal exact) {}

        void times(LocalDateTime at, Duration lasting, LocalDate day, List<Duration> list) {}

        void refusing(
                Optional<Range> range,
                Optional<List<Range>> ranges,
                Optional<Secret> secret,
                Optional<byte[]> data,
                Optional<Character> letter) {}

        void naming(Trip trip) {}

        void extremes(Map<LocalDate, Integer> byDay, Map<Integer, Boolean> byNumber, double d, float f) {}

        void optional(
                @Nullable String a,
                Optional<String> b,
                OptionalInt c,
                @Nullable Optional<String> d,
                @McpToolParam(defaultValue = "7") int e,
                @McpToolParam(defaultValue = "x") @Nullable String f) {}

        void optionalDefault(@McpToolParam(defaultValue = "x") Optional<String> a) {}

        void anything(Object value, JsonNode tree) {}

        void defaults(
                @McpToolParam(defaultValue = "7") int number,
                @McpToolParam(defaultValue = "7") String text,
                @McpToolParam(defaultValue = "[1,2]") List<Integer> list,
                @McpToolParam(defaultValue = "{\"x\":1,\"y\":2}") Point point,
                @McpToolParam(defaultValue = "2026-01-31") LocalDate day) {}

        void shape(Shape shape) {}

        void nullablePoint(@Nullable Point point) {}

        void strings(String text, Object any) {}

        void absentPrimitive(@McpToolParam(required = false) int number) {}

        void limited(@Max(10) int days, List<@Min(1) Integer> list) {}
    }
}
