package io.mcpspring.validation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.fasterxml.jackson.annotation.JsonValue;
import java.time.Duration;
import java.util.HashSet;
import java.util.Hashtable;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.json.JsonMapper;

/** Reading values with many equal hash codes ends when the time of the request is over. */
class TimedTokensTests {

    private static final TypeReference<Set<Point>> POINTS = new TypeReference<>() {};

    private static final TypeReference<Map<Name, Integer>> NAMES = new TypeReference<>() {};

    private final JsonMapper mapper = JsonMapper.shared();

    record Point(int x, int y) {}

    record Name(@JsonValue String text) {}

    record Drawing(List<Set<Point>> shapes) {}

    @Test
    void elementsWithUsualHashCodesAreRead() {
        String grid = IntStream.range(0, 40_000)
                .mapToObj(i -> point(i / 200, i % 200))
                .collect(Collectors.joining(",", "[", "]"));
        Set<Point> points = read(grid, POINTS);
        assertThat(points).hasSize(40_000).isInstanceOf(HashSet.class);
        assertThat(read("[" + "{\"x\":1,\"y\":2},".repeat(50_000) + "{\"x\":1,\"y\":2}]", POINTS))
                .containsExactly(new Point(1, 2));
        assertThat(read("{\"b\":1,\"a\":2}", NAMES))
                .isInstanceOf(LinkedHashMap.class)
                .isEqualTo(Map.of(new Name("a"), 2, new Name("b"), 1));
        assertThat(read("[null]", POINTS)).hasSize(1);
        assertThat(read("[\"a\", \"b\"]", new TypeReference<Set<String>>() {})).containsExactlyInAnyOrder("a", "b");
    }

    private <T> T read(String json, TypeReference<T> type) {
        return TimedTokens.read(mapper.readTree(json), mapper.readerFor(type));
    }

    static Stream<Arguments> slow() {
        String points = colliding(0, 150_000);
        String sets =
                IntStream.range(0, 40).mapToObj(i -> colliding(i, 4_000)).collect(Collectors.joining(",", "[", "]"));
        return Stream.of(
                Arguments.of(POINTS, points),
                Arguments.of(new TypeReference<Set<Set<Point>>>() {}, sets),
                Arguments.of(Drawing.class, "{\"shapes\": " + sets + "}"),
                Arguments.of(NAMES, "{" + names(17) + "}"),
                Arguments.of(new TypeReference<Hashtable<String, Integer>>() {}, "{" + names(17) + "}"),
                Arguments.of(new TypeReference<WeakHashMap<String, Integer>>() {}, "{" + names(17) + "}"),
                Arguments.of(new TypeReference<CopyOnWriteArraySet<Object>>() {}, numbers(300_000)),
                Arguments.of(new TypeReference<CopyOnWriteArraySet<String>>() {}, numbers(300_000)));
    }

    @ParameterizedTest
    @MethodSource("slow")
    void readingEndsWhenTheTimeIsOver(Object type, String json) {
        ObjectReader reader = type instanceof TypeReference<?> generic
                ? mapper.readerFor(generic)
                : mapper.readerFor((Class<?>) type);
        JsonNode value = mapper.readTree(json);
        long begin = System.nanoTime();
        assertThatExceptionOfType(RuntimeException.class)
                .isThrownBy(() -> CheckingTime.limit(() -> TimedTokens.read(value, reader)))
                .matches(TooSlowException::caused);
        assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(10));
    }

    private static String numbers(int count) {
        return IntStream.range(0, count).mapToObj(i -> "\"" + i + "\"").collect(Collectors.joining(",", "[", "]"));
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
