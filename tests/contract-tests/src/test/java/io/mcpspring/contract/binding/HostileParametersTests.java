package io.mcpspring.contract.binding;

import static io.mcpspring.contract.binding.HostileJson.array;
import static io.mcpspring.contract.binding.HostileJson.colliding;
import static io.mcpspring.contract.binding.HostileJson.items;
import static io.mcpspring.contract.binding.HostileJson.members;
import static io.mcpspring.contract.binding.HostileJson.text;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonValue;
import io.mcpspring.annotation.McpPrompt;
import io.mcpspring.annotation.McpTool;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.support.Answer;
import io.mcpspring.support.EveryRevision;
import io.mcpspring.support.TestServer;
import jakarta.validation.constraints.Pattern;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.Period;
import java.time.Year;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.Currency;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.validation.annotation.Validated;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;

/** Arguments near the limit of a body, for each kind of parameter, delay no other caller. */
class HostileParametersTests {

    /** Nearly as large as a body may be, if requests are as large as possible. */
    private static final int HUGE = HostileRequests.size(16_000, 3_900_000);

    private static final int COLLIDING = 16;

    private static final String BACKTRACKING = "a".repeat(60) + "!";

    record Point(int x, int y) {}

    record Code(@JsonValue String text) {}

    record Open(@JsonAnySetter Map<String, Integer> numbers) {}

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
    @JsonSubTypes({
        @JsonSubTypes.Type(value = Circle.class, name = "circle"),
        @JsonSubTypes.Type(value = Square.class, name = "square")
    })
    interface Shape {}

    record Circle(double radius) implements Shape {}

    record Square(double side) implements Shape {}

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "op")
    @JsonSubTypes({
        @JsonSubTypes.Type(value = And.class, name = "and"),
        @JsonSubTypes.Type(value = Or.class, name = "or"),
        @JsonSubTypes.Type(value = Equal.class, name = "eq")
    })
    interface Filter {}

    record And(Filter left, Filter right) implements Filter {}

    record Or(Filter left, Filter right) implements Filter {}

    record Equal(String field, String value) implements Filter {}

    @Configuration(proxyBeanMethods = false)
    @Import({ValidatedBean.class, HostileRequests.OneEventLoop.class})
    static class Features {

        @McpTool
        Mono<String> decimals(List<BigDecimal> value) {
            return Mono.just("" + value.size());
        }

        @McpTool
        Mono<String> integers(List<BigInteger> value) {
            return Mono.just("" + value.size());
        }

        @McpTool
        Mono<String> longs(List<Long> value) {
            return Mono.just("" + value.size());
        }

        @McpTool
        Mono<String> doubles(Set<Double> value) {
            return Mono.just("" + value.size());
        }

        @McpTool
        Mono<String> ids(Set<UUID> value) {
            return Mono.just("" + value.size());
        }

        @McpTool
        Mono<String> durations(List<Duration> value) {
            return Mono.just("" + value.size());
        }

        @McpTool
        Mono<String> dates(Map<LocalDate, Integer> value) {
            return Mono.just("" + value.size());
        }

        @McpTool
        Mono<String> addresses(List<URI> value) {
            return Mono.just("" + value.size());
        }

        @McpTool
        Mono<String> locales(List<Locale> value) {
            return Mono.just("" + value.size());
        }

        @McpTool
        Mono<String> bytes(byte[] value) {
            return Mono.just("" + value.length);
        }

        @McpTool
        Mono<String> shapes(List<Shape> value) {
            return Mono.just("" + value.size());
        }

        @McpTool
        Mono<String> filters(Filter value) {
            return Mono.just("" + value);
        }

        @McpTool
        Mono<String> points(Set<Point> value) {
            return Mono.just("" + value.size());
        }

        @McpTool
        Mono<String> codes(Map<Code, Integer> value) {
            return Mono.just("" + value.size());
        }

        @McpTool
        Mono<String> caseless(
                List<@Pattern(regexp = "(.*a){20}", flags = Pattern.Flag.CASE_INSENSITIVE) String> value) {
            return Mono.just("" + value.size());
        }

        @McpTool
        Mono<String> instants(List<Instant> value) {
            return Mono.just("" + value.size());
        }

        @McpTool
        Mono<String> times(List<LocalTime> value) {
            return Mono.just("" + value.size());
        }

        @McpTool
        Mono<String> moments(List<ZonedDateTime> value) {
            return Mono.just("" + value.size());
        }

        @McpTool
        Mono<String> periods(List<Period> value) {
            return Mono.just("" + value.size());
        }

        @McpTool
        Mono<String> years(Set<Year> value) {
            return Mono.just("" + value.size());
        }

        @McpTool
        Mono<String> zones(List<ZoneId> value) {
            return Mono.just("" + value.size());
        }

        @McpTool
        Mono<String> currencies(List<Currency> value) {
            return Mono.just("" + value.size());
        }

        @McpTool
        Mono<String> flags(List<Boolean> value) {
            return Mono.just("" + value.size());
        }

        @McpTool
        Mono<String> array(int[] value) {
            return Mono.just("" + value.length);
        }

        @McpTool
        Mono<String> floats(float[] value) {
            return Mono.just("" + value.length);
        }

        @McpTool
        Mono<String> optional(Optional<List<Short>> value) {
            return Mono.just("" + value.isPresent());
        }

        @McpTool
        Mono<String> texts(List<String> value) {
            return Mono.just("" + value.size());
        }

        @McpTool
        Mono<String> words(String value) {
            return Mono.just("" + value.length());
        }

        @McpTool
        Mono<String> constants(List<TimeUnit> value) {
            return Mono.just("" + value.size());
        }

        @McpTool
        Mono<String> open(Open value) {
            return Mono.just("" + value.numbers().size());
        }

        @McpTool
        Mono<String> nested(Map<String, List<Point>> value) {
            return Mono.just("" + value.size());
        }

        @McpTool
        Mono<String> trees(JsonNode value, int missing) {
            return Mono.just("" + value.size() + missing);
        }
    }

    @Validated
    static class ValidatedBean {

        @McpTool
        Mono<String> validated(
                List<@Pattern(regexp = "(.*a){20}", flags = Pattern.Flag.CASE_INSENSITIVE) String> value) {
            return Mono.just("" + value.size());
        }

        @McpPrompt
        Mono<String> validatedPrompt(@Pattern(regexp = "(.*a){20}") String value) {
            return Mono.just(value);
        }
    }

    private static final TestServer SERVER = TestServer.shared(Features.class);

    @RegisterExtension
    private static final HostileRequests REQUESTS = new HostileRequests(SERVER);

    static List<Arguments> worst() {
        List<Arguments> all = Stream.of(
                        Map.entry("decimals", items("\"1e999999999x\"", HUGE)),
                        Map.entry("integers", items("\"1e99999999\"", HUGE)),
                        Map.entry("longs", items("1e999", HUGE)),
                        Map.entry("longs", items("\"1e999999999\"", HUGE)),
                        Map.entry("doubles", items("\"" + "1".repeat(400) + "x\"", HUGE)),
                        Map.entry("ids", items("\"2fd4e1c6-7a2d-48fc-ad84-9c1bcefd3ebx\"", HUGE)),
                        Map.entry("durations", items("\"PT" + "9".repeat(300) + "S\"", HUGE)),
                        Map.entry("dates", members(HUGE / 32, i -> "+999999999-01-0" + i)),
                        Map.entry("addresses", items("\"[" + "a:".repeat(200) + "\"", HUGE)),
                        Map.entry("bytes", "\"" + text("AAAA", HUGE) + "!\""),
                        Map.entry("shapes", items("{\"kind\":\"" + "oval".repeat(20) + "\",\"radius\":1}", HUGE)),
                        Map.entry("shapes", items("{\"kind\":\"circle\",\"radius\":\"" + "x".repeat(60) + "\"}", HUGE)),
                        Map.entry("filters", nested("{\"op\":\"not\",\"left\":")),
                        Map.entry("filters", nested("{\"op\":\"and\",\"left\":")),
                        Map.entry("filters", nested("{\"left\":")),
                        Map.entry("filters", nested("{\"op\":\"and\",\"left\":1,\"right\":")),
                        Map.entry("points", array(40_000, i -> "{\"x\":" + i + ",\"y\":" + -31 * i + "}")),
                        Map.entry("codes", members(1 << COLLIDING, i -> colliding(i, COLLIDING))),
                        Map.entry("caseless", items("\"" + BACKTRACKING + "\"", HUGE)),
                        Map.entry("caseless", items("\"" + BACKTRACKING + "\"", 4_000)),
                        Map.entry("validated", items("\"" + BACKTRACKING + "\"", HUGE)),
                        Map.entry("validated", items("\"" + BACKTRACKING + "\"", 4_000)),
                        Map.entry("instants", items("\"+999999999-12-31T23:59:59." + "9".repeat(60) + "Z\"", HUGE)),
                        Map.entry("times", items("\"23:59:59." + "9".repeat(60) + "\"", HUGE)),
                        Map.entry("moments", items("\"2026-01-31T00:00:00+01:00[" + "A/".repeat(60) + "]\"", HUGE)),
                        Map.entry("periods", items("\"P" + "9".repeat(300) + "Y\"", HUGE)),
                        Map.entry("years", items("\"" + "9".repeat(300) + "\"", HUGE)),
                        Map.entry("zones", items("\"" + "A/".repeat(60) + "\"", HUGE)),
                        Map.entry("currencies", items("\"" + "EUR".repeat(60) + "\"", HUGE)),
                        Map.entry("flags", items("\"truex\"", HUGE)),
                        Map.entry("flags", items("\"true\"", HUGE).replace("]", ",\"no\"]")),
                        Map.entry("array", items("\"5.5\"", HUGE)),
                        Map.entry("array", "\"" + items("5", HUGE).replace("]", ",x]") + "\""),
                        Map.entry("floats", items("\"1e" + "9".repeat(30) + "\"", HUGE)),
                        Map.entry("optional", items("99999", HUGE)),
                        Map.entry("texts", items("[]", HUGE)),
                        Map.entry("words", items("1", HUGE)),
                        Map.entry("constants", items("\"secondx\"", HUGE)),
                        Map.entry("constants", items("\"seconds\"", HUGE).replace("]", ",\"x\"]")),
                        Map.entry("open", members(HUGE).replace(":1", ":\"x\"")),
                        Map.entry("nested", "{\"a\":" + items("{\"x\":1}", HUGE) + "}"),
                        Map.entry("trees", "[".repeat(40) + items("1", HUGE) + "]".repeat(40)))
                .map(entry -> Arguments.of(entry.getKey(), entry.getValue()))
                .toList();
        return HostileRequests.some(all);
    }

    private static String nested(String object) {
        return object.repeat(80) + "1" + "}".repeat(80);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("worst")
    void otherCallersAreServedMeanwhile(String tool, String value) {
        String arguments = "{\"value\": " + value + "}";
        for (ProtocolVersion version : REQUESTS.eras()) {
            Answer answer = REQUESTS.send(
                    version, client -> client.call(tool, arguments), arguments.length(), "ArgumentReader.read");
            assertThat(BindingChecks.refusal(version, answer)).startsWith("Invalid arguments for tool '" + tool + "'");
        }
    }

    @EveryRevision
    void elementsWithTheSameHashCodeAreRefusedWithTheReason(ProtocolVersion version) {
        String points = array(40_000, i -> "{\"x\":" + i + ",\"y\":" + -31 * i + "}");
        assertThat(BindingChecks.refusal(version, SERVER.client(version).call("points", "{\"value\": " + points + "}")))
                .matches("Invalid arguments for tool 'points':\n(value\\[\\d+]: )?takes too long to check; send fewer,"
                        + " shorter or simpler values");
    }

    @EveryRevision
    void theProxyOfAValidatedBeanDoesNotMatchExpensiveTexts(ProtocolVersion version) {
        Answer refused = SERVER.client(version).request("prompts/get", """
                {"name": "validatedPrompt", "arguments": {"value": "%s"}}""".formatted(BACKTRACKING));
        assertThat(refused.errorCode()).isEqualTo(-32602);
        assertThat(refused.error().get("message").stringValue())
                .startsWith("Invalid arguments for prompt 'validatedPrompt':\ntakes too long to check");
    }
}
