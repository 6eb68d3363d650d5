package io.mcpspring.contract.interceptor;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonAlias;
import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.mcpspring.annotation.McpPrompt;
import io.mcpspring.annotation.McpResource;
import io.mcpspring.annotation.McpTool;
import io.mcpspring.annotation.McpToolParam;
import io.mcpspring.method.McpInterceptor;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.support.Answer;
import io.mcpspring.support.EveryRevision;
import io.mcpspring.support.McpTestClient;
import io.mcpspring.support.ModernRevisions;
import io.mcpspring.support.TestServer;
import io.mcpspring.tool.McpArguments;
import io.mcpspring.tool.McpToolDefinition;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.context.annotation.Bean;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Interceptors see the arguments as the method gets them, in whatever form the client has sent them. */
class AcceptedArgumentsTests {

    static final BlockingQueue<ObjectNode> SEEN = new LinkedBlockingQueue<>();

    enum Level {
        NORMAL,
        HIGH
    }

    record Order(
            @JsonAlias({"owner", "t"}) String tenant,
            @Nullable Address address) {}

    @JsonFormat(with = JsonFormat.Feature.ACCEPT_CASE_INSENSITIVE_PROPERTIES)
    record Address(
            String city, @JsonAlias("postcode") @Nullable String zip) {}

    @JsonTypeInfo(use = JsonTypeInfo.Id.SIMPLE_NAME, property = "kind")
    sealed interface Shape {}

    record Circle(@JsonAlias("r") int radius) implements Shape {}

    record Square(@JsonAlias("s") int side) implements Shape {}

    record Search(@JsonAlias("q") String query) {}

    static class Application {

        @McpTool
        Map<String, Object> order(
                Order order,
                Level level,
                @McpToolParam(defaultValue = "5") int count,
                Optional<Integer> limit,
                @McpToolParam(required = false) @Nullable List<Order> more,
                @McpToolParam(required = false) @Nullable Map<String, Order> byName,
                @McpToolParam(required = false) @Nullable Shape shape) {
            return Map.of(
                    "order",
                    order,
                    "level",
                    level,
                    "count",
                    count,
                    "limit",
                    limit.map(Object::toString).orElse("none"),
                    "more",
                    more == null ? List.of() : more,
                    "byName",
                    byName == null ? Map.of() : byName,
                    "shape",
                    shape == null ? "none" : shape);
        }

        @McpTool
        JsonNode all(McpArguments arguments, @McpToolParam(defaultValue = "5") int count) {
            return arguments.json();
        }

        @Bean
        static McpToolDefinition search() {
            return McpToolDefinition.named("search")
                    .inputSchema(Search.class)
                    .call((arguments, exchange) -> arguments.as(Search.class))
                    .build();
        }

        @McpTool
        Search open(McpArguments arguments) {
            return arguments.as(Search.class);
        }

        @McpTool
        String repeated(@McpToolParam(header = "Level") Level level) {
            return level.name();
        }

        @McpTool
        String byId(UUID id, @McpToolParam(required = false) @Nullable List<UUID> more) {
            return id + " " + more;
        }

        @McpTool
        String shares(
                @McpToolParam(required = false) @Nullable Map<UUID, Integer> shares,
                @McpToolParam(required = false) @Nullable Map<BigDecimal, Integer> byPrice) {
            return shares + " " + byPrice;
        }

        @McpPrompt
        String severalLevels(List<Level> levels, Integer[] counts, UUID id) {
            return levels + " " + Arrays.toString(counts) + " " + id;
        }

        @McpPrompt
        String levels(Level level, boolean all, int count) {
            return level + " " + all + " " + count;
        }

        @McpResource(uri = "levels://{level}/{count}")
        String ofLevel(Level level, int count) {
            return level + " " + count;
        }

        @Bean
        static McpInterceptor seeing() {
            return (invocation, chain) -> {
                SEEN.add(invocation.arguments());
                return chain.proceed(invocation);
            };
        }
    }

    private static final TestServer SERVER = TestServer.shared(Application.class);

    @BeforeEach
    void clear() {
        SEEN.clear();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {"order": "{\\"tenant\\": \\"a\\"}", "level": "HIGH"} | {"order": {"tenant": "a"}, "level": "HIGH", "count": 5}
            {"order": {"owner": "a"}, "level": "high"} | {"order": {"tenant": "a"}, "level": "HIGH", "count": 5}
            {"order": "{\\"t\\": \\"a\\"}", "level": "normal"} | {"order": {"tenant": "a"}, "level": "NORMAL", "count": 5}
            {"order": {"tenant": "a"}, "level": "HIGH", "count": "7"} | {"order": {"tenant": "a"}, "level": "HIGH", "count": 7}
            {"order": {"tenant": "a"}, "level": "HIGH", "count": 7.0} | {"order": {"tenant": "a"}, "level": "HIGH", "count": 7}
            {"order": {"tenant": "a"}, "level": "HIGH", "count": null} | {"order": {"tenant": "a"}, "level": "HIGH", "count": 5}
            {"order": {"tenant": "a"}, "level": "HIGH", "limit": "3"} | {"order": {"tenant": "a"}, "level": "HIGH", "limit": 3, "count": 5}
            {"order": {"tenant": "a", "address": {"CITY": "B", "PostCode": "1"}}, "level": "HIGH"} \
                | {"order": {"tenant": "a", "address": {"city": "B", "zip": "1"}}, "level": "HIGH", "count": 5}
            {"order": {"t": "a"}, "level": "HIGH", "more": "[{\\"t\\": \\"b\\"}]"} \
                | {"order": {"tenant": "a"}, "level": "HIGH", "more": [{"tenant": "b"}], "count": 5}
            {"order": {"t": "a"}, "level": "HIGH", "byName": {"t": {"t": "b"}}} \
                | {"order": {"tenant": "a"}, "level": "HIGH", "byName": {"t": {"tenant": "b"}}, "count": 5}
            {"order": {"tenant": "a"}, "level": "HIGH", "shape": {"kind": "SQUARE", "side": 2}} \
                | {"order": {"tenant": "a"}, "level": "HIGH", "shape": {"kind": "Square", "side": 2}, "count": 5}
            {"order": {"t": "a"}, "level": "HIGH", "shape": {"kind": "Square", "s": "2"}} \
                | {"order": {"tenant": "a"}, "level": "HIGH", "shape": {"kind": "Square", "side": 2}, "count": 5}
            """)
    void interceptorsSeeTheArgumentsAsTheMethodGetsThem(String sent, String accepted) {
        Answer answer = SERVER.client(ProtocolVersion.newest()).call("order", sent);

        ObjectNode expected = tree(accepted);
        assertThat(SEEN.remove()).isEqualTo(expected);
        assertThat(answer.isToolError()).isFalse();
        JsonNode got = tree(answer.contentText());
        assertThat(got.at("/order/tenant")).isEqualTo(expected.at("/order/tenant"));
        assertThat(got.get("level")).isEqualTo(expected.get("level"));
        assertThat(got.get("count")).isEqualTo(expected.get("count"));
        assertThat(got.at("/order/address/zip").asString(""))
                .isEqualTo(expected.at("/order/address/zip").asString(""));
        assertThat(got.at("/more/0/tenant")).isEqualTo(expected.at("/more/0/tenant"));
        assertThat(got.at("/byName/t/tenant")).isEqualTo(expected.at("/byName/t/tenant"));
        assertThat(got.at("/shape/side")).isEqualTo(expected.at("/shape/side"));
    }

    @EveryRevision
    void aMemberUnderTwoNamesIsRefused(ProtocolVersion version) {
        Answer known = SERVER.client(version)
                .call("order", "{\"order\": {\"t\": \"victim\", \"tenant\": \"mine\"}, \"level\": \"HIGH\"}");
        Answer others = SERVER.client(version)
                .call("order", "{\"order\": {\"t\": \"first\", \"owner\": \"second\"}, \"level\": \"HIGH\"}");

        assertThat(known.text()).contains("order.t: is another name of \\\"tenant\\\", which is given, too");
        assertThat(others.text()).contains("order.owner: is another name of \\\"tenant\\\", which is given, too");
        assertThat(SEEN).isEmpty();
    }

    @EveryRevision
    void interceptorsDoNotSeeArgumentsThatTheMethodDoesNotGet(ProtocolVersion version) {
        Answer answer = SERVER.client(version).call("order", "{\"order\": {\"tenant\": true}, \"level\": \"LOW\"}");
        assertThat(answer.text()).contains("order.tenant: must be a string").contains("level: must be one of");
        assertThat(SEEN).isEmpty();
    }

    @EveryRevision
    void allArgumentsOfAMethodAreThoseThatInterceptorsSee(ProtocolVersion version) {
        Answer answer = SERVER.client(version).call("all");
        assertThat(tree(answer.contentText())).isEqualTo(SEEN.remove()).isEqualTo(tree("{\"count\": 5}"));

        assertThat(SERVER.client(version).call("search", "{\"q\": \"x\"}").contentText())
                .isEqualTo("{\"query\":\"x\"}");
        assertThat(SEEN.remove()).isEqualTo(tree("{\"query\": \"x\"}"));
    }

    @EveryRevision
    void argumentsWithoutASchemaHaveTheNamesThatTheClientGivesThem(ProtocolVersion version) {
        assertThat(SERVER.client(version).call("open", "{\"q\": \"x\"}").contentText())
                .isEqualTo("{\"query\":\"x\"}");
        assertThat(SEEN.remove()).isEqualTo(tree("{\"q\": \"x\"}"));
    }

    @EveryRevision
    void schemasNameMembersAndConstantsOnce(ProtocolVersion version) {
        Answer answer = SERVER.client(version).request("tools/list", "{}");
        assertThat(answer.text()).doesNotContain("otherNames", "owner", "postcode");
    }

    @ModernRevisions
    void headersRepeatTheArgumentThatTheClientSends(ProtocolVersion version) {
        Answer answer =
                SERVER.client(version).call("repeated", "{\"level\": \"normal\"}", Map.of("Mcp-Param-Level", "normal"));
        assertThat(answer.contentText()).isEqualTo("NORMAL");
    }

    @EveryRevision
    void textArgumentsHaveOneFormForEachValue(ProtocolVersion version) {
        Answer prompt = SERVER.client(version)
                .request(
                        "prompts/get",
                        "{\"name\": \"levels\", \"arguments\": {\"level\": \"high\", \"all\": \"yes\", \"count\": \" 0x10\"}}");
        assertThat(prompt.result().at("/messages/0/content/text").asString()).isEqualTo("HIGH true 16");
        assertThat(SEEN.remove()).isEqualTo(tree("{\"level\": \"HIGH\", \"all\": \"true\", \"count\": \"16\"}"));

        Answer resource = SERVER.client(version).request("resources/read", "{\"uri\": \"levels://hi%67h/0x10\"}");
        assertThat(resource.result().at("/contents/0/text").asString()).isEqualTo("HIGH 16");
        assertThat(SEEN.remove()).isEqualTo(tree("{\"level\": \"HIGH\", \"count\": \"16\"}"));
    }

    @EveryRevision
    void elementsOfTextArgumentsHaveOneFormForEachValue(ProtocolVersion version) {
        for (String levels : List.of("high, Normal", "[\\\"high\\\", \\\"normal\\\"]")) {
            Answer prompt = SERVER.client(version).request("prompts/get", """
                            {"name": "severalLevels", "arguments": {"levels": "%s", "counts": "0x10,7",
                              "id": "2FD4E1C6-7A2D-48FC-AD84-9C1BCEFD3EB1"}}""".formatted(levels));
            assertThat(prompt.result().at("/messages/0/content/text").asString())
                    .isEqualTo("[HIGH, NORMAL] [16, 7] 2fd4e1c6-7a2d-48fc-ad84-9c1bcefd3eb1");
            assertThat(SEEN.remove()).isEqualTo(tree("""
                    {"levels": "HIGH,NORMAL", "counts": "16,7", "id": "2fd4e1c6-7a2d-48fc-ad84-9c1bcefd3eb1"}"""));
        }
    }

    @EveryRevision
    void aUuidHasSmallLetters(ProtocolVersion version) {
        Answer answer = SERVER.client(version).call("byId", """
                {"id": "2FD4E1C6-7A2D-48FC-AD84-9C1BCEFD3EB1", "more": ["2Fd4e1c6-7a2d-48fc-ad84-9c1bcefd3eb1"]}""");
        assertThat(answer.contentText())
                .isEqualTo("2fd4e1c6-7a2d-48fc-ad84-9c1bcefd3eb1 [2fd4e1c6-7a2d-48fc-ad84-9c1bcefd3eb1]");
        assertThat(SEEN.remove()).isEqualTo(tree("""
                {"id": "2fd4e1c6-7a2d-48fc-ad84-9c1bcefd3eb1", "more": ["2fd4e1c6-7a2d-48fc-ad84-9c1bcefd3eb1"]}"""));
    }

    @EveryRevision
    void keysOfMapsHaveOneForm(ProtocolVersion version) {
        McpTestClient client = SERVER.client(version);
        assertThat(client.call("shares", """
                {"shares": {"2fd4e1c6-7a2d-48fc-ad84-9c1bcefd3eb1": 1}, "byPrice": {"1e3": 2}}""").contentText())
                .isEqualTo("{2fd4e1c6-7a2d-48fc-ad84-9c1bcefd3eb1=1} {1E+3=2}");
        SEEN.remove();
        assertThat(client.call("shares", "{\"shares\": {\"2FD4E1C6-7A2D-48FC-AD84-9C1BCEFD3EB1\": 1}}")
                        .text())
                .contains("[^A-Z]*");
        assertThat(client.call("shares", "{\"byPrice\": {\"1e100000000\": 1}}").text())
                .contains("byPrice: must have an exponent from -1000 to 1000");
        SEEN.clear();
    }

    private static ObjectNode tree(String json) {
        return (ObjectNode) JsonMapper.shared().readTree(json);
    }
}
