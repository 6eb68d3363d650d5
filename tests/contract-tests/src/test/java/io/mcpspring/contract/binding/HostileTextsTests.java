package io.mcpspring.contract.binding;

import static io.mcpspring.contract.binding.HostileJson.items;
import static io.mcpspring.contract.binding.HostileJson.text;
import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.annotation.McpComplete;
import io.mcpspring.annotation.McpPrompt;
import io.mcpspring.annotation.McpResource;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.support.Answer;
import io.mcpspring.support.Extent;
import io.mcpspring.support.McpTestClient;
import io.mcpspring.support.OnNetty;
import io.mcpspring.support.TestServer;
import jakarta.validation.constraints.Pattern;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import reactor.core.publisher.Mono;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * The most expensive arguments of prompts and completions, and the most expensive URIs for templates, do not block
 * event loops or other requests.
 */
class HostileTextsTests {

    private static final int HUGE = HostileRequests.size(16_000, 3_900_000);

    /** The maximum number of characters of a text that is converted. */
    private static final int CONVERTED = 8_192;

    /** The maximum length of a URI. */
    private static final int URI = 8_192;

    @Configuration(proxyBeanMethods = false)
    @Import(HostileRequests.OneEventLoop.class)
    static class Features {

        private static Mono<String> thread() {
            return Mono.fromSupplier(() -> Thread.currentThread().getName());
        }

        @McpPrompt
        Mono<String> plain(@Pattern(regexp = "[^!]*") String value) {
            return thread();
        }

        @McpPrompt
        Mono<String> backtracking(@Pattern(regexp = "(.*a){20}") String value) {
            return thread();
        }

        @McpPrompt
        Mono<String> date(LocalDate value) {
            return thread();
        }

        @McpPrompt
        Mono<String> duration(Optional<Duration> value) {
            return thread();
        }

        @McpPrompt
        Mono<String> amount(BigDecimal value) {
            return thread();
        }

        @McpPrompt
        Mono<String> amounts(Optional<List<Number>> value) {
            return thread();
        }

        @McpPrompt
        Mono<String> numbers(List<Integer> value) {
            return thread();
        }

        @McpPrompt
        Mono<String> flags(boolean[] value) {
            return thread();
        }

        @McpPrompt
        Mono<String> units(List<TimeUnit> value) {
            return thread();
        }

        @McpPrompt
        Mono<String> unit(TimeUnit value, Optional<String> other) {
            return thread();
        }

        @McpComplete(prompt = "unit", argument = "other")
        Mono<List<String>> completion(String typed, Map<String, String> others) {
            return Mono.just(List.of("" + typed.length(), "" + others.size()));
        }

        @McpResource(uri = "long://{+value}")
        Mono<String> address(@Pattern(regexp = "[^!]*") String value) {
            return thread();
        }

        @McpResource(uri = "long://{a}-{b}-{c}-{d}-{e}-{f}-{g}!{+h}!{+i}!{+j}")
        Mono<String> separated(String a) {
            return thread();
        }

        @McpResource(uri = "long://{+a}..{+b}..{+c}")
        Mono<String> dotted(@Pattern(regexp = "(.*a){20}") String a) {
            return thread();
        }

        @McpResource(uri = "long://{a}.{b}.{c}")
        Mono<String> ambiguous(String a) {
            return thread();
        }

        @McpResource(uri = "long://{a}/{+b}.{c}")
        Mono<String> path(String a) {
            return thread();
        }

        @McpResource(uri = "long://{a}.{b}{?c,d}")
        Mono<String> query(String a, Optional<String> c) {
            return thread();
        }

        @McpResource(uri = "numbers://{value}")
        Mono<String> numbersOfUri(List<Integer> value) {
            return thread();
        }

        @McpResource(uri = "amount://{value}")
        Mono<String> amountOfUri(BigDecimal value) {
            return thread();
        }

        @McpResource(uri = "date://{value}")
        Mono<String> dateOfUri(LocalDate value) {
            return thread();
        }

        @McpResource(uri = "unit://{value}{?unit}")
        Mono<String> unitsOfUri(List<TimeUnit> value, Optional<TimeUnit> unit) {
            return thread();
        }
    }

    // In the modern era a header repeats the URI.
    private static final TestServer SERVER =
            TestServer.shared(Features.class, "server.max-http-request-header-size=64KB");

    @RegisterExtension
    private static final HostileRequests REQUESTS = new HostileRequests(SERVER);

    private static Answer prompt(McpTestClient client, String name, String value) {
        ObjectNode params = JsonMapper.shared().createObjectNode().put("name", name);
        params.putObject("arguments").put("value", value);
        return client.request("prompts/get", params);
    }

    static List<Arguments> worstArguments() {
        return HostileRequests.some(List.of(
                Arguments.of("plain", text("a", HUGE) + "!"),
                Arguments.of("backtracking", text("a", HUGE) + "!"),
                Arguments.of("backtracking", text("a", 40) + "!"),
                Arguments.of("date", text("2026-01-31", HUGE)),
                Arguments.of("date", text("2026-01-31", CONVERTED)),
                Arguments.of("duration", "PT" + text("9", CONVERTED - 3) + "S"),
                Arguments.of("amount", text("9", CONVERTED - 1) + "x"),
                Arguments.of("amount", text("9", HUGE)),
                Arguments.of("numbers", text("1,", CONVERTED - 2) + "x"),
                Arguments.of("numbers", items("1", CONVERTED - 10).replace("]", ",\"x\"]")),
                Arguments.of("numbers", text("[", CONVERTED)),
                Arguments.of("flags", text("true,", CONVERTED - 10) + "x"),
                Arguments.of("units", text("seconds,", CONVERTED - 10) + "x"),
                Arguments.of("units", items("\"seconds\"", CONVERTED - 20).replace("]", ",\"x\"]")),
                Arguments.of("unit", text("seconds", CONVERTED))));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("worstArguments")
    void theWorstArgumentsOfAPromptAreRefusedOffTheEventLoops(String name, String value) {
        for (ProtocolVersion version : REQUESTS.eras()) {
            Answer answer =
                    REQUESTS.send(version, client -> prompt(client, name, value), value.length(), "TextArgument.value");
            assertThat(answer.errorCode()).as(answer.text()).isEqualTo(-32602);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"1e10000000", "-1E-10000000", "12345e2147483647", "0e1001"})
    void aShortTextOfALongNumberIsRefused(String number) {
        for (ProtocolVersion version : HostileRequests.ERAS) {
            McpTestClient client = SERVER.client(version);
            for (Answer answer : List.of(
                    prompt(client, "amount", number),
                    prompt(client, "amounts", "1," + number),
                    client.request("resources/read", "{\"uri\": \"amount://" + number + "\"}"))) {
                assertThat(answer.error().get("message").stringValue())
                        .contains("Argument 'value' must have an exponent from -1000 to 1000, got ")
                        .endsWith(number);
            }
            assertThat(prompt(client, "amount", "9.9e1000").result().has("messages"))
                    .isTrue();
            assertThat(prompt(client, "plain", number).result().has("messages")).isTrue();
        }
    }

    static List<String> worstAddresses() {
        List<String> patterns = List.of(".", "/", "a", "a-", "a.", "./", "/a", "?", "&c=1", "%41", "%2F", "aa!");
        List<String> ends =
                Extent.CURRENT == Extent.FULL ? List.of("", "!", "#", "/", "?c=1", "!a!a", "..a") : List.of("!a!a");
        List<String> matched = patterns.stream()
                .flatMap(pattern -> ends.stream().map(end -> address("long://", pattern, end)))
                .toList();
        List<String> converted = List.of(
                address("numbers://", "1,", "x"),
                address("numbers://", "%31%2C", "x"),
                address("date://", "2026-01-31", ""),
                address("unit://", "seconds,", "x"),
                address("unit://seconds?unit=", "seconds,", "x"),
                address("unit://seconds?", "a=b&", "unit=x"));
        return Stream.of(matched, converted)
                .map(HostileRequests::some)
                .flatMap(List::stream)
                .toList();
    }

    private static String address(String start, String pattern, String end) {
        return start + pattern.repeat((URI - start.length() - end.length()) / pattern.length()) + end;
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("worstAddresses")
    void theWorstAddressesAreMatchedOffTheEventLoops(String uri) {
        for (ProtocolVersion version : REQUESTS.eras()) {
            ObjectNode params = JsonMapper.shared().createObjectNode().put("uri", uri);
            Answer answer = REQUESTS.send(
                    version, client -> client.request("resources/read", params), uri.length(), "Address.match");
            assertThat(answer.status()).isEqualTo(200);
            if (!version.isModern()) {
                REQUESTS.send(
                        version,
                        client -> client.request("resources/subscribe", params),
                        uri.length(),
                        "Address.match");
            }
        }
    }

    @Test
    void anAddressThatIsTooLongIsNotMatched() {
        McpTestClient client = SERVER.client(ProtocolVersion.V2025_11_25);
        Answer answer = client.request("resources/read", "{\"uri\": \"long://" + text("a", HUGE) + "\"}");
        assertThat(answer.errorCode()).isEqualTo(-32002);
    }

    @ParameterizedTest
    @ValueSource(strings = {"value", "other"})
    void theWorstTypedTextIsCompleted(String argument) {
        for (ProtocolVersion version : HostileRequests.ERAS) {
            ObjectNode params = JsonMapper.shared().createObjectNode();
            params.putObject("ref").put("type", "ref/prompt").put("name", "unit");
            params.putObject("argument").put("name", argument).put("value", text("seconds", HUGE / 2));
            ObjectNode others = params.putObject("context").putObject("arguments");
            for (int i = 0; i < HUGE / 40; i++) {
                others.put("m" + i, "value");
            }
            Answer answer = REQUESTS.send(version, client -> client.request("completion/complete", params), HUGE);
            assertThat(answer.result().at("/completion/values")).hasSize(argument.equals("value") ? 0 : 2);
        }
    }

    @Test
    void aLargeRequestIsParsedOffTheEventLoops() {
        String value = "x".repeat(200_000);
        for (ProtocolVersion version : HostileRequests.ERAS) {
            Answer answer = REQUESTS.send(
                    version, client -> prompt(client, "plain", value), value.length(), "MessageReader.read");
            assertThat(answer.status()).isEqualTo(200);
        }
    }

    @OnNetty("A servlet container has no event loops")
    @Test
    void shortTextsAreCheckedOnTheThreadOfTheRequest() {
        for (ProtocolVersion version : HostileRequests.ERAS) {
            McpTestClient client = SERVER.client(version);
            String large = text("a", 5_000);
            assertThat(prompt(client, "plain", large).text()).contains("boundedElastic-");
            assertThat(prompt(client, "plain", "a").text()).doesNotContain("boundedElastic-");
            assertThat(client.request("resources/read", "{\"uri\": \"long://" + large + "\"}")
                            .text())
                    .contains("boundedElastic-");
            assertThat(client.request("resources/read", "{\"uri\": \"long://a\"}")
                            .text())
                    .doesNotContain("boundedElastic-");
        }
    }
}
