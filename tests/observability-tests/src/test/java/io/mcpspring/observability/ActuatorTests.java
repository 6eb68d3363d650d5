package io.mcpspring.observability;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.annotation.McpPrompt;
import io.mcpspring.annotation.McpResource;
import io.mcpspring.annotation.McpTool;
import io.mcpspring.entry.McpAccessDecision;
import io.mcpspring.entry.McpAccessRule;
import io.mcpspring.entry.McpEntry;
import io.mcpspring.exchange.McpRequestContext;
import io.mcpspring.observation.ObservedRequests;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The endpoint {@code mcp} of Actuator, and what the server adds to other endpoints. */
class ActuatorTests {

    private static final String SECRET = "a-secret-of-at-least-thirty-two-characters";

    private static final String[] ALL = {
        "management.endpoints.web.exposure.include=mcp,info,env,configprops",
        "management.endpoint.env.show-values=always",
        "management.endpoint.configprops.show-values=always",
        "spring.jackson.property-naming-strategy=SNAKE_CASE",
        "mcp.server.secret=" + SECRET,
        "mcp.server.previous-secrets=" + SECRET + "-before",
        "mcp.server.name=observed",
        "mcp.server.limits.max-concurrency-per-caller=9",
        "mcp.server.limits.entries[0].name=undescribed",
        "mcp.server.limits.entries[0].max-concurrency=5",
        "mcp.server.limits.entries[1].name=note://{id}/text",
        "mcp.server.limits.entries[1].max-concurrency=6"
    };

    @Test
    void theEndpointListsTheEntries() {
        JsonNode description = read(server().get("/actuator/mcp"));
        assertThat(description.at("/server/name").asString()).isEqualTo("observed");
        assertThat(description.path("protocolVersions").toString()).contains("2026-07-28", "2025-11-25");
        JsonNode tool = entry(description, "add");
        assertThat(tool.path("kind").asString()).isEqualTo("tool");
        assertThat(tool.path("method").asString()).contains("Entries.add(int, int)", "entries");
        assertThat(tool.path("characters").asInt()).isEqualTo("""
                {"name":"add","description":"Adds","inputSchema":{"type":"object",\
                "properties":{"a":{"type":"integer"},"b":{"type":"integer"}},\
                "required":["a","b"],"additionalProperties":false}}""".length());
        assertThat(tool.path("fingerprint").asString()).matches("[0-9a-f]{64}");
        assertThat(tool.at("/limits/maxConcurrency").asString()).isEqualTo("3");
        assertThat(tool.path("tags").toString()).isEqualTo("[\"numbers\"]");
        assertThat(entry(description, "undescribed").has("tags")).isFalse();
        assertThat(rules(tool)).containsExactly(Rule.class.getName(), Served.class.getName() + "$$Lambda");
        assertThat(rules(entry(description, "undescribed"))).containsExactly(Served.class.getName() + "$$Lambda");
        assertThat(entry(description, "note://{id}/text").path("kind").asString())
                .isEqualTo("resource template");
        assertThat(description.path("warnings").toString()).contains("undescribed");
        assertThat(description.path("notServed").toString()).isEqualTo("""
                ["Methods with @org.springframework.ai.mcp.annotation.McpTool: an annotation of Spring AI.\
                 Import that of io.mcpspring.annotation instead, or add mcp-spring-boot-spring-ai."]""");
        assertThat(description.at("/state/tasks").asInt(-1)).isZero();
    }

    private static List<String> rules(JsonNode entry) {
        return entry.path("rules").valueStream().map(JsonNode::asString).toList();
    }

    @Test
    void theEndpointShowsTheLimitsThatApply() {
        JsonNode description = read(server().get("/actuator/mcp"));
        assertThat(description.path("limits").toString()).isEqualTo("{\"maxConcurrencyPerCaller\":\"9\"}");
        assertThat(limits(entry(description, "add")))
                .isEqualTo(Map.of(
                        "maxConcurrency", "3", "timeout", "PT5S", "maxTextSize", "1048576", "maxBinarySize", "2000"));
        assertThat(limits(entry(description, "undescribed")))
                .isEqualTo(Map.of(
                        "maxConcurrency",
                        "5",
                        "timeout",
                        "PT50S",
                        "maxTextSize",
                        "1048576",
                        "maxBinarySize",
                        "16777216"));
        assertThat(limits(entry(description, "note://{id}/text")))
                .isEqualTo(Map.of("maxConcurrency", "6", "timeout", "PT50S", "maxSize", "16777216"));
        assertThat(limits(read(server().get("/actuator/mcp/prompt?name=greeting"))))
                .isEqualTo(Map.of("timeout", "PT50S", "maxSize", "16777216"));
    }

    private static Map<String, String> limits(JsonNode entry) {
        return entry.path("limits")
                .propertyStream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey, limit -> limit.getValue().asString()));
    }

    @Test
    void theEndpointShowsTheDefinitionOfAnEntry() {
        ObservedServer server = server();
        JsonNode tool = read(server.get("/actuator/mcp/tool?name=add"));
        assertThat(tool.at("/definition/inputSchema/properties/a/type").asString())
                .isEqualTo("integer");
        assertThat(read(server.get("/actuator/mcp/prompt?name=greeting"))
                        .at("/definition/name")
                        .asString())
                .isEqualTo("greeting");
        assertThat(read(server.get("/actuator/mcp/resource%20template?name=note://%7Bid%7D/text"))
                        .at("/definition/uriTemplate")
                        .asString())
                .isEqualTo("note://{id}/text");
        assertThat(server.get("/actuator/mcp/tool?name=nosuch").statusCode()).isEqualTo(404);
        assertThat(server.get("/actuator/mcp/prompt?name=add").statusCode()).isEqualTo(404);
    }

    @Test
    void theEndpointIsReadOnly() {
        HttpResponse<String> response =
                ObservedServer.send(server().request("/actuator/mcp").POST(HttpRequest.BodyPublishers.noBody()));
        assertThat(response.statusCode()).isEqualTo(405);
    }

    @Test
    void byDefaultTheEndpointIsNotExposedAndTheHealthIndicatorOff() {
        ObservedServer server = ObservedServer.of(
                Era.MODERN, HealthTests.Sharing.class, "management.endpoint.health.show-components=always");
        assertThat(server.get("/actuator/mcp").statusCode()).isEqualTo(404);
        assertThat(server.get("/actuator/health").body()).contains("diskSpace").doesNotContain("mcp");
    }

    @Test
    void infoDescribesTheServer() {
        JsonNode info = read(server().get("/actuator/info"));
        assertThat(info.at("/mcp/name").asString()).isEqualTo("observed");
        assertThat(info.at("/mcp/entries/tool").asInt()).isEqualTo(2);
    }

    @Test
    void secretsAreNeverShown() {
        ObservedServer server = server();
        assertThat(server.get("/actuator/env").body())
                .contains("mcp.server.secret")
                .doesNotContain(SECRET);
        assertThat(server.get("/actuator/configprops").body())
                .contains("mcp.server")
                .doesNotContain(SECRET);
        assertThat(server.get("/actuator/mcp").body()).doesNotContain(SECRET);
    }

    @EveryEra
    void theManagementPortDoesNotServeClients(Era era) {
        ObservedServer server = separated(era);
        assertThat(server.get(managementPort(server), "/actuator/mcp").statusCode())
                .isEqualTo(200);
        assertThat(server.get(managementPort(server), "/mcp").statusCode()).isEqualTo(404);
        assertThat(server.send("tools/list", "{}").at("/result/tools").size()).isEqualTo(2);
        assertThat(server.get("/actuator/mcp").statusCode()).isEqualTo(404);
    }

    @Test
    void theEndpointDoesNotNeedObservations() {
        ObservedServer server = separated(Era.MODERN);
        assertThat(server.context().getBeansOfType(ObservedRequests.class)).isEmpty();
        assertThat(read(server.get(managementPort(server), "/actuator/mcp"))
                        .at("/state/tasks")
                        .asInt(-1))
                .isZero();
    }

    /** Returns a server with a port for its management, and without observations. */
    private static ObservedServer separated(Era era) {
        return ObservedServer.of(
                era,
                Served.class,
                "management.server.port=0",
                // The class path has Tomcat, too.
                "spring.autoconfigure.exclude=org.springframework.boot.tomcat.autoconfigure.actuate.web.server."
                        + "TomcatReactiveManagementContextAutoConfiguration,"
                        + "io.mcpspring.autoconfigure.observation.McpObservationAutoConfiguration",
                "management.endpoints.web.exposure.include=mcp");
    }

    private static int managementPort(ObservedServer server) {
        return server.context().getEnvironment().getRequiredProperty("local.management.port", Integer.class);
    }

    private static ObservedServer server() {
        return ObservedServer.of(Era.MODERN, Served.class, ALL);
    }

    private static JsonNode read(HttpResponse<String> response) {
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        return JsonMapper.shared().readTree(response.body());
    }

    private static JsonNode entry(JsonNode description, String name) {
        return description
                .path("entries")
                .valueStream()
                .filter(entry -> entry.path("name").asString().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Configuration(proxyBeanMethods = false)
    static class Served {

        @Bean
        Entries entries() {
            return new Entries();
        }

        @Bean
        Rule rule() {
            return new Rule();
        }

        @Bean
        McpAccessRule ruleWithoutClass() {
            return (entry, request) -> Mono.just(McpAccessDecision.granted());
        }
    }

    static class Rule implements McpAccessRule {

        @Override
        public boolean appliesTo(McpEntry entry) {
            return entry.name().equals("add");
        }

        @Override
        public Mono<McpAccessDecision> decide(McpEntry entry, McpRequestContext request) {
            return Mono.just(McpAccessDecision.granted());
        }
    }

    static class Entries {

        @org.springframework.ai.mcp.annotation.McpTool
        String ofSpringAi() {
            return "not served";
        }

        @McpTool(
                description = "Adds",
                tags = "numbers",
                readOnlyHint = true,
                maxConcurrency = 3,
                timeout = "5s",
                maxBinarySize = "2000B")
        int add(int a, int b) {
            return a + b;
        }

        @McpTool
        String undescribed() {
            return "done";
        }

        @McpPrompt(description = "Greets")
        String greeting() {
            return "Hello";
        }

        @McpResource(uri = "note://{id}/text", description = "A note")
        String note(String id) {
            return "Note " + id;
        }
    }
}
