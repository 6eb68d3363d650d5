package io.mcpspring.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.core.io.ClassPathResource;
import org.springframework.http.MediaType;
import org.springframework.test.web.reactive.server.WebTestClient;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What the suite takes for granted before it checks anything. */
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT)
class ConformanceServerApplicationTests {

    private static final JsonMapper MAPPER = JsonMapper.shared();

    @LocalServerPort
    private int port;

    private WebTestClient client;

    @BeforeEach
    void connect() {
        this.client = WebTestClient.bindToServer().baseUrl("http://localhost:" + this.port).build();
    }

    @Test
    void theSchemaFixtureIsPublishedExactlyAsWritten() throws Exception {
        JsonNode written = MAPPER.readTree(new ClassPathResource("schemas/json-schema-2020-12.json").getInputStream());

        assertThat(tool("json_schema_2020_12_tool").path("inputSchema").toString()).isEqualTo(written.toString());
    }

    @Test
    void everyToolSaysWhatItDoes() {
        assertThat(tools()).isNotEmpty().allSatisfy(tool ->
                assertThat(tool.path("description").stringValue()).isNotBlank());
    }

    @Test
    void theFirstToolAnswersACallWithoutArguments() {
        String first = tools().get(0).path("name").stringValue();

        JsonNode answer = send("tools/call", first, "\"name\":\"%s\",\"arguments\":{},".formatted(first));

        assertThat(answer.has("result")).as(answer.toString()).isTrue();
    }

    @Test
    void threeArgumentsAreRepeatedInHeaders() {
        JsonNode properties = tool("test_x_mcp_header").path("inputSchema").path("properties");

        assertThat(properties.findValuesAsString("x-mcp-header")).containsExactly("Region", "Priority", "Verbose");
        assertThat(properties.path("note").has("x-mcp-header")).isFalse();
    }

    private JsonNode tool(String name) {
        for (JsonNode tool : tools()) {
            if (tool.path("name").stringValue().equals(name)) {
                return tool;
            }
        }
        throw new AssertionError("No tool " + name);
    }

    private JsonNode tools() {
        return send("tools/list", null, "").path("result").path("tools");
    }

    private JsonNode send(String method, @Nullable String name, String params) {
        byte[] answer = client.post()
                .uri("/mcp")
                .contentType(MediaType.APPLICATION_JSON)
                .accept(MediaType.APPLICATION_JSON, MediaType.TEXT_EVENT_STREAM)
                .headers(headers -> {
                    headers.set("MCP-Protocol-Version", "2026-07-28");
                    headers.set("Mcp-Method", method);
                    if (name != null) {
                        headers.set("Mcp-Name", name);
                    }
                })
                .bodyValue("""
                        {"jsonrpc":"2.0","id":1,"method":"%s","params":{%s"_meta":{
                        "io.modelcontextprotocol/protocolVersion":"2026-07-28",
                        "io.modelcontextprotocol/clientCapabilities":{}}}}""".formatted(method, params))
                .exchange()
                .expectStatus().isOk()
                .expectBody().returnResult().getResponseBody();
        return MAPPER.readTree(answer);
    }
}
