package io.mcpspring.tool;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.mcpspring.annotation.McpToolParam;
import io.mcpspring.memory.RequestMemory;
import io.mcpspring.protocol.JsonLimits;
import io.mcpspring.schema.JsonSchemas;
import io.mcpspring.schema.ToolArgument;
import io.mcpspring.validation.CheckingTime;
import io.mcpspring.validation.Conversion;
import io.mcpspring.validation.InvalidArgumentsException;
import io.mcpspring.validation.Problem;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.lang.reflect.Method;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.core.annotation.AnnotatedMethod;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The arguments of a call: a parameter gets what the JSON contains and the constraints allow. */
class ArgumentsFuzzTests {

    private static final JsonLimits LIMITS = new JsonLimits(64 * 1024, 20);

    private static final ObjectReader JSON = LIMITS.reader();

    private static final ArgumentReader EXACT = reader(false);

    private static final ArgumentReader CONVERTING = reader(true);

    enum Level {
        LOW,
        HIGH
    }

    record Point(int x, @Nullable Double y) {}

    interface Tools {

        // The fuzzer removes the names of parameters from the class.
        void search(
                @McpToolParam(name = "query") @Size(max = 20) String query,
                @McpToolParam(name = "limit") @Min(1) @Max(100) int limit,
                @McpToolParam(name = "score") Optional<Double> score,
                @McpToolParam(name = "levels") @Size(max = 3) @Nullable List<Level> levels,
                @McpToolParam(name = "counts") @Nullable Map<String, Long> counts,
                @McpToolParam(name = "day") @Nullable LocalDate day,
                @McpToolParam(name = "point") @Nullable Point point,
                @McpToolParam(name = "exact", defaultValue = "true") boolean exact,
                @McpToolParam(name = "slow") @Pattern(regexp = "(a+)+b") @Nullable String slow);
    }

    private static ArgumentReader reader(boolean conversion) {
        Method method =
                Arrays.stream(Tools.class.getDeclaredMethods()).findFirst().orElseThrow();
        List<ToolArgument> arguments = Arrays.stream(new AnnotatedMethod(method).getMethodParameters())
                .map(parameter -> ToolArgument.of(parameter, text -> text))
                .toList();
        ObjectNode schema = new JsonSchemas(JsonMapper.shared(), true, List.of()).inputSchema(Tools.class, arguments);
        return new ArgumentReader(
                schema, Tools.class, arguments, JsonMapper.shared(), new Conversion(conversion, conversion, LIMITS));
    }

    @FuzzTest
    void aParameterGetsWhatTheJsonContains(byte[] input) {
        if (!(json(input) instanceof ObjectNode arguments)) {
            return;
        }
        JsonNode sent = arguments.deepCopy();
        Optional<Object[]> exact = read(EXACT, arguments);
        Optional<Object[]> converted = read(CONVERTING, arguments);
        assertThat((JsonNode) arguments).as("the arguments afterwards").isEqualTo(sent);
        converted.ifPresent(ArgumentsFuzzTests::assertAllowed);
        exact.ifPresent(values -> {
            assertThat(converted).as("with conversion").isPresent();
            assertThat(converted.get()).isEqualTo(values);
            assertSame(arguments, values);
        });
    }

    private static @Nullable JsonNode json(byte[] input) {
        try {
            return JSON.readTree(input);
        } catch (JacksonException | NumberFormatException refused) {
            return null;
        }
    }

    private static Optional<Object[]> read(ArgumentReader reader, ObjectNode arguments) {
        try {
            CheckingTime time = new CheckingTime();
            return Optional.of(reader.read(reader.accept(arguments, RequestMemory.UNCOUNTED, time), time)
                    .values());
        } catch (InvalidArgumentsException invalid) {
            assertThat(invalid.problems()).isNotEmpty().hasSizeLessThanOrEqualTo(Problem.MOST + 1);
            assertThat(invalid.getMessage()).hasSizeLessThan(Problem.MOST * 1024);
            return Optional.empty();
        }
    }

    private static void assertAllowed(Object[] values) {
        String query = (String) values[0];
        assertThat(query.codePointCount(0, query.length())).isLessThanOrEqualTo(20);
        assertThat((Integer) values[1]).isBetween(1, 100);
        assertThat(values[2]).isInstanceOf(Optional.class);
        if (values[3] instanceof List<?> levels) {
            assertThat(levels).hasSizeLessThanOrEqualTo(3).hasOnlyElementsOfType(Level.class);
        }
        if (values[8] instanceof String slow) {
            assertThat(slow).contains("ab");
        }
    }

    private static void assertSame(JsonNode sent, Object[] values) {
        assertThat(values[0]).isEqualTo(sent.get("query").stringValue());
        assertThat((Integer) values[1])
                .isEqualTo(sent.get("limit").decimalValue().intValueExact());
        assertThat(values[2])
                .isEqualTo(
                        given(sent, "score").map(score -> score.decimalValue().doubleValue()));
        assertThat(Optional.ofNullable(values[3]).map(Object::toString))
                .isEqualTo(given(sent, "levels")
                        .map(levels -> levels.values().stream()
                                .map(JsonNode::stringValue)
                                .toList()
                                .toString()));
        if (values[4] instanceof Map<?, ?> counts) {
            assertThat(counts).hasSize(sent.get("counts").size());
            counts.forEach((name, count) -> assertThat(
                            sent.get("counts").get((String) name).decimalValue())
                    .isEqualByComparingTo(count.toString()));
        }
        assertThat(Optional.ofNullable(values[5]))
                .isEqualTo(given(sent, "day").map(day -> LocalDate.parse(day.stringValue())));
        if (values[6] instanceof Point point) {
            assertThat(point.x())
                    .isEqualTo(sent.get("point").get("x").decimalValue().intValueExact());
        }
        assertThat(values[7])
                .isEqualTo(given(sent, "exact").map(JsonNode::booleanValue).orElse(true));
    }

    private static Optional<JsonNode> given(JsonNode sent, String name) {
        return sent.optional(name).filter(value -> !value.isNull());
    }
}
