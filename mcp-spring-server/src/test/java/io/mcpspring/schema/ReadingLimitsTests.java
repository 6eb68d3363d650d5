package io.mcpspring.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.fasterxml.jackson.annotation.JsonValue;
import io.mcpspring.validation.HashCollisionsException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.exc.MismatchedInputException;
import tools.jackson.databind.json.JsonMapper;

/** Values with many equal hash codes are refused before they take quadratic time. */
class ReadingLimitsTests {

    private static final TypeReference<Set<Point>> POINTS = new TypeReference<>() {};

    private static final TypeReference<Map<Name, Integer>> NAMES = new TypeReference<>() {};

    private final JsonMapper mapper = ReadingLimits.of(JsonMapper.shared());

    record Point(int x, int y) {}

    record Name(@JsonValue String text) {}

    record Drawing(List<Set<Point>> shapes) {}

    @Test
    void elementsWithUsualHashCodesAreRead() {
        String grid = IntStream.range(0, 40_000)
                .mapToObj(i -> point(i / 200, i % 200))
                .collect(Collectors.joining(",", "[", "]"));
        Set<Point> points = mapper.readValue(grid, POINTS);
        assertThat(points).hasSize(40_000).isInstanceOf(HashSet.class);
        assertThat(mapper.readValue("[" + "{\"x\":1,\"y\":2},".repeat(50_000) + "{\"x\":1,\"y\":2}]", POINTS))
                .containsExactly(new Point(1, 2));
        assertThat(mapper.readValue("{\"b\":1,\"a\":2}", NAMES))
                .isInstanceOf(LinkedHashMap.class)
                .isEqualTo(Map.of(new Name("a"), 2, new Name("b"), 1));
        assertThat(mapper.readValue("[null]", POINTS)).hasSize(1);
        assertThat(mapper.readValue("[\"a\", \"b\"]", new TypeReference<Set<String>>() {}))
                .containsExactlyInAnyOrder("a", "b");
    }

    @Test
    void tooManyElementsWithTheSameHashCodeAreRefused() {
        assertThatExceptionOfType(HashCollisionsException.class)
                .isThrownBy(() -> mapper.readValue(colliding(0, 40_000), POINTS))
                .satisfies(refused -> assertThat(refused.getPath()).hasSize(1));
        assertThat(mapper.readValue(colliding(0, 1_000), POINTS)).hasSize(1_000);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1e999", "0e2000", "12.0", "7"})
    void integersOfUpTo1000DigitsAreRead(String number) {
        assertThat(mapper.readerFor(BigInteger.class)
                        .with(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
                        .<BigInteger>readValue(number))
                .isEqualTo(new BigDecimal(number).toBigInteger());
    }

    @ParameterizedTest
    @ValueSource(strings = {"1e1000", "12e999", "1e99999"})
    void integersOfMoreDigitsAreRefused(String number) {
        assertThatExceptionOfType(MismatchedInputException.class)
                .isThrownBy(() -> mapper.readerFor(BigInteger.class)
                        .with(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
                        .readValue(number))
                .withMessageContaining("it has more than 1000 digits");
    }

    @Test
    void allSetsOfAValueShareTheLimit() {
        String several = IntStream.range(0, 4)
                .mapToObj(i -> colliding(i, 1_000))
                .collect(Collectors.joining(",", "{\"shapes\": [", "]}"));
        assertThatExceptionOfType(HashCollisionsException.class)
                .isThrownBy(() -> mapper.readValue(several, Drawing.class));
    }

    static Stream<Arguments> setsOfSets() {
        return Stream.of(
                Arguments.of(new TypeReference<Set<Set<Point>>>() {}, "%s"),
                Arguments.of(new TypeReference<Set<List<Set<Point>>>>() {}, "[%s]"),
                Arguments.of(new TypeReference<Set<Drawing>>() {}, "{\"shapes\": [%s]}"),
                Arguments.of(new TypeReference<Set<Map<String, Set<Point>>>>() {}, "{\"a\": %s}"));
    }

    /** To compare two of the sets takes more comparisons than to create one. */
    @ParameterizedTest
    @MethodSource("setsOfSets")
    void comparisonsOfSetsWithinElementsCountForEachComparisonOfTheElements(TypeReference<?> type, String element) {
        String sets = IntStream.range(0, 500)
                .mapToObj(i -> element.formatted("[" + points(0, 20) + "," + point(20 + i, -31 * (20 + i)) + "]"))
                .collect(Collectors.joining(",", "[", "]"));
        assertThatExceptionOfType(HashCollisionsException.class).isThrownBy(() -> mapper.readValue(sets, type));
    }

    @Test
    void comparisonsOfKeysWithinElementsCountForEachComparisonOfTheElements() {
        String maps = IntStream.range(0, 500)
                .mapToObj(i -> "{" + names(4).replaceFirst("1", "" + i).replaceFirst("1", "" + (500 - i)) + "}")
                .collect(Collectors.joining(",", "[", "]"));
        TypeReference<Set<Map<Name, Integer>>> type = new TypeReference<>() {};
        assertThatExceptionOfType(HashCollisionsException.class).isThrownBy(() -> mapper.readValue(maps, type));
    }

    @Test
    void comparisonsOfLargeElementsCountSeveralTimes() {
        String lists = IntStream.range(0, 900)
                .mapToObj(i -> "[[" + "1,".repeat(100) + i + "," + -31 * i + "]]")
                .collect(Collectors.joining(",", "[", "]"));
        TypeReference<Set<List<List<Integer>>>> type = new TypeReference<>() {};
        assertThatExceptionOfType(HashCollisionsException.class).isThrownBy(() -> mapper.readValue(lists, type));
    }

    @Tag("change")
    @Test
    void comparisonsOfLongTextsCountSeveralTimes() {
        String prefix = "x".repeat(3_000);
        String lists = texts(9).map(text -> "[\"" + prefix + text + "\"]").collect(Collectors.joining(",", "[", "]"));
        String names = texts(9).map(text -> "\"" + prefix + text + "\":1").collect(Collectors.joining(",", "{", "}"));
        TypeReference<Set<List<String>>> ofLists = new TypeReference<>() {};
        assertThatExceptionOfType(HashCollisionsException.class).isThrownBy(() -> mapper.readValue(lists, ofLists));
        assertThatExceptionOfType(HashCollisionsException.class).isThrownBy(() -> mapper.readValue(names, NAMES));
        assertThat(mapper.readValue(lists.replace(prefix, ""), ofLists)).hasSize(1 << 9);
        assertThat(mapper.readValue(names.replace(prefix, ""), NAMES)).hasSize(1 << 9);
    }

    @Test
    void setsThatAreRepeatedAreRead() {
        String set = IntStream.range(0, 1_500).mapToObj(i -> point(i, i)).collect(Collectors.joining(",", "[", "]"));
        assertThat(mapper.readValue("[" + (set + ",").repeat(9) + set + "]", new TypeReference<Set<Set<Point>>>() {}))
                .hasSize(1);
    }

    @Test
    void tooManyKeysWithTheSameHashCodeAreRefused() {
        String names = "{" + names(12) + "}";
        assertThatExceptionOfType(HashCollisionsException.class).isThrownBy(() -> mapper.readValue(names, NAMES));
        assertThat(mapper.readValue(names, new TypeReference<Map<String, Integer>>() {}))
                .hasSize(1 << 12);
    }

    /** Members with names whose hash codes are equal. */
    private static String names(int bits) {
        return texts(bits).map(text -> "\"" + text + "\":1").collect(Collectors.joining(","));
    }

    /** Texts with equal hash codes. */
    private static Stream<String> texts(int bits) {
        return IntStream.range(0, 1 << bits)
                .mapToObj(i -> IntStream.range(0, bits)
                        .mapToObj(bit -> (i >> bit & 1) == 0 ? "Aa" : "BB")
                        .collect(Collectors.joining()));
    }

    /** Points whose hash codes, 31 x + y, are equal. */
    private static String colliding(int shift, int count) {
        return "[" + points(shift, count) + "]";
    }

    private static String points(int shift, int count) {
        return IntStream.range(0, count).mapToObj(i -> point(i, shift - 31 * i)).collect(Collectors.joining(","));
    }

    private static String point(int x, int y) {
        return "{\"x\":" + x + ",\"y\":" + y + "}";
    }
}
