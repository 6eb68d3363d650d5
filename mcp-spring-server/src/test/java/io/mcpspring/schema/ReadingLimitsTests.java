package io.mcpspring.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonValue;
import io.mcpspring.validation.CheckingTime;
import io.mcpspring.validation.TooSlowException;
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
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.json.JsonMapper;

/** Reading values with many equal hash codes ends when the time of the request is over. */
class ReadingLimitsTests {

    private static final TypeReference<Set<Point>> POINTS = new TypeReference<>() {};

    private static final TypeReference<Map<Name, Integer>> NAMES = new TypeReference<>() {};

    private final JsonMapper mapper = ReadingLimits.of(JsonMapper.shared());

    record Point(int x, int y) {}

    record Name(@JsonValue String text) {}

    record Drawing(List<Set<Point>> shapes) {}

    @JsonTypeInfo(use = JsonTypeInfo.Id.SIMPLE_NAME)
    @JsonSubTypes(@JsonSubTypes.Type(Polygon.class))
    sealed interface Shape {}

    record Polygon(Set<Point> points) implements Shape {}

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

    static Stream<Arguments> slow() {
        String points = colliding(0, 150_000);
        String sets =
                IntStream.range(0, 40).mapToObj(i -> colliding(i, 4_000)).collect(Collectors.joining(",", "[", "]"));
        return Stream.of(
                Arguments.of(POINTS, points),
                Arguments.of(new TypeReference<Set<Set<Point>>>() {}, sets),
                Arguments.of(Drawing.class, "{\"shapes\": " + sets + "}"),
                // Jackson keeps what comes before the id of the type in a buffer.
                Arguments.of(Shape.class, "{\"points\": " + points + ", \"@type\": \"Polygon\"}"),
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
        long begin = System.nanoTime();
        assertThatExceptionOfType(RuntimeException.class)
                .isThrownBy(() -> new CheckingTime().limit(() -> reader.readValue(json)))
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
