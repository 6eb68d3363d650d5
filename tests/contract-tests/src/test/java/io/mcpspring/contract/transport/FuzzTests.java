package io.mcpspring.contract.transport;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.annotation.McpTool;
import io.mcpspring.annotation.McpToolParam;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.support.EveryRevision;
import io.mcpspring.support.Extent;
import io.mcpspring.support.McpTestClient;
import io.mcpspring.support.OnNetty;
import io.mcpspring.support.RawHttp;
import io.mcpspring.support.TestServer;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Mutated requests: each gets a well-formed response within five seconds, and none breaks the server. The mutations
 * depend on the seed alone; {@code -Dmcp.fuzz.seed} and {@code -Dmcp.fuzz.requests} set the seed and the number of
 * requests of each revision.
 */
@OnNetty("Tomcat answers TRACE and broken HTTP itself")
class FuzzTests {

    private static final long SEED = Long.getLong("mcp.fuzz.seed", 20261121L);

    private static final int REQUESTS =
            Integer.getInteger("mcp.fuzz.requests", Extent.CURRENT == Extent.QUICK ? 300 : 1500);

    private static final Set<Integer> STATUSES = Set.of(200, 202, 400, 403, 404, 405, 406, 413, 415);

    private static final JsonMapper STRICT = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY)
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();

    enum Grade {
        FINE,
        COARSE
    }

    record Part(
            @Pattern(regexp = "[a-z]{1,8}") String name,
            @Max(100) int count,
            double weight,
            Optional<Grade> grade) {}

    record Order(
            UUID id,
            LocalDate day,
            Duration window,
            BigDecimal price,
            BigInteger serial,
            List<Part> parts,
            Map<String, Integer> stock,
            byte[] seal) {}

    /** The tool itself does not fail, so every error comes from the server. */
    static class Tools {

        @McpTool(description = "Greets somebody")
        String greet(@Size(max = 50) String name) {
            return "Hello, " + name + "!";
        }

        @McpTool(description = "Places an order and gives it back")
        Order order(
                Order order,
                @McpToolParam(header = "Region") String region,
                @McpToolParam(header = "Count", required = false, defaultValue = "1") int count) {
            return order;
        }

        @McpTool(description = "Repeats anything")
        Object echo(Object value, Optional<Object> other) {
            Map<String, Object> repeated = new LinkedHashMap<>();
            repeated.put("value", value);
            repeated.put("text", String.valueOf(other.orElse("")));
            return repeated;
        }
    }

    private static final String ORDER = """
            {"id": "0d1b1e9e-6ec4-4e05-9b5c-ca5c54dba4a4", "day": "2026-11-21", "window": "PT1H", "price": 12.50,
             "serial": 1180591620717411303424, "parts": [{"name": "bolt", "count": 3, "weight": 1.5, "grade": "FINE"}],
             "stock": {"bolt": 7}, "seal": "AQID"}""";

    private static final Map<String, String> PARAMS = Map.of(
            "tools/list", "{\"cursor\": null}",
            "tools/call", "{\"name\": \"greet\", \"arguments\": {\"name\": \"Ada\"}}",
            "order",
                    "{\"name\": \"order\", \"arguments\": {\"order\": " + ORDER
                            + ", \"region\": \"eu\", \"count\": 42}}",
            "echo", "{\"name\": \"echo\", \"arguments\": {\"value\": {\"a\": [1, {\"b\": null}]}, \"other\": 1}}",
            "server/discover", "{}",
            "ping", "{}",
            "initialize",
                    "{\"protocolVersion\": \"2025-06-18\", \"capabilities\": {\"elicitation\": {}, "
                            + "\"extensions\": {\"a/b\": {}}}, \"clientInfo\": {\"name\": \"fuzz\", \"version\": \"1\"}}");

    private static final List<String> CHOICES = List.of(
            "tools/list",
            "tools/call",
            "order",
            "order",
            "order",
            "echo",
            "echo",
            "server/discover",
            "ping",
            "initialize");

    private final TestServer server = TestServer.shared(Tools.class);

    @EveryRevision
    void mutatedRequestsDoNotBreakTheServer(ProtocolVersion version) {
        Mutator mutator = new Mutator(SEED * 31 + version.ordinal());
        McpTestClient client = server.client(version);
        RawHttp connection = RawHttp.connect(server.port());
        for (int number = 0; number < REQUESTS; number++) {
            byte[] request = request(mutator, client, number);
            RawHttp.Response response;
            try {
                connection.send(request);
                response = connection.receive();
            } catch (UncheckedIOException ex) {
                throw new AssertionError(
                        "No answer to request " + number + " of seed " + SEED + ": " + Mutator.shown(request), ex);
            }
            assertThat(problem(response))
                    .as(
                            "Answer to request %s of seed %s: %s\nRequest: %s",
                            number, SEED, response, Mutator.shown(request))
                    .isEmpty();
            if ("close".equalsIgnoreCase(response.header("Connection"))) {
                connection.close();
                connection = RawHttp.connect(server.port());
            }
        }
        connection.close();
        assertThat(client.call("greet", "{\"name\": \"Ada\"}").contentText()).isEqualTo("Hello, Ada!");
    }

    private static byte[] request(Mutator mutator, McpTestClient client, int number) {
        String choice = mutator.oneOf(CHOICES);
        String method = choice.equals("order") || choice.equals("echo") ? "tools/call" : choice;
        ObjectNode params = (ObjectNode) JsonMapper.shared().readTree(PARAMS.get(choice));
        List<String> headers = new ArrayList<>();
        client.headers(method, params).forEach((name, value) -> headers.add(name + ": " + value));
        if (choice.equals("order")) {
            headers.add("Mcp-Param-Region: eu");
            headers.add("Mcp-Param-Count: 42");
        }
        String message = client.body(method, params);
        if (!client.version().isModern() && mutator.below(8) == 0) {
            message = "[" + message + ",{\"jsonrpc\":\"2.0\",\"id\":\"b\",\"method\":\"ping\"},"
                    + "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}]";
        }
        List<String> changed = mutator.headers(headers);
        // For every tenth request only the headers are changed, and a few use another HTTP method.
        byte[] body = number % 10 == 0 ? message.getBytes(StandardCharsets.UTF_8) : mutator.body(message);
        String httpMethod =
                mutator.below(60) == 0 ? mutator.oneOf(List.of("TRACE", "PUT", "OPTIONS", "PATCH")) : "POST";
        return RawHttp.request(httpMethod + " /mcp", body, changed.toArray(String[]::new));
    }

    /** Returns the problem of a response; empty for most of them. */
    private static String problem(RawHttp.Response response) {
        if (!STATUSES.contains(response.status())) {
            return "status";
        }
        if (response.status() == 202) {
            return response.body().length == 0 ? "" : "202 with a body";
        }
        String type = String.valueOf(response.header("Content-Type"));
        if (type.equals("text/event-stream")) {
            return response.text()
                    .lines()
                    .filter(line -> line.startsWith("data: {"))
                    .map(line -> problem(STRICT.readTree(line.substring("data: ".length()))))
                    .filter(problem -> !problem.isEmpty())
                    .findFirst()
                    .orElse(response.text().contains("\ndata: {") ? "" : "a stream without a response");
        }
        if (!type.equals("application/json")) {
            return "content type";
        }
        JsonNode json = STRICT.readTree(response.body());
        if (!json.isArray()) {
            return problem(json);
        }
        return json.valueStream()
                .map(FuzzTests::problem)
                .filter(problem -> !problem.isEmpty())
                .findFirst()
                .orElse(json.isEmpty() ? "an empty array" : "");
    }

    private static String problem(JsonNode message) {
        if (!message.isObject() || !message.path("jsonrpc").stringValue("").equals("2.0")) {
            return "no JSON-RPC";
        }
        if (message.has("result") == message.has("error")) {
            return "neither a result nor an error, or both";
        }
        if (message.has("result")) {
            return !message.get("result").isObject() || !message.has("id")
                    ? "a malformed result"
                    : message.get("result").toString().contains("failed unexpectedly") ? "an unexpected failure" : "";
        }
        JsonNode error = message.get("error");
        if (!error.path("code").isIntegralNumber()
                || error.path("message").stringValue("").isBlank()) {
            return "a malformed error";
        }
        return error.get("code").intValue() == -32603 ? "an internal error" : "";
    }
}
