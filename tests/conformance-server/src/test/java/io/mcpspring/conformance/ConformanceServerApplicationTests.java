package io.mcpspring.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.core.io.ClassPathResource;
import org.springframework.http.MediaType;
import org.springframework.test.web.servlet.client.RestTestClient;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The assumptions of the conformance suite about its server: the suite itself shows only that one does not hold. */
@Tag("change")
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT)
class ConformanceServerApplicationTests {

    private static final JsonMapper MAPPER = JsonMapper.shared();

    @LocalServerPort
    private int port;

    private RestTestClient client;

    @BeforeEach
    void connect() {
        client = RestTestClient.bindToServer()
                .baseUrl("http://localhost:" + port)
                .build();
    }

    @Test
    void theSchemaFixtureIsPublishedExactlyAsWritten() throws Exception {
        JsonNode written = MAPPER.readTree(new ClassPathResource("schemas/json-schema-2020-12.json").getInputStream());

        assertThat(tool("json_schema_2020_12_tool").path("inputSchema").toString())
                .isEqualTo(written.toString());
    }

    @Test
    void everyToolHasADescription() {
        assertThat(tools())
                .isNotEmpty()
                .allSatisfy(tool ->
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

    @Test
    void aTriggerRestoresTheListOfTools() {
        JsonNode before = tools();

        assertThat(text(call("test_trigger_tool_change", "{}"))).isEqualTo("Replaced test_changing_tool");

        assertThat(tools()).isEqualTo(before);
        assertThat(text(call("test_changing_tool", "{}"))).isEqualTo("The tool after the latest change");
    }

    @Test
    void aTriggerRestoresTheListOfPrompts() {
        JsonNode before = send("prompts/list", null, "");

        assertThat(text(call("test_trigger_prompt_change", "{}"))).isEqualTo("Replaced test_changing_prompt");

        assertThat(send("prompts/list", null, "")).isEqualTo(before);
    }

    @ParameterizedTest
    @CsvSource({"prompts/list, prompts", "resources/list, resources", "resources/templates/list, resourceTemplates"})
    void promptsAndResourcesHaveDescriptions(String method, String member) {
        assertThat(send(method, null, "").path("result").path(member))
                .isNotEmpty()
                .allSatisfy(entry ->
                        assertThat(entry.path("description").stringValue()).isNotBlank());
    }

    @ParameterizedTest
    @CsvSource({
        "test_input_required_result_elicitation, user_name",
        "test_input_required_result_sampling, capital_question",
        "test_input_required_result_list_roots, client_roots",
        "test_input_required_result_request_state, confirm",
        "test_input_required_result_tampered_state, confirm",
        "test_input_required_result_multiple_inputs, user_name greeting client_roots",
        "test_input_required_result_multi_round, step1",
        "test_input_required_result_capabilities, user_name greeting client_roots"
    })
    void requiredInputsHaveTheKeysThatTheSuiteExpects(String tool, String keys) {
        JsonNode result = call(tool, "{\"elicitation\": {}, \"sampling\": {}, \"roots\": {}}")
                .path("result");

        assertThat(result.path("resultType").asString()).isEqualTo("input_required");
        assertThat(result.path("inputRequests").propertyNames()).containsExactlyInAnyOrder(keys.split(" "));
    }

    @Test
    void aToolAsksOnlyForDeclaredCapabilities() {
        JsonNode result = call("test_input_required_result_capabilities", "{\"roots\": {}}")
                .path("result");

        assertThat(result.path("inputRequests").propertyNames()).containsExactly("client_roots");
    }

    @Test
    void aFormHasTheDefaultsThatTheSuiteExpects() {
        JsonNode properties = call("test_elicitation_sep1034_defaults", "{\"elicitation\": {}}")
                .at("/result/inputRequests/q1/params/requestedSchema/properties");

        assertThat(properties.propertyNames()).containsExactly("name", "age", "score", "status", "verified");
        assertThat(properties.findValuesAsString("type"))
                .containsExactly("string", "integer", "number", "string", "boolean");
        assertThat(properties.findValues("default")).hasToString("[\"John Doe\", 30, 95.5, \"active\", true]");
        assertThat(properties.at("/status/enum")).hasToString("[\"active\",\"inactive\",\"pending\"]");
    }

    @Test
    void theChoicesOfAFormAreSentExactlyAsWritten() throws Exception {
        JsonNode written = MAPPER.readTree(new ClassPathResource("schemas/elicitation-enums.json").getInputStream());

        JsonNode asked = call("test_elicitation_sep1330_enums", "{\"elicitation\": {}}")
                .at("/result/inputRequests/enums/params/requestedSchema");

        assertThat(asked.toString()).isEqualTo(written.toString());
    }

    private JsonNode call(String tool, String capabilities) {
        return send("tools/call", tool, "\"name\":\"%s\",".formatted(tool), capabilities);
    }

    private static String text(JsonNode answer) {
        return answer.at("/result/content/0/text").asString();
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
        return send(method, name, params, "{}");
    }

    private JsonNode send(String method, @Nullable String name, String params, String capabilities) {
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
                .body("""
                        {"jsonrpc":"2.0","id":1,"method":"%s","params":{%s"_meta":{
                        "io.modelcontextprotocol/protocolVersion":"2026-07-28",
                        "io.modelcontextprotocol/clientCapabilities":%s}}}""".formatted(method, params, capabilities))
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody()
                .returnResult()
                .getResponseBody();
        return MAPPER.readTree(answer);
    }
}
