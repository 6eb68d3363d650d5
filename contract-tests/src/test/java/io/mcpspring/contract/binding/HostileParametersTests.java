package io.mcpspring.contract.binding;

import static io.mcpspring.contract.binding.HostileJson.array;
import static io.mcpspring.contract.binding.HostileJson.colliding;
import static io.mcpspring.contract.binding.HostileJson.items;
import static io.mcpspring.contract.binding.HostileJson.members;
import static io.mcpspring.contract.binding.HostileJson.text;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonValue;
import io.mcpspring.annotation.McpPrompt;
import io.mcpspring.annotation.McpResource;
import io.mcpspring.annotation.McpTool;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.support.Answer;
import io.mcpspring.support.EveryRevision;
import io.mcpspring.support.McpTestClient;
import io.mcpspring.support.RecordedLog;
import io.mcpspring.support.TestServer;
import jakarta.validation.constraints.Pattern;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.validation.annotation.Validated;
import reactor.core.publisher.Mono;

/** Arguments near the limit of a body, for each kind of parameter, delay no other caller. */
class HostileParametersTests {

    /** Nearly as large as a body may be. */
    private static final int HUGE = 3_900_000;

    private static final String BACKTRACKING = "a".repeat(40) + "!";

    record Point(int x, int y) {}

    record Code(@JsonValue String text) {}

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
    @JsonSubTypes({
        @JsonSubTypes.Type(value = Circle.class, name = "circle"),
        @JsonSubTypes.Type(value = Square.class, name = "square")
    })
    interface Shape {}

    record Circle(double radius) implements Shape {}

    record Square(double side) implements Shape {}

    @Configuration(proxyBeanMethods = false)
    @Import(ValidatedBean.class)
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

        @McpPrompt
        Mono<String> plain(@Pattern(regexp = "[^!]*") String value) {
            return Mono.just(Thread.currentThread().getName());
        }

        @McpResource(uri = "long://{+value}")
        Mono<String> address(@Pattern(regexp = "[^!]*") String value) {
            return Mono.just(Thread.currentThread().getName());
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

    private final TestServer server = TestServer.shared(Features.class);

    static List<Arguments> worst() {
        return Stream.of(
                        Map.entry("decimals", items("\"1e999999999x\"", HUGE)),
                        Map.entry("integers", items("1e99999999", HUGE)),
                        Map.entry("integers", items("\"1e99999999\"", HUGE)),
                        Map.entry("longs", items("1e999999999", HUGE)),
                        Map.entry("longs", items("\"1e999999999\"", HUGE)),
                        Map.entry("doubles", items("\"" + "1".repeat(400) + "x\"", HUGE)),
                        Map.entry("ids", items("\"2fd4e1c6-7a2d-48fc-ad84-9c1bcefd3ebx\"", HUGE)),
                        Map.entry("durations", items("\"PT" + "9".repeat(300) + "S\"", HUGE)),
                        Map.entry("dates", members(120_000, i -> "+999999999-01-0" + i)),
                        Map.entry("addresses", items("\"[" + "a:".repeat(200) + "\"", HUGE)),
                        Map.entry("bytes", "\"" + text("AAAA", HUGE) + "!\""),
                        Map.entry("shapes", items("{\"kind\":\"" + "oval".repeat(20) + "\",\"radius\":1}", HUGE)),
                        Map.entry("shapes", items("{\"kind\":\"circle\",\"radius\":\"" + "x".repeat(60) + "\"}", HUGE)),
                        Map.entry("points", array(40_000, i -> "{\"x\":" + i + ",\"y\":" + -31 * i + "}")),
                        Map.entry("codes", members(1 << 16, i -> colliding(i, 16))),
                        Map.entry("caseless", items("\"" + BACKTRACKING + "\"", HUGE)),
                        Map.entry("caseless", items("\"" + BACKTRACKING + "\"", 4_000)),
                        Map.entry("validated", items("\"" + BACKTRACKING + "\"", HUGE)),
                        Map.entry("validated", items("\"" + BACKTRACKING + "\"", 4_000)))
                .map(entry -> Arguments.of(entry.getKey(), entry.getValue()))
                .toList();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("worst")
    void otherCallersAreServedMeanwhile(String tool, String value) throws Exception {
        McpTestClient client = server.client(ProtocolVersion.V2026_07_28);
        McpTestClient other = server.client(ProtocolVersion.V2025_11_25);
        String arguments = "{\"value\": " + value + "}";
        // A machine that stands still is slow once; a server whose event loops are occupied is slow each time.
        long fastest = Long.MAX_VALUE;
        for (int attempt = 0; attempt < 3 && fastest > 2_000; attempt++) {
            try (RecordedLog log = new RecordedLog()) {
                CompletableFuture<Answer> call = CompletableFuture.supplyAsync(() -> client.call(tool, arguments));
                long slowest = 0;
                while (!call.isDone()) {
                    long begin = System.nanoTime();
                    assertThat(other.request("ping", "{}").status()).isEqualTo(200);
                    slowest = Math.max(slowest, TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin));
                }
                fastest = Math.min(fastest, slowest);
                assertThat(BindingChecks.refusal(client.version(), call.get()))
                        .startsWith("Invalid arguments for tool '" + tool + "'");
                assertThat(log.worries()).isEmpty();
                if (value.length() > 5_000) {
                    assertThat(log.threads("was called with invalid arguments"))
                            .singleElement()
                            .asString()
                            .startsWith("boundedElastic-");
                }
            }
        }
        assertThat(fastest).isLessThanOrEqualTo(2_000);
    }

    @EveryRevision
    void elementsWithTheSameHashCodeAreRefusedWithTheReason(ProtocolVersion version) {
        String points = array(2_000, i -> "{\"x\":" + i + ",\"y\":" + -31 * i + "}");
        assertThat(BindingChecks.refusal(version, server.client(version).call("points", "{\"value\": " + points + "}")))
                .isEqualTo("Invalid arguments for tool 'points':\n"
                        + "value[1414]: has the same hash code as too many others; send fewer");
    }

    @EveryRevision
    void theProxyOfAValidatedBeanDoesNotMatchExpensiveTexts(ProtocolVersion version) {
        Answer refused = server.client(version).request("prompts/get", """
                {"name": "validatedPrompt", "arguments": {"value": "%s"}}""".formatted(BACKTRACKING));
        assertThat(refused.errorCode()).isEqualTo(-32602);
        assertThat(refused.error().get("message").stringValue())
                .startsWith("Invalid arguments for prompt 'validatedPrompt':\nvalue: is too expensive to match");
    }

    @Test
    void longTextsOfPromptsAndResourcesAreCheckedOffTheEventLoops() {
        McpTestClient client = server.client(ProtocolVersion.V2025_11_25);
        String value = "a".repeat(5_000);
        assertThat(client.request("prompts/get", """
                        {"name": "plain", "arguments": {"value": "%s"}}""".formatted(value)).text()).contains("boundedElastic-");
        assertThat(client.request("resources/read", "{\"uri\": \"long://" + value + "\"}")
                        .text())
                .contains("boundedElastic-");
        assertThat(client.request("prompts/get", """
                        {"name": "plain", "arguments": {"value": "a"}}""").text()).doesNotContain("boundedElastic-");
    }
}
