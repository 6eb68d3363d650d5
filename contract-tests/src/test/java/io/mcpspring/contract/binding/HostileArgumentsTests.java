package io.mcpspring.contract.binding;

import static io.mcpspring.contract.binding.HostileJson.items;
import static io.mcpspring.contract.binding.HostileJson.members;
import static io.mcpspring.contract.binding.HostileJson.text;
import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.annotation.McpTool;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.support.Answer;
import io.mcpspring.support.EveryRevision;
import io.mcpspring.support.McpTestClient;
import io.mcpspring.support.RecordedLog;
import io.mcpspring.support.TestServer;
import io.mcpspring.tool.McpToolDefinition;
import io.mcpspring.tool.McpTools;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Email;
import jakarta.validation.constraints.Past;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.ApplicationRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The most expensive arguments for each keyword, format and kind of parameter do not block event loops or other
 * requests.
 */
class HostileArgumentsTests {

    private static final int LARGE = 100_000;

    private static final List<String> FORMATS = List.of(
            "email",
            "idn-email",
            "hostname",
            "idn-hostname",
            "uri",
            "uri-reference",
            "iri",
            "iri-reference",
            "uuid",
            "ipv4",
            "ipv6",
            "date",
            "time",
            "date-time",
            "duration",
            "json-pointer",
            "relative-json-pointer",
            "uri-template",
            "regex");

    /** Hand-written schemas of an argument {@code value}, and the most expensive value for each. */
    private static final Map<String, String> SCHEMAS = Map.ofEntries(
            Map.entry("{'pattern': '^(.*a){20}$'}", text("a", 33) + "!"),
            Map.entry("{'pattern': '[0-9]+-[0-9]+', 'maxLength': 20}", text("1", LARGE)),
            Map.entry("{'pattern': '[0-9]+-[0-9]+'}", text("1", LARGE)),
            Map.entry("{'pattern': '^(a|b)*$'}", text("ab", LARGE)),
            Map.entry("{'$ref': '#/$defs/code'}", text("1", LARGE)),
            Map.entry("{'anyOf': [{'pattern': '[0-9]+-[0-9]+$'}, {'type': 'null'}]}", text("1", LARGE)),
            Map.entry("{'not': {'pattern': '[0-9]+-[0-9]+$'}}", text("1", LARGE)),
            Map.entry(
                    "{'type': 'object', 'patternProperties': {'[0-9]+-[0-9]+': {}}}",
                    "{\"" + "1".repeat(40_000) + "\": 1}"),
            Map.entry("{'type': 'object', 'propertyNames': {'maxLength': 1}}", members(LARGE)),
            Map.entry("{'type': 'object', 'additionalProperties': false}", members(LARGE)),
            Map.entry("{'type': 'object', 'unevaluatedProperties': false}", members(LARGE)),
            Map.entry(
                    "{'type': 'array', 'allOf': [{'items': {'type': 'null'}}, {'items': {'type': 'boolean'}}]}",
                    items("1", LARGE)),
            Map.entry("{'type': 'object', 'dependentRequired': {'m1': ['a', 'b']}}", members(LARGE)),
            Map.entry(
                    "{'type': 'object', 'dependentSchemas': {'m1': {'additionalProperties': false}}}", members(LARGE)),
            Map.entry("{'type': 'array', 'contains': {'type': 'integer'}, 'maxContains': 3}", items("1", LARGE)),
            Map.entry("{'type': 'array', 'contains': {'type': 'null'}, 'minContains': 9}", items("1", LARGE)),
            Map.entry("{'type': 'array', 'items': {'$dynamicRef': '#node'}}", items("1", LARGE)),
            Map.entry("{'type': 'object', 'maxProperties': 3}", members(LARGE)),
            Map.entry("{'type': 'object', 'minProperties': 1000000}", members(LARGE)),
            Map.entry("{'type': 'array', 'maxItems': 3}", items("1", LARGE)),
            Map.entry("{'type': 'array', 'items': {'minLength': 30}}", items("\"a\"", LARGE)),
            Map.entry("{'type': 'array', 'items': {'exclusiveMaximum': 1}}", items("1e999999999", LARGE)),
            Map.entry("{'type': 'array', 'items': {'multipleOf': 3}}", items("1e999999999", LARGE)),
            Map.entry("{'type': 'array', 'items': {'type': 'integer', 'maximum': 5}}", items("1e999999999", LARGE)),
            Map.entry("{'type': 'array', 'items': {'type': 'integer', 'minimum': 5}}", items("-1e25", LARGE)),
            Map.entry("{'type': 'array', 'items': {'const': 7}}", items("1e999999999", LARGE)),
            Map.entry("{'type': 'array', 'uniqueItems': true}", items("1e999999999", LARGE)),
            Map.entry("{'type': 'array', 'uniqueItems': true, 'maxItems': 5}", colliding()),
            Map.entry("{'type': 'array', 'uniqueItems': true, 'minItems': 100000}", colliding()),
            Map.entry("{'type': 'array', 'items': {'type': 'integer'}}", items("\"x\"", LARGE)),
            Map.entry("{'type': 'array', 'items': false}", items("1", LARGE)),
            Map.entry(
                    "{'type': 'array', 'prefixItems': [{}], 'unevaluatedItems': {'type': 'null'}}", items("1", LARGE)),
            Map.entry("{'type': 'array', 'contains': {'type': 'null'}}", items("1", LARGE)),
            Map.entry("{'type': 'array', 'items': {'enum': ['A', 'B']}}", items("1", LARGE)),
            Map.entry("{'type': 'array', 'items': {'const': 5}}", items("1", LARGE)),
            Map.entry("{'type': 'array', 'items': {'multipleOf': 0.7}}", items("1", LARGE)),
            Map.entry("{'type': 'array', 'items': {'required': ['a'], 'type': 'object'}}", items("{}", LARGE)),
            Map.entry(
                    "{'type': 'array', 'items': {'oneOf': [{'type': 'null'}, {'type': 'boolean'}]}}",
                    items("1", LARGE)),
            Map.entry(
                    "{'anyOf': [{'type': 'array', 'items': {'type': 'null'}},"
                            + " {'type': 'array', 'items': {'type': 'boolean'}}]}",
                    items("1", LARGE)),
            Map.entry(
                    "{'type': 'array', 'items': {'if': {'type': 'integer'}, 'then': {'minimum': 2}}}",
                    items("1", LARGE)),
            Map.entry("{'type': 'array'}", JsonMapper.shared().writeValueAsString(items("{}", LARGE) + "]")));

    record Element(
            @Email @Size(max = 254) String mail, @Past LocalDate day) {}

    enum Colour {
        RED
    }

    @Configuration(proxyBeanMethods = false)
    static class Tools {

        @McpTool
        Mono<String> mail(@Email @Size(max = 254) String value) {
            return Mono.just(value);
        }

        @McpTool
        Mono<String> caseless(@Pattern(regexp = "(.*a){20}", flags = Pattern.Flag.CASE_INSENSITIVE) String value) {
            return Mono.just(value);
        }

        @McpTool
        Mono<String> elements(List<@Valid Element> value) {
            return Mono.just("" + value.size());
        }

        @McpTool
        Mono<String> past(List<@Past LocalDate> value) {
            return Mono.just("" + value.size());
        }

        @McpTool
        Mono<String> numbers(List<Integer> value) {
            return Mono.just("" + value.size());
        }

        @McpTool
        Mono<String> map(Map<String, Integer> value) {
            return Mono.just("" + value.size());
        }

        @McpTool
        Mono<String> colours(Set<Colour> value) {
            return Mono.just("" + value.size());
        }

        @Bean
        ApplicationRunner written(McpTools tools) {
            return arguments -> Stream.concat(
                            SCHEMAS.keySet().stream(), FORMATS.stream().map(HostileArgumentsTests::format))
                    .map(schema -> McpToolDefinition.named(name(schema))
                            .description("Takes a value")
                            .inputSchema(inputSchema(schema))
                            .callReactive((call, exchange) -> Mono.just("called"))
                            .build())
                    .forEach(definition -> tools.update(changes -> changes.add(definition)));
        }
    }

    private final TestServer server = TestServer.shared(Tools.class);

    static List<Arguments> worst() {
        List<Arguments> written = SCHEMAS.entrySet().stream()
                .map(entry -> Arguments.of(name(entry.getKey()), entry.getValue()))
                .toList();
        List<Arguments> formats = FORMATS.stream()
                .map(format -> Arguments.of(name(format(format)), items("\"a@" + "@".repeat(300) + " \"", LARGE)))
                .toList();
        List<Arguments> annotated = List.of(
                Arguments.of("mail", text("a@", 2) + "@".repeat(LARGE)),
                Arguments.of("elements", items("{\"mail\": \"@@@@@@@@\", \"day\": \"9999-01-31\"}", LARGE)),
                Arguments.of("past", items("\"9999-01-31\"", LARGE)),
                Arguments.of("numbers", items("\"\"", LARGE)),
                Arguments.of("numbers", items("\"x\"", LARGE)),
                Arguments.of("map", members(LARGE).replace(":1", ":\"x\"")),
                Arguments.of("colours", items("\"redd\"", LARGE)));
        return Stream.of(written, formats, annotated).flatMap(List::stream).toList();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("worst")
    void theWorstArgumentsAreRefusedOffTheEventLoops(String tool, String value) throws Exception {
        String arguments =
                value.startsWith("{") || value.startsWith("[") || value.startsWith("\"") && value.endsWith("\"")
                        ? "{\"value\": " + value + "}"
                        : "{\"value\": " + JsonMapper.shared().writeValueAsString(value) + "}";
        McpTestClient other = server.client(ProtocolVersion.V2025_11_25);
        for (ProtocolVersion version : List.of(ProtocolVersion.V2025_11_25, ProtocolVersion.V2026_07_28)) {
            McpTestClient client = server.client(version);
            try (RecordedLog log = new RecordedLog()) {
                CompletableFuture<Answer> call = CompletableFuture.supplyAsync(() -> client.call(tool, arguments));
                assertThat(other.request("ping", "{}").status()).isEqualTo(200);
                Answer answer = call.get(30, TimeUnit.SECONDS);
                assertThat(BindingChecks.refusal(version, answer))
                        .startsWith("Invalid arguments for tool '" + tool + "'");
                assertThat(BindingChecks.refusal(version, answer).lines()).hasSizeBetween(2, 21);
                assertThat(log.worries()).isEmpty();
                if (arguments.length() > 5_000) {
                    assertThat(log.threads("was called with invalid arguments"))
                            .singleElement()
                            .asString()
                            .startsWith("boundedElastic-");
                }
            }
        }
    }

    @EveryRevision
    void aPatternOfBeanValidationHasABound(ProtocolVersion version) {
        BindingChecks.assertRefused(
                server.client(version),
                "caseless",
                "{\"value\": \"%s!\"}".formatted("a".repeat(40)),
                "value: is too expensive to match; send a shorter or simpler value, got \"%s!\""
                        .formatted("a".repeat(40)));
    }

    @EveryRevision
    void largeArgumentsThatFitAreBoundAndServed(ProtocolVersion version) {
        BindingChecks.assertAccepted(
                server.client(version), "numbers", "{\"value\": %s}".formatted(items("1", 20_000)), "10000");
    }

    private static String format(String format) {
        return "{'type': 'array', 'items': {'format': '" + format + "'}}";
    }

    private static JsonNode inputSchema(String schema) {
        return JsonMapper.shared()
                .readTree(
                        "{\"type\": \"object\", \"properties\": {\"value\": " + schema.replace('\'', '"')
                                + "}, \"$defs\": {\"node\": {\"$dynamicAnchor\": \"node\", \"type\": \"null\"}, \"code\": {\"maxLength\": 9, \"pattern\": \"[0-9]+-[0-9]+\"}}}");
    }

    private static String name(String schema) {
        String words = schema.replaceAll("[^A-Za-z0-9]+", "_");
        return words.substring(0, Math.min(words.length(), 100)) + Integer.toHexString(schema.hashCode());
    }

    /** Strings that all have the same hash code, the last one twice. */
    private static String colliding() {
        return HostileJson.array(
                (1 << 13) + 1, i -> "\"" + HostileJson.colliding(Math.min(i, (1 << 13) - 1), 13) + "\"");
    }
}
