package io.mcpspring.contract.binding;

import static io.mcpspring.contract.binding.HostileJson.items;
import static io.mcpspring.contract.binding.HostileJson.members;
import static io.mcpspring.contract.binding.HostileJson.text;
import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.dialect.Dialect;
import com.networknt.schema.dialect.Dialects;
import com.networknt.schema.vocabulary.Vocabularies;
import io.mcpspring.annotation.McpTool;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.support.Answer;
import io.mcpspring.support.EveryRevision;
import io.mcpspring.support.TestServer;
import io.mcpspring.tool.McpToolDefinition;
import io.mcpspring.tool.McpTools;
import jakarta.validation.Valid;
import jakarta.validation.constraints.DecimalMax;
import jakarta.validation.constraints.Digits;
import jakarta.validation.constraints.Email;
import jakarta.validation.constraints.Past;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.time.LocalDate;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.ApplicationRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * The most expensive arguments for each keyword, format and kind of parameter do not block event loops or other
 * requests.
 */
class HostileArgumentsTests {

    private static final int LARGE = HostileRequests.size(12_000, 1_000_000);

    /** Keywords that refuse no value. */
    private static final Set<String> WITHOUT_EFFECT = Set.of(
            "$anchor",
            "$comment",
            "$defs",
            "$dynamicAnchor",
            "$id",
            "$recursiveAnchor",
            "$schema",
            "$vocabulary",
            "contentEncoding",
            "contentMediaType",
            "contentSchema",
            "default",
            "definitions",
            "deprecated",
            "description",
            "examples",
            "exampleSetFlag",
            "false",
            "id",
            "notAllowed",
            "readOnly",
            "title",
            "true",
            "writeOnly");

    /** The most expensive text for each format. */
    private static final Map<String, String> FORMATS = Map.ofEntries(
            Map.entry("alpha", text("a", 4_000) + "!"),
            Map.entry("alphanumeric", text("1", 4_000) + "!"),
            Map.entry("color", "rgb(" + text("1 ", 120)),
            Map.entry("date", "2026-01-" + text("0", 20)),
            Map.entry("date-time", "2026-01-31T00:00:00." + text("1", 40)),
            Map.entry("duration", "P" + text("1D", 120)),
            Map.entry("email", "a@" + text("a-", 250) + "!"),
            Map.entry("hostname", text("a.", 250)),
            Map.entry("idn-email", "\"" + text("ü ", 60) + "\"@" + text("ü-", 250) + "!"),
            Map.entry("idn-hostname", text("ü.", 250) + "!"),
            Map.entry("ip-address", text("1.", 60)),
            Map.entry("ipv4", text("1.", 60)),
            Map.entry("ipv6", text("0:", 60)),
            Map.entry("iri", "a:" + text("ü", 4_000) + " "),
            Map.entry("iri-reference", text("ü", 4_000) + " "),
            Map.entry("json-pointer", text("/~", 4_000)),
            Map.entry("phone", "+" + text("1 ", 60) + "x"),
            Map.entry("regex", text("(", 1_000)),
            Map.entry("relative-json-pointer", text("1", 4_000) + "a"),
            Map.entry("style", text("a ", 4_000)),
            Map.entry("time", "00:00:00." + text("1", 50)),
            Map.entry("uri", "a:" + text("%20", 10_000) + " "),
            Map.entry("uri-reference", text("/..", 10_000) + " "),
            Map.entry("uri-template", text("{", 1_000)),
            Map.entry("utc-millisec", text("1", 60) + "x"),
            Map.entry("uuid", text("a-", 60)));

    /** Hand-written schemas of an argument {@code value}, and the most expensive value for each. */
    private static final Map<String, String> SCHEMAS = Map.ofEntries(
            Map.entry("{'pattern': '^(.*a){20}$'}", text("a", 33) + "!"),
            Map.entry("{'pattern': '^(.*a){20}$', 'maxLength': 4000000}", text("a", LARGE) + "!"),
            Map.entry("{'pattern': '[0-9]+-[0-9]+', 'maxLength': 20}", text("1", LARGE)),
            Map.entry("{'pattern': '[0-9]+-[0-9]+'}", text("1", LARGE)),
            Map.entry("{'pattern': '^(a|b)*$'}", text("ab", LARGE)),
            Map.entry("{'$ref': '#/$defs/code'}", text("1", LARGE)),
            Map.entry("{'anyOf': [{'pattern': '[0-9]+-[0-9]+$'}, {'type': 'null'}]}", text("1", LARGE)),
            Map.entry("{'not': {'pattern': '[0-9]+-[0-9]+$'}}", text("1", LARGE)),
            Map.entry(
                    "{'type': 'object', 'patternProperties': {'[0-9]+-[0-9]+': {}}}",
                    "{\"" + "1".repeat(Math.min(LARGE, 40_000)) + "\": 1}"),
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
            Map.entry("{'type': 'array', 'items': {'exclusiveMaximum': 1}}", items("1e999", LARGE)),
            Map.entry("{'type': 'array', 'items': {'multipleOf': 3}}", items("1e999", LARGE)),
            Map.entry("{'type': 'array', 'items': {'type': 'integer', 'maximum': 5}}", items("1e999", LARGE)),
            Map.entry("{'type': 'array', 'items': {'type': 'integer', 'minimum': 5}}", items("-1e25", LARGE)),
            Map.entry("{'type': 'array', 'items': {'const': 7}}", items("1e999", LARGE)),
            Map.entry("{'type': 'array', 'uniqueItems': true}", items("1e999", LARGE)),
            Map.entry("{'type': 'array', 'uniqueItems': true, 'maxItems': 5}", colliding(13)),
            Map.entry("{'type': 'array', 'uniqueItems': true, 'minItems': 100000}", colliding(13)),
            Map.entry(
                    "{'type': 'object', 'patternProperties': {'^t': {'type': 'array', 'uniqueItems': true}}}",
                    "{\"tags\": " + colliding(15) + "}"),
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
            Map.entry("{'type': 'array', 'items': {'exclusiveMinimum': 1}}", items("-1e999", LARGE)),
            Map.entry("{'type': 'array', 'items': {'maxLength': 3}}", items("\"abcd\"", LARGE)),
            Map.entry("{'type': 'array', 'minItems': 1000000}", items("1", LARGE)),
            Map.entry(
                    "{'type': 'array', 'items': {'type': 'object', 'properties': {'a': {'type': 'null'}}}}",
                    items("{\"a\":\"x\"}", LARGE)),
            Map.entry("{'type': 'object', 'required': ['a']}", members(LARGE)),
            Map.entry(
                    "{'type': 'array', 'items': {'if': {'type': 'null'}, 'else': {'type': 'string'}}}",
                    items("1", LARGE)),
            Map.entry(
                    "{'$schema': 'http://json-schema.org/draft-07/schema#', 'type': 'object',"
                            + " 'dependencies': {'m1': {'additionalProperties': false}, 'm2': ['a', 'b']}}",
                    members(LARGE)),
            Map.entry(
                    "{'$schema': 'http://json-schema.org/draft-07/schema#', 'type': 'array', 'items': [{}],"
                            + " 'additionalItems': {'type': 'null'}}",
                    items("1", LARGE)),
            Map.entry(
                    "{'$schema': 'https://json-schema.org/draft/2019-09/schema', 'type': 'array',"
                            + " 'items': {'$recursiveRef': '#'}}",
                    items("1", LARGE)),
            Map.entry("{'type': 'array'}", JsonMapper.shared().writeValueAsString(items("{}", LARGE) + "]")));

    record Element(
            @Email @Size(max = 254) String mail, @Past LocalDate day) {}

    enum Colour {
        RED
    }

    @Configuration(proxyBeanMethods = false)
    @Import(HostileRequests.OneEventLoop.class)
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
        Mono<String> amount(@DecimalMax("1000") @Digits(integer = 4, fraction = 2) String value) {
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
                            SCHEMAS.keySet().stream(), FORMATS.keySet().stream().map(HostileArgumentsTests::format))
                    .map(schema -> McpToolDefinition.named(name(schema))
                            .description("Takes a value")
                            .inputSchema(inputSchema(schema))
                            .callReactive((call, exchange) -> Mono.just("called"))
                            .build())
                    .forEach(definition -> tools.update(changes -> changes.add(definition)));
        }
    }

    private static final TestServer SERVER = TestServer.shared(Tools.class);

    @RegisterExtension
    private static final HostileRequests REQUESTS = new HostileRequests(SERVER);

    static List<Arguments> worst() {
        List<Arguments> written = new TreeMap<>(SCHEMAS)
                .entrySet().stream()
                        .map(entry -> Arguments.of(name(entry.getKey()), entry.getValue()))
                        .toList();
        List<Arguments> formats = new TreeMap<>(FORMATS)
                .entrySet().stream()
                        .map(format -> Arguments.of(
                                name(format(format.getKey())),
                                items(
                                        JsonMapper.shared().writeValueAsString(format.getValue()),
                                        Math.max(LARGE, 40_000))))
                        .toList();
        List<Arguments> annotated = List.of(
                Arguments.of("mail", text("a@", 2) + "@".repeat(LARGE)),
                Arguments.of("amount", text("9", LARGE)),
                Arguments.of("elements", items("{\"mail\": \"@@@@@@@@\", \"day\": \"9999-01-31\"}", LARGE)),
                Arguments.of("past", items("\"9999-01-31\"", LARGE)),
                Arguments.of("numbers", items("\"\"", LARGE)),
                Arguments.of("numbers", items("\"x\"", LARGE)),
                Arguments.of("map", members(LARGE).replace(":1", ":\"x\"")),
                Arguments.of("colours", items("\"redd\"", LARGE)));
        return Stream.of(written, formats, annotated)
                .map(HostileRequests::some)
                .flatMap(List::stream)
                .toList();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("worst")
    void theWorstArgumentsAreRefusedOffTheEventLoops(String tool, String value) {
        String arguments =
                value.startsWith("{") || value.startsWith("[") || value.startsWith("\"") && value.endsWith("\"")
                        ? "{\"value\": " + value + "}"
                        : "{\"value\": " + JsonMapper.shared().writeValueAsString(value) + "}";
        for (ProtocolVersion version : REQUESTS.eras()) {
            Answer answer = REQUESTS.send(
                    version, client -> client.call(tool, arguments), arguments.length(), "ArgumentReader.read");
            assertThat(BindingChecks.refusal(version, answer)).startsWith("Invalid arguments for tool '" + tool + "'");
            assertThat(BindingChecks.refusal(version, answer).lines()).hasSizeBetween(2, 21);
        }
    }

    @Test
    void everyKeywordAndFormatIsTested() {
        Set<String> tested = new HashSet<>(Set.of("format"));
        SCHEMAS.keySet().forEach(schema -> addNames(inputSchema(schema), tested));
        Set<String> formats = new TreeSet<>();
        Set<String> keywords = new TreeSet<>();
        for (Dialect dialect : List.of(
                Dialects.getDraft202012(),
                Dialects.getDraft201909(),
                Dialects.getDraft7(),
                Dialects.getDraft6(),
                Dialects.getDraft4())) {
            keywords.addAll(dialect.getKeywords().keySet());
            dialect.getVocabularies().keySet().stream()
                    .map(Vocabularies::getVocabulary)
                    .flatMap(vocabulary -> vocabulary.getKeywords().stream())
                    .forEach(keyword -> keywords.add(keyword.getValue()));
            Dialect.builder(dialect).formats(all -> formats.addAll(all.keySet()));
        }
        keywords.removeAll(WITHOUT_EFFECT);
        assertThat(tested).containsAll(keywords);
        assertThat(FORMATS).containsOnlyKeys(formats);
    }

    private static void addNames(JsonNode json, Set<String> names) {
        json.propertyNames().forEach(names::add);
        json.forEach(child -> addNames(child, names));
    }

    @EveryRevision
    void aPatternOfBeanValidationHasABound(ProtocolVersion version) {
        BindingChecks.assertRefused(
                SERVER.client(version),
                "caseless",
                "{\"value\": \"%s!\"}".formatted("a".repeat(60)),
                "takes too long to check; send fewer, shorter or simpler values");
    }

    @EveryRevision
    void largeArgumentsThatFitAreBoundAndServed(ProtocolVersion version) {
        BindingChecks.assertAccepted(
                SERVER.client(version), "numbers", "{\"value\": %s}".formatted(items("1", 20_000)), "10000");
    }

    private static String format(String format) {
        return "{'type': 'array', 'items': {'format': '" + format + "'}}";
    }

    private static JsonNode inputSchema(String schema) {
        ObjectNode value = (ObjectNode) JsonMapper.shared().readTree(schema.replace('\'', '"'));
        JsonNode dialect = value.remove("$schema");
        ObjectNode all = (ObjectNode)
                JsonMapper.shared()
                        .readTree(
                                "{\"type\": \"object\", \"properties\": {\"value\": " + value
                                        + "}, \"$defs\": {\"node\": {\"$dynamicAnchor\": \"node\", \"type\": \"null\"}, \"code\": {\"maxLength\": 9, \"pattern\": \"[0-9]+-[0-9]+\"}}}");
        if (dialect != null) {
            all.set("$schema", dialect);
        }
        return all;
    }

    private static String name(String schema) {
        String words = schema.replaceAll("[^A-Za-z0-9]+", "_");
        return words.substring(0, Math.min(words.length(), 100)) + Integer.toHexString(schema.hashCode());
    }

    /** Strings that all have the same hash code, the last one twice. */
    private static String colliding(int bits) {
        return HostileJson.array(
                (1 << bits) + 1, i -> "\"" + HostileJson.colliding(Math.min(i, (1 << bits) - 1), bits) + "\"");
    }
}
