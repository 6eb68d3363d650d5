package io.mcpspring.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.spec.McpSchema.AudioContent;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.EmbeddedResource;
import io.modelcontextprotocol.spec.McpSchema.ImageContent;
import io.modelcontextprotocol.spec.McpSchema.InitializeResult;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import io.modelcontextprotocol.spec.McpSchema.TextResourceContents;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import javax.imageio.ImageIO;
import javax.sound.sampled.AudioInputStream;
import javax.sound.sampled.AudioSystem;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.web.server.LocalServerPort;

/** The whole data desk, used by the official Java client over HTTP. */
@DeskTest
class DataDeskTests {

    private McpSyncClient client;

    private InitializeResult server;

    @BeforeEach
    void connect(@LocalServerPort int port) {
        client = McpClient.sync(HttpClientStreamableHttpTransport.builder("http://localhost:" + port)
                        .build())
                .build();
        server = client.initialize();
    }

    @AfterEach
    void disconnect() {
        client.close();
    }

    @Test
    void hasANameAndAVersion() {
        assertThat(server.serverInfo().name()).isEqualTo("data-desk");
        assertThat(server.serverInfo().title()).isEqualTo("Data desk");
        assertThat(server.instructions()).contains("list_tables");
    }

    @Test
    void listsToolsThatAreDescribed() {
        List<Tool> tools = client.listTools().tools();

        assertThat(tools)
                .extracting(Tool::name)
                .containsExactly(
                        "chart",
                        "describe_column",
                        "drop_table",
                        "export",
                        "list_tables",
                        "query",
                        "save_table",
                        "sonify");
        assertThat(tools).allSatisfy(tool -> {
            assertThat(tool.title()).isNotBlank();
            assertThat(tool.description()).isNotBlank();
        });
    }

    @Test
    void marksToolsThatChangeData() {
        assertThat(client.listTools().tools())
                .filteredOn(tool -> !tool.annotations().readOnlyHint())
                .extracting(Tool::name, tool -> tool.annotations().destructiveHint())
                .containsExactly(tuple("drop_table", true), tuple("save_table", false));
    }

    @Test
    void describesTheArgumentsOfATool() {
        Tool query = client.listTools().tools().stream()
                .filter(tool -> tool.name().equals("query"))
                .findFirst()
                .orElseThrow();

        assertThat(query.inputSchema()).containsEntry("required", List.of("sql"));
        assertThat(property(query, "maxRows"))
                .extracting("type", "minimum", "maximum", "default")
                .containsExactly("integer", 1, 1000, 100);
        assertThat(query.outputSchema()).containsEntry("type", "object");
    }

    @Test
    void listsTables() {
        CallToolResult result = call("list_tables", Map.of());

        assertThat(text(result)).contains("\"name\":\"weather\"", "\"rows\":1461", "metres per second");
        assertThat(result.structuredContent()).isNotNull();
    }

    @Test
    void describesAColumn() {
        CallToolResult result = call("describe_column", Map.of("table", "weather", "column", "temp_max"));

        assertThat(result.structuredContent())
                .asInstanceOf(type(Map.class))
                .extracting("numbers")
                .asString()
                .contains("median=15.6", "mean=16.4391");
        assertThat(text(result)).contains("\"median\":15.6");
    }

    @Test
    void runsAQuery() {
        CallToolResult result = call(
                "query",
                Map.of(
                        "maxRows",
                        1,
                        "sql",
                        "SELECT weather, COUNT(*) AS days FROM weather GROUP BY weather ORDER BY days DESC"));

        assertThat(text(result)).contains("\"rows\":[[\"rain\",641]]", "\"truncated\":true");
        assertThat(result.structuredContent())
                .asInstanceOf(type(Map.class))
                .extracting("rows")
                .asString()
                .isEqualTo("[[rain, 641]]");
    }

    @Test
    void reportsWhyTheDatabaseRefusesAQuery() {
        CallToolResult result = callFailing("query", Map.of("sql", "SELECT snowfall FROM weather"));

        assertThat(text(result)).isEqualTo("The database reports: Column \"snowfall\" not found");
    }

    @Test
    @Tag("change")
    void reportsAQueryThatTakesTooLong() {
        CallToolResult result = callFailing(
                "query",
                Map.of(
                        "sql",
                        "SELECT COUNT(*) FROM SYSTEM_RANGE(1, 1000000) a, "
                                + "SYSTEM_RANGE(1, 1000000) b WHERE a.x < b.x"));

        assertThat(text(result)).isEqualTo("The database reports: Statement was canceled or the session timed out");
    }

    @Test
    void refusesStatementsThatWrite() {
        assertThat(text(callFailing("query", Map.of("sql", "DELETE FROM weather"))))
                .startsWith("Only a single SELECT");
        assertThat(text(callFailing("query", Map.of("sql", "SELECT * FROM CSVREAD('/etc/passwd')"))))
                .isEqualTo("The database reports: Admin rights are required for this operation");
        assertThat(text(call("query", Map.of("sql", "SELECT COUNT(*) FROM weather"))))
                .contains("[[1461]]");
    }

    @Test
    void refusesArgumentsThatBreakTheirConstraints() {
        CallToolResult result = callFailing("query", Map.of("sql", "SELECT 1", "maxRows", 5000));

        assertThat(text(result)).contains("maxRows", "1000", "5000");
    }

    @Test
    void drawsAChart() throws Exception {
        CallToolResult result = call(
                "chart",
                Map.of(
                        "kind",
                        "bar",
                        "title",
                        "Days by weather",
                        "yLabel",
                        "days",
                        "sql",
                        "SELECT weather, COUNT(*) AS days FROM weather GROUP BY weather ORDER BY days DESC"));

        ImageContent image = (ImageContent) result.content().get(0);
        BufferedImage decoded = ImageIO.read(bytes(image.data()));
        assertThat(image.mimeType()).isEqualTo("image/png");
        assertThat(decoded)
                .extracting(BufferedImage::getWidth, BufferedImage::getHeight)
                .containsExactly(960, 540);
    }

    @Test
    void playsASeries() throws Exception {
        CallToolResult result = call("sonify", Map.of("sql", "SELECT date, temp_max FROM weather ORDER BY date"));

        AudioContent audio = (AudioContent) result.content().get(1);
        assertThat(text(result)).isEqualTo("1461 values in 5 seconds, from -1.6 (220 Hz) to 35.6 (880 Hz)");
        assertThat(audio.mimeType()).isEqualTo("audio/wav");
        try (AudioInputStream decoded = AudioSystem.getAudioInputStream(bytes(audio.data()))) {
            assertThat(decoded.getFrameLength() / decoded.getFormat().getFrameRate())
                    .isEqualTo(5);
        }
    }

    @Test
    void refusesToPlayAnEmptyResult() {
        assertThat(text(callFailing("sonify", Map.of("sql", "SELECT wind FROM weather WHERE wind < 0"))))
                .isEqualTo("The query returns no numbers, so there is nothing to play.");
    }

    @Test
    void exportsCsv() {
        CallToolResult result = call(
                "export",
                Map.of(
                        "name",
                        "first-days",
                        "sql",
                        "SELECT date, weather, NULL AS note, 'a \"b\", c' AS text FROM weather ORDER BY date LIMIT 2"));

        EmbeddedResource embedded = (EmbeddedResource) result.content().get(0);
        TextResourceContents file = (TextResourceContents) embedded.resource();
        assertThat(file.uri()).isEqualTo("desk://exports/first-days.csv");
        assertThat(file.mimeType()).isEqualTo("text/csv");
        assertThat(file.text())
                .isEqualTo("date,weather,note,text\r\n2012-01-01,drizzle,,\"a \"\"b\"\", c\"\r\n"
                        + "2012-01-02,rain,,\"a \"\"b\"\", c\"\r\n");
    }

    @Test
    void answersTheNewestRevisionWithoutASession(@LocalServerPort int port) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://localhost:" + port + "/mcp"))
                .header("Content-Type", "application/json")
                .header("Accept", "application/json, text/event-stream")
                .header("MCP-Protocol-Version", "2026-07-28")
                .header("Mcp-Method", "tools/call")
                .header("Mcp-Name", "query")
                .POST(BodyPublishers.ofString("""
                        {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {
                          "name": "query", "arguments": {"sql": "SELECT MAX(temp_max) AS record FROM weather"},
                          "_meta": {
                            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
                            "io.modelcontextprotocol/clientInfo": {"name": "test", "version": "1"},
                            "io.modelcontextprotocol/clientCapabilities": {}}}}"""))
                .build();

        HttpResponse<String> response = HttpClient.newHttpClient().send(request, BodyHandlers.ofString());

        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.body()).contains("\"resultType\":\"complete\"", "\"rows\":[[35.6]]");
    }

    private CallToolResult call(String tool, Map<String, Object> arguments) {
        CallToolResult result = client.callTool(
                CallToolRequest.builder(tool).arguments(arguments).build());
        assertThat(result.isError()).as(result.content().toString()).isNotEqualTo(true);
        return result;
    }

    private CallToolResult callFailing(String tool, Map<String, Object> arguments) {
        CallToolResult result = client.callTool(
                CallToolRequest.builder(tool).arguments(arguments).build());
        assertThat(result.isError()).isTrue();
        return result;
    }

    private static String text(CallToolResult result) {
        return ((TextContent) result.content().get(0)).text();
    }

    private static ByteArrayInputStream bytes(String base64) {
        return new ByteArrayInputStream(Base64.getDecoder().decode(base64));
    }

    private static Map<?, ?> property(Tool tool, String name) {
        return (Map<?, ?>) ((Map<?, ?>) tool.inputSchema().get("properties")).get(name);
    }
}
