package io.mcpspring.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.spec.McpError;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CompleteReference;
import io.modelcontextprotocol.spec.McpSchema.CompleteRequest;
import io.modelcontextprotocol.spec.McpSchema.CompleteRequest.CompleteArgument;
import io.modelcontextprotocol.spec.McpSchema.CompleteRequest.CompleteContext;
import io.modelcontextprotocol.spec.McpSchema.GetPromptRequest;
import io.modelcontextprotocol.spec.McpSchema.PromptReference;
import io.modelcontextprotocol.spec.McpSchema.ReadResourceRequest;
import io.modelcontextprotocol.spec.McpSchema.Resource;
import io.modelcontextprotocol.spec.McpSchema.ResourceReference;
import io.modelcontextprotocol.spec.McpSchema.ResourceTemplate;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import io.modelcontextprotocol.spec.McpSchema.TextResourceContents;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.jdbc.core.JdbcTemplate;

/** Tables are resources, and a prompt describes a table. */
@DeskTest
class TableResourcesTests {

    private final List<List<Resource>> lists = new CopyOnWriteArrayList<>();

    private McpSyncClient client;

    @BeforeEach
    void connect(@LocalServerPort int port) {
        client = McpClient.sync(HttpClientStreamableHttpTransport.builder("http://localhost:" + port)
                        .build())
                .resourcesChangeConsumer(lists::add)
                .build();
        client.initialize();
    }

    @AfterEach
    void disconnect() {
        client.close();
    }

    @Test
    void everyTableIsAResource() {
        Resource weather = resources().stream()
                .filter(resource -> resource.name().equals("weather"))
                .findFirst()
                .orElseThrow();

        assertThat(weather.uri()).isEqualTo("desk://tables/weather");
        assertThat(weather.description()).isNotBlank();
        assertThat(read("desk://tables/weather")).contains("\"rows\":1461", "\"name\":\"temp_max\"");
    }

    @Test
    void everyColumnIsAResourceOfATemplate() {
        assertThat(client.listResourceTemplates().resourceTemplates())
                .extracting(ResourceTemplate::uriTemplate)
                .containsExactly("desk://tables/{table}/{column}");
        assertThat(read("desk://tables/weather/temp_max")).contains("\"median\":15.6");
        assertThatExceptionOfType(McpError.class)
                .isThrownBy(() -> read("desk://tables/weather/nope"))
                .satisfies(
                        failure -> assertThat(failure.getJsonRpcError().code()).isEqualTo(-32002));
    }

    @Test
    void aSavedTableIsAResourceUntilItIsDropped(@Autowired JdbcTemplate owner, @Autowired TableResources tables) {
        client.callTool(CallToolRequest.builder("save_table")
                .arguments(Map.of("sql", "SELECT date FROM weather", "name", "listed"))
                .build());
        assertThat(resources()).extracting(Resource::uri).contains("desk://tables/saved_listed");
        await().until(() -> !lists.isEmpty());

        owner.execute("DROP TABLE saved_listed");
        assertThatExceptionOfType(McpError.class).isThrownBy(() -> read("desk://tables/saved_listed"));

        tables.refresh();
        assertThat(resources()).extracting(Resource::uri).doesNotContain("desk://tables/saved_listed");
    }

    @Test
    void tablesAndColumnsAreCompleted() {
        ResourceReference column = new ResourceReference("desk://tables/{table}/{column}");

        assertThat(complete(column, "table", "WEA", Map.of())).containsExactly("weather");
        assertThat(complete(column, "column", "temp", Map.of("table", "weather")))
                .containsExactly("temp_max", "temp_min");
        assertThat(complete(column, "column", "temp", Map.of("table", "nope"))).isEmpty();
        assertThat(complete(new PromptReference("explore_table"), "table", "w", Map.of()))
                .containsExactly("weather");
    }

    @Test
    void thePromptDescribesTheTable() {
        assertThat(prompt(Map.of("table", "weather")))
                .startsWith("Explore the table weather, which has 1461 rows")
                .contains("temp_max", "three things");
        assertThat(prompt(Map.of("table", "weather", "question", "Is it getting warmer?")))
                .endsWith("above all: Is it getting warmer?");
        assertThatExceptionOfType(McpError.class)
                .isThrownBy(() -> prompt(Map.of("table", "nope")))
                .withMessageContaining("There is no table 'nope'");
    }

    private List<Resource> resources() {
        return client.listResources().resources();
    }

    private String read(String uri) {
        return ((TextResourceContents)
                        client.readResource(ReadResourceRequest.builder(uri).build())
                                .contents()
                                .get(0))
                .text();
    }

    private String prompt(Map<String, Object> arguments) {
        return ((TextContent) client.getPrompt(GetPromptRequest.builder("explore_table")
                                .arguments(arguments)
                                .build())
                        .messages()
                        .get(0)
                        .content())
                .text();
    }

    private List<String> complete(
            CompleteReference subject, String argument, String typed, Map<String, String> settled) {
        return client.completeCompletion(CompleteRequest.builder(subject, new CompleteArgument(argument, typed))
                        .context(new CompleteContext(settled))
                        .build())
                .completion()
                .values();
    }
}
