package io.mcpspring.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import io.mcpspring.sample.Catalog.Column;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.ElicitFormRequest;
import io.modelcontextprotocol.spec.McpSchema.ElicitResult;
import io.modelcontextprotocol.spec.McpSchema.ProgressNotification;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.jdbc.core.JdbcTemplate;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Results are saved as tables with progress for the client, and dropped if its user agrees, in both eras. */
@DeskTest
class SavedTablesTests {

    private static final String RAIN = "SELECT date, precipitation AS rain, weather FROM weather ORDER BY date";

    private static final JsonMapper MAPPER = JsonMapper.shared();

    private final List<ProgressNotification> progress = new CopyOnWriteArrayList<>();

    private final List<ElicitFormRequest> questions = new CopyOnWriteArrayList<>();

    @LocalServerPort
    private int port;

    @Autowired
    private JdbcTemplate owner;

    @Autowired
    private Catalog catalog;

    private ElicitResult answer = accept(true);

    private McpSyncClient client;

    @BeforeEach
    void connect() {
        client = McpClient.sync(HttpClientStreamableHttpTransport.builder("http://localhost:" + port)
                        .build())
                .progressConsumer(progress::add)
                .elicitation(question -> {
                    questions.add(question);
                    return answer;
                })
                .build();
        client.initialize();
    }

    @AfterEach
    void clear() {
        client.close();
        tables().forEach(table -> owner.execute("DROP TABLE " + table));
    }

    @Test
    void aResultBecomesATableThatCanBeQueried() {
        assertThat(save(RAIN, "rain")).isEqualTo("Saved 1461 rows as table saved_rain");

        assertThat(call("query", Map.of("sql", "SELECT MAX(rain) AS rain, MIN(date) AS day FROM saved_rain")))
                .contains("[[55.9,\"2012-01-01\"]]");
        assertThat(call("list_tables", Map.of())).contains("\"saved_rain\"", "\"rows\":1461");
    }

    @Test
    void everyTypeOfNumbersAndTimesIsKept() {
        save("""
                SELECT CAST(1 AS TINYINT) AS tiny, CAST(1 AS SMALLINT) AS small, 1 AS whole, CAST(1 AS BIGINT) AS big,
                    CAST(1 AS REAL) AS single, CAST(1 AS FLOAT) AS approximate, CAST(1.5 AS NUMERIC(5, 1)) AS price,
                    CAST(1 AS DECFLOAT) AS exact, TRUE AS truth, DATE '2012-01-01' AS day, TIME '10:20:30' AS clock,
                    TIMESTAMP '2012-01-01 10:20:30' AS moment,
                    TIMESTAMP WITH TIME ZONE '2012-01-01 10:20:30+01:00' AS instant,
                    UUID '00000000-0000-0000-0000-000000000001' AS id""", "typed");

        assertThat(catalog.table("saved_typed").columns())
                .extracting(Column::name, Column::type)
                .containsExactly(
                        tuple("tiny", "INTEGER"),
                        tuple("small", "INTEGER"),
                        tuple("whole", "INTEGER"),
                        tuple("big", "BIGINT"),
                        tuple("single", "DOUBLE PRECISION"),
                        tuple("approximate", "DOUBLE PRECISION"),
                        tuple("price", "DOUBLE PRECISION"),
                        tuple("exact", "DOUBLE PRECISION"),
                        tuple("truth", "BOOLEAN"),
                        tuple("day", "DATE"),
                        tuple("clock", "TIME"),
                        tuple("moment", "TIMESTAMP"),
                        tuple("instant", "TIMESTAMP WITH TIME ZONE"),
                        tuple("id", "CHARACTER VARYING"));
    }

    @Test
    void progressReportsTheNumberOfSavedRows() {
        client.callTool(CallToolRequest.builder("save_table")
                .arguments(Map.of("sql", RAIN, "name", "rain"))
                .progressToken("rain")
                .build());

        // The client handles notifications concurrently, so they may arrive late and in another order.
        await().untilAsserted(() -> assertThat(progress)
                .extracting(ProgressNotification::progress, ProgressNotification::message)
                .contains(tuple(1461.0, "1461 of 1461 rows saved")));
        assertThat(progress).allSatisfy(report -> {
            assertThat(report.progressToken()).isEqualTo("rain");
            assertThat(report.progress()).isPositive();
            assertThat(report.total()).isEqualTo(1461);
        });
    }

    @Test
    void aTableIsNotSavedTwice() {
        save(RAIN, "rain");

        assertThat(save("SELECT 1 AS one", "rain"))
                .isEqualTo("The database reports: Table \"saved_rain\" already exists");
        assertThat(call("query", Map.of("sql", "SELECT COUNT(*) AS days FROM saved_rain")))
                .contains("[[1461]]");
    }

    @Test
    void aFailureToSaveLeavesNoTable() {
        assertThat(save("DELETE FROM weather", "nothing")).startsWith("Only a single SELECT is run");
        assertThat(save("SELECT weather, date FROM weather", "x; DROP TABLE weather"))
                .contains("name");
        assertThat(tables()).isEmpty();
    }

    @Test
    void theNumberOfTablesIsLimited() {
        for (int i = 0; i < 20; i++) {
            owner.execute("CREATE TABLE saved_" + i + " (x INTEGER)");
        }

        assertThat(save(RAIN, "rain")).isEqualTo("There are 20 saved tables. Drop one of them with drop_table.");
    }

    @Test
    void aTableIsDroppedWhenTheUserAgrees() {
        save(RAIN, "rain");

        assertThat(drop("saved_rain")).isEqualTo("Dropped table saved_rain");

        assertThat(questions)
                .extracting(ElicitFormRequest::message)
                .containsExactly("Drop table saved_rain with its 1461 rows?");
        assertThat(tables()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "ACCEPT, The user wants to keep table saved_rain.",
        "DECLINE, The user wants to keep table saved_rain.",
        "CANCEL, The user has not decided. Table saved_rain is still there."
    })
    void aTableStaysWhenTheUserDoesNotAgree(ElicitResult.Action action, String text) {
        save(RAIN, "rain");
        answer = action == ElicitResult.Action.ACCEPT
                ? accept(false)
                : ElicitResult.builder(action).build();

        assertThat(drop("saved_rain")).isEqualTo(text);

        assertThat(tables()).containsExactly("saved_rain");
    }

    @Test
    void onlySavedTablesAreDropped() {
        assertThat(drop("WEATHER")).isEqualTo("Table 'weather' was not created by save_table, so it stays.");
        assertThat(drop("no_such")).startsWith("There is no table 'no_such'");
        assertThat(questions).isEmpty();
    }

    @Test
    void aClientThatCannotAskItsUserDropsNothing() {
        save(RAIN, "rain");
        try (McpSyncClient limited = McpClient.sync(
                        HttpClientStreamableHttpTransport.builder("http://localhost:" + port)
                                .build())
                .build()) {
            limited.initialize();

            CallToolResult result = limited.callTool(CallToolRequest.builder("drop_table")
                    .arguments(Map.of("table", "saved_rain"))
                    .build());

            assertThat(result.isError()).isTrue();
            assertThat(text(result)).contains("elicitation");
        }
        assertThat(tables()).containsExactly("saved_rain");
    }

    @Test
    void theNewestRevisionAsksInASeparateRound() throws Exception {
        save(RAIN, "rain");

        JsonNode first = drop(null, null);
        assertThat(first.path("resultType").asString()).isEqualTo("input_required");
        assertThat(first.at("/inputRequests/q1/params/message").asString())
                .isEqualTo("Drop table saved_rain with its 1461 rows?");
        assertThat(tables()).containsExactly("saved_rain");

        String state = first.path("requestState").asString();
        assertThat(drop("{\"action\": \"decline\"}", state)
                        .at("/content/0/text")
                        .asString())
                .isEqualTo("The user wants to keep table saved_rain.");
        assertThat(tables()).containsExactly("saved_rain");

        assertThat(drop("{\"action\": \"accept\", \"content\": {\"drop\": true}}", state)
                        .at("/content/0/text")
                        .asString())
                .isEqualTo("Dropped table saved_rain");
        assertThat(tables()).isEmpty();
    }

    private JsonNode drop(@Nullable String answer, @Nullable String state) throws Exception {
        String round = answer == null
                ? ""
                : "\"inputResponses\": {\"q1\": %s}, \"requestState\": \"%s\",".formatted(answer, state);
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://localhost:" + port + "/mcp"))
                .header("Content-Type", "application/json")
                .header("Accept", "application/json, text/event-stream")
                .header("MCP-Protocol-Version", "2026-07-28")
                .header("Mcp-Method", "tools/call")
                .header("Mcp-Name", "drop_table")
                .POST(BodyPublishers.ofString("""
                        {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {
                          "name": "drop_table", "arguments": {"table": "saved_rain"}, %s
                          "_meta": {
                            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
                            "io.modelcontextprotocol/clientCapabilities": {"elicitation": {}}}}}""".formatted(round)))
                .build();
        return MAPPER.readTree(HttpClient.newHttpClient()
                        .send(request, BodyHandlers.ofString())
                        .body())
                .path("result");
    }

    private String save(String sql, String name) {
        return call("save_table", Map.of("sql", sql, "name", name));
    }

    private String drop(String table) {
        return call("drop_table", Map.of("table", table));
    }

    private String call(String tool, Map<String, Object> arguments) {
        return text(client.callTool(
                CallToolRequest.builder(tool).arguments(arguments).build()));
    }

    private List<String> tables() {
        return owner.queryForList(
                "SELECT table_name FROM information_schema.tables " + "WHERE table_name LIKE 'saved!_%' ESCAPE '!'",
                String.class);
    }

    private static ElicitResult accept(boolean drop) {
        return ElicitResult.builder(ElicitResult.Action.ACCEPT)
                .content(Map.of("drop", drop))
                .build();
    }

    private static String text(CallToolResult result) {
        return ((TextContent) result.content().get(0)).text();
    }
}
