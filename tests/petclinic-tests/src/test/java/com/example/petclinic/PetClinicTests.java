package com.example.petclinic;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** An application whose only change is a dependency and a property answers the same over HTTP and over MCP. */
@Tag("change")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PetClinicTests {

    private static final String ADA =
            "{\"firstName\": \"Ada\", \"lastName\": \"Byron\", \"city\": \"London\", \"telephone\": \"1815\"}";

    private static final JsonMapper MAPPER = JsonMapper.shared();

    private final HttpClient client = HttpClient.newHttpClient();

    private ConfigurableApplicationContext application;

    @BeforeAll
    void start() {
        application = start("--mcp.server.enabled=true");
    }

    @AfterAll
    void stop() {
        application.close();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            listOwners       | {}                                                     | /api/owners
            listOwners       | {"lastName": "Davis"}                                  | /api/owners?lastName=Davis
            getOwner         | {"ownerId": 3}                                         | /api/owners/3
            listOwnersOfCity | {"city": "Sun Prairie"}                                | /api/cities/Sun%20Prairie/owners
            listOwnersOfCity | {"city": "Madison", "size": 1, "sort": ["id,desc"]}    | /api/cities/Madison/owners?size=1&sort=id,desc
            listOwnersOfCity | {"city": "Madison", "page": 1, "size": 1}              | /api/cities/Madison/owners?size=1&page=1
            """)
    void theSameIsRead(String tool, String arguments, String path) throws Exception {
        for (String user : List.of("olga", "vera")) {
            HttpResponse<String> response = send(user, "GET", path, "");
            JsonNode result = call(user, tool, arguments).path("result");

            assertThat(response.statusCode()).isEqualTo(200);
            assertThat(result.path("isError").booleanValue()).isFalse();
            assertThat(result.path("structuredContent")).isEqualTo(MAPPER.readTree(response.body()));
            assertThat(result.path("content").path(0).path("text").stringValue())
                    .isEqualTo(response.body());
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            getOwner   | {"ownerId": 99}      | /api/owners/99          | 404
            listOwners | {"lastName": "Nemo"} | /api/owners?lastName=Nemo | 404
            """)
    void theSameErrorsAreAnswered(String tool, String arguments, String path, int status) throws Exception {
        HttpResponse<String> response = send("vera", "GET", path, "");
        JsonNode result = call("vera", tool, arguments).path("result");

        assertThat(response.statusCode()).isEqualTo(status);
        assertThat(result.path("isError").booleanValue()).isTrue();
        assertThat(result.path("content").path(0).path("text").stringValue())
                .isEqualTo(response.body().isEmpty() ? "404 Not Found" : response.body());
    }

    @Test
    void invalidArgumentsAreRefusedWithAllProblems() throws Exception {
        String owner = ADA.replace("Byron", "Lovelace 1").replace("London", "");

        assertThat(send("olga", "POST", "/api/owners", owner).statusCode()).isEqualTo(400);
        assertThat(call("olga", "addOwner", "{\"fields\": " + owner + "}")
                        .at("/result/content/0/text")
                        .stringValue())
                .contains("fields.lastName: must match the pattern", "fields.city: must not be blank");
    }

    @Test
    void anOwnerIsAddedChangedAndDeleted() throws Exception {
        JsonNode added = call("olga", "addOwner", "{\"fields\": " + ADA + "}").at("/result/structuredContent");
        String path = "/api/owners/" + added.path("id").intValue();
        String id = "\"ownerId\": " + added.path("id").intValue();

        assertThat(MAPPER.readTree(send("vera", "GET", path, "").body())).isEqualTo(added);
        JsonNode changed = call("olga", "updateOwner", "{" + id + ", \"fields\": " + ADA.replace("1815", "1852") + "}");
        assertThat(changed.at("/result/structuredContent/telephone").stringValue())
                .isEqualTo("1852");
        assertThat(call("olga", "deleteOwner", "{" + id + "}")
                        .at("/result/content/0/text")
                        .stringValue())
                .isEqualTo("Done.");
        assertThat(send("vera", "GET", path, "").statusCode()).isEqualTo(404);
    }

    @Test
    void rulesForPathsAndMethodsHold() throws Exception {
        assertThat(tools("olga"))
                .containsExactly(
                        "addOwner", "deleteOwner", "getOwner", "listOwners", "listOwnersOfCity", "updateOwner");
        assertThat(tools("vera")).containsExactly("getOwner", "listOwners", "listOwnersOfCity");

        assertThat(send("vera", "POST", "/api/owners", ADA).statusCode()).isEqualTo(403);
        assertThat(call("vera", "addOwner", "{\"fields\": " + ADA + "}")
                        .at("/error/message")
                        .stringValue())
                .isEqualTo("No tool named 'addOwner'");
        assertThat(send("vera", "DELETE", "/api/owners/1", "").statusCode()).isEqualTo(403);
        assertThat(call("vera", "deleteOwner", "{\"ownerId\": 1}")
                        .at("/error/message")
                        .stringValue())
                .isEqualTo("No tool named 'deleteOwner'");
    }

    @Test
    void theDescriptionOfTheHttpApiIsTheSame() throws Exception {
        try (ConfigurableApplicationContext without = start("--mcp.server.enabled=false")) {
            assertThat(openApi(application)).isEqualTo(openApi(without));
        }
    }

    private static ConfigurableApplicationContext start(String argument) {
        return SpringApplication.run(
                PetClinicApplication.class,
                argument,
                "--server.port=0",
                "--spring.main.banner-mode=off",
                "--logging.level.root=error");
    }

    /** Returns the members of the document, except the port of the server. */
    private JsonNode openApi(ConfigurableApplicationContext context) throws IOException, InterruptedException {
        JsonNode document =
                MAPPER.readTree(send(context, "olga", "GET", "/v3/api-docs", "").body());
        ((ObjectNode) document).remove("servers");
        return document;
    }

    private List<String> tools(String user) throws Exception {
        return mcp(user, "tools/list", "", "").at("/result/tools").values().stream()
                .map(tool -> tool.path("name").stringValue())
                .sorted()
                .toList();
    }

    private JsonNode call(String user, String tool, String arguments) throws Exception {
        return mcp(user, "tools/call", tool, ", \"name\": \"" + tool + "\", \"arguments\": " + arguments);
    }

    private JsonNode mcp(String user, String method, String name, String params)
            throws IOException, InterruptedException {
        String body = "{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"" + method + "\", \"params\": {\"_meta\": {"
                + "\"io.modelcontextprotocol/protocolVersion\": \"2026-07-28\","
                + "\"io.modelcontextprotocol/clientCapabilities\": {}}" + params + "}}";
        HttpRequest.Builder request = request(application, user, "/mcp")
                .header("Accept", "application/json, text/event-stream")
                .header("MCP-Protocol-Version", "2026-07-28")
                .header("Mcp-Method", method)
                .POST(BodyPublishers.ofString(body));
        if (!name.isEmpty()) {
            request.header("Mcp-Name", name);
        }
        return MAPPER.readTree(
                client.send(request.build(), BodyHandlers.ofString()).body());
    }

    private HttpResponse<String> send(String user, String method, String path, String body)
            throws IOException, InterruptedException {
        return send(application, user, method, path, body);
    }

    private HttpResponse<String> send(
            ConfigurableApplicationContext context, String user, String method, String path, String body)
            throws IOException, InterruptedException {
        return client.send(
                request(context, user, path)
                        .method(method, BodyPublishers.ofString(body))
                        .build(),
                BodyHandlers.ofString());
    }

    private static HttpRequest.Builder request(ConfigurableApplicationContext context, String user, String path) {
        String credentials = Base64.getEncoder().encodeToString((user + ":secret").getBytes(StandardCharsets.UTF_8));
        return HttpRequest.newBuilder(URI.create(
                        "http://localhost:" + context.getEnvironment().getRequiredProperty("local.server.port") + path))
                .header("Authorization", "Basic " + credentials)
                .header("Content-Type", "application/json");
    }
}
