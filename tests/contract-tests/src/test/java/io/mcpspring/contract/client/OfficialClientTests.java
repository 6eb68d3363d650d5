package io.mcpspring.contract.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.tuple;

import io.mcpspring.annotation.McpComplete;
import io.mcpspring.annotation.McpPrompt;
import io.mcpspring.annotation.McpResource;
import io.mcpspring.annotation.McpTool;
import io.mcpspring.annotation.McpToolParam;
import io.mcpspring.protocol.Content;
import io.mcpspring.support.TestServer;
import io.mcpspring.tool.McpToolException;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.spec.McpError;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.CompleteRequest;
import io.modelcontextprotocol.spec.McpSchema.CompleteRequest.CompleteArgument;
import io.modelcontextprotocol.spec.McpSchema.GetPromptRequest;
import io.modelcontextprotocol.spec.McpSchema.ImageContent;
import io.modelcontextprotocol.spec.McpSchema.PromptArgument;
import io.modelcontextprotocol.spec.McpSchema.PromptMessage;
import io.modelcontextprotocol.spec.McpSchema.PromptReference;
import io.modelcontextprotocol.spec.McpSchema.ReadResourceRequest;
import io.modelcontextprotocol.spec.McpSchema.Resource;
import io.modelcontextprotocol.spec.McpSchema.ResourceContents;
import io.modelcontextprotocol.spec.McpSchema.ResourceTemplate;
import io.modelcontextprotocol.spec.McpSchema.Role;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import io.modelcontextprotocol.spec.McpSchema.TextResourceContents;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** The client of the official Java SDK, in every revision that it supports. */
@Tag("change")
class OfficialClientTests {

    private static final TestServer SERVER = TestServer.shared(
            Shop.class,
            "mcp.server.name=shop",
            "mcp.server.version=1.4.0",
            "mcp.server.instructions=Ask for prices first",
            "mcp.server.tools.page-size=2");

    static final List<String> REVISIONS = List.of("2025-03-26", "2025-06-18", "2025-11-25");

    private McpSyncClient client;

    private void open(String revision) {
        client = McpClient.sync(HttpClientStreamableHttpTransport.builder("http://localhost:" + SERVER.port())
                        .endpoint("/mcp")
                        .supportedProtocolVersions(List.of(revision))
                        .build())
                .requestTimeout(Duration.ofSeconds(20))
                .enableCallToolSchemaCaching(true)
                .build();
        client.initialize();
    }

    @AfterEach
    void close() {
        assertThat(client.closeGracefully()).isTrue();
    }

    @ParameterizedTest
    @FieldSource("REVISIONS")
    void itReadsTheIdentityOfTheServer(String revision) {
        open(revision);
        assertThat(client.getCurrentInitializationResult().protocolVersion()).isEqualTo(revision);
        assertThat(client.getServerInfo().name()).isEqualTo("shop");
        assertThat(client.getServerInfo().version()).isEqualTo("1.4.0");
        assertThat(client.getServerInstructions()).isEqualTo("Ask for prices first");
        assertThat(client.getServerCapabilities().tools()).isNotNull();
        assertThat(client.getServerCapabilities().prompts()).isNotNull();
        assertThat(client.getServerCapabilities().resources()).isNotNull();
    }

    @ParameterizedTest
    @FieldSource("REVISIONS")
    void itPings(String revision) {
        open(revision);
        assertThat(client.ping()).isNotNull();
    }

    @ParameterizedTest
    @FieldSource("REVISIONS")
    void itListsTheToolsOfAllPages(String revision) {
        open(revision);
        assertThat(client.listTools().tools())
                .extracting(Tool::name)
                .containsExactly("buy", "photo", "prices", "search");
    }

    @ParameterizedTest
    @FieldSource("REVISIONS")
    void itReadsTheDescriptionOfATool(String revision) {
        open(revision);
        Tool buy = tool("buy");
        assertThat(buy.description()).isEqualTo("Buys an article");
        assertThat(buy.inputSchema()).containsEntry("required", List.of("article"));
        assertThat(buy.annotations().destructiveHint()).isTrue();
        assertThat(buy.annotations().readOnlyHint()).isNull();
        assertThat(tool("prices").outputSchema() != null).isEqualTo(!revision.equals("2025-03-26"));
    }

    @ParameterizedTest
    @FieldSource("REVISIONS")
    void itReceivesText(String revision) {
        open(revision);
        CallToolResult result = call("search", Map.of("text", "tea"));
        assertThat(result.isError()).isNotEqualTo(true);
        assertThat(text(result)).isEqualTo("green tea");
    }

    @ParameterizedTest
    @FieldSource("REVISIONS")
    void itReceivesStructuredContentThatFitsTheSchema(String revision) {
        open(revision);
        client.listTools();
        CallToolResult result = call("prices", Map.of());
        assertThat(result.isError()).isNotEqualTo(true);
        assertThat(text(result)).isEqualTo("[{\"article\":\"tea\",\"cents\":250}]");
        Map<String, Object> price = Map.of("article", "tea", "cents", 250);
        assertThat(result.structuredContent())
                .isEqualTo(revision.equals("2025-03-26") ? null : Map.of("result", List.of(price)));
    }

    @ParameterizedTest
    @FieldSource("REVISIONS")
    void itReceivesAnImage(String revision) {
        open(revision);
        ImageContent image = (ImageContent) call("photo", Map.of()).content().get(0);
        assertThat(image.mimeType()).isEqualTo("image/png");
        assertThat(Base64.getDecoder().decode(image.data())).containsExactly(1, 2, 3);
    }

    @ParameterizedTest
    @FieldSource("REVISIONS")
    void itReceivesTheFailureOfATool(String revision) {
        open(revision);
        CallToolResult result = call("buy", Map.of("article", "coffee"));
        assertThat(result.isError()).isTrue();
        assertThat(text(result)).isEqualTo("There is no coffee, try tea");
    }

    @ParameterizedTest
    @FieldSource("REVISIONS")
    void itReceivesAnErrorForAnUnknownTool(String revision) {
        open(revision);
        assertThatExceptionOfType(McpError.class)
                .isThrownBy(() -> call("sell", Map.of()))
                .satisfies(failure -> {
                    assertThat(failure.getJsonRpcError().code()).isEqualTo(-32602);
                    assertThat(failure.getJsonRpcError().message()).isEqualTo("No tool named 'sell'");
                });
    }

    @ParameterizedTest
    @FieldSource("REVISIONS")
    void itReceivesTheProblemsOfItsArguments(String revision) {
        open(revision);
        if (revision.equals("2025-11-25")) {
            assertThat(text(call("buy", Map.of()))).contains("article");
        } else {
            assertThatExceptionOfType(McpError.class)
                    .isThrownBy(() -> call("buy", Map.of()))
                    .satisfies(failure ->
                            assertThat(failure.getJsonRpcError().code()).isEqualTo(-32602))
                    .withMessageContaining("article");
        }
    }

    private Tool tool(String name) {
        return client.listTools().tools().stream()
                .filter(tool -> tool.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private CallToolResult call(String tool, Map<String, Object> arguments) {
        return client.callTool(
                CallToolRequest.builder(tool).arguments(arguments).build());
    }

    private static String text(CallToolResult result) {
        return ((TextContent) result.content().get(0)).text();
    }

    record Price(String article, int cents) {}

    @ParameterizedTest
    @FieldSource("REVISIONS")
    void itReadsResources(String revision) {
        open(revision);
        assertThat(client.listResources().resources()).extracting(Resource::uri).containsExactly("shop://terms");
        assertThat(client.listResourceTemplates().resourceTemplates())
                .extracting(ResourceTemplate::uriTemplate)
                .containsExactly("shop://articles/{article}/price");
        assertThat(read("shop://terms"))
                .isEqualTo(TextResourceContents.builder("shop://terms", "# Terms")
                        .mimeType("text/markdown")
                        .build());
        assertThat(((TextResourceContents) read("shop://articles/green%20tea/price")).text())
                .isEqualTo("{\"article\":\"green tea\",\"cents\":250}");
        assertThatExceptionOfType(McpError.class)
                .isThrownBy(() -> read("shop://nothing"))
                .satisfies(
                        failure -> assertThat(failure.getJsonRpcError().code()).isEqualTo(-32002));
    }

    private ResourceContents read(String uri) {
        return client.readResource(ReadResourceRequest.builder(uri).build())
                .contents()
                .get(0);
    }

    @ParameterizedTest
    @FieldSource("REVISIONS")
    void itGetsAPromptWhoseArgumentIsCompleted(String revision) {
        open(revision);
        assertThat(client.listPrompts().prompts())
                .singleElement()
                .satisfies(prompt -> assertThat(prompt.arguments())
                        .extracting(PromptArgument::name, PromptArgument::required)
                        .containsExactly(tuple("article", true), tuple("guests", false)));
        assertThat(client.completeCompletion(CompleteRequest.builder(
                                        new PromptReference("advice"), new CompleteArgument("article", "te"))
                                .build())
                        .completion()
                        .values())
                .containsExactly("tea", "teapot");

        List<PromptMessage> messages = client.getPrompt(GetPromptRequest.builder("advice")
                        .arguments(Map.of("article", "tea", "guests", "3"))
                        .build())
                .messages();
        assertThat(messages).extracting(PromptMessage::role).containsExactly(Role.USER, Role.ASSISTANT);
        assertThat(((TextContent) messages.get(0).content()).text()).isEqualTo("Which tea for 3?");
    }

    static class Shop {

        @McpTool(description = "Finds articles")
        String search(@McpToolParam(description = "What to look for") String text) {
            return "green " + text;
        }

        @McpTool(description = "Lists prices")
        List<Price> prices() {
            return List.of(new Price("tea", 250));
        }

        @McpTool(description = "Shows an article")
        Content photo() {
            return Content.image(new byte[] {1, 2, 3}, "image/png");
        }

        @McpResource(uri = "shop://terms", description = "The terms of trade", mimeType = "text/markdown")
        String terms() {
            return "# Terms";
        }

        @McpResource(uri = "shop://articles/{article}/price", description = "The price of an article")
        Price price(String article) {
            return new Price(article, 250);
        }

        @McpPrompt(description = "Asks for advice")
        List<io.mcpspring.protocol.PromptMessage> advice(String article, Optional<Integer> guests) {
            return List.of(
                    io.mcpspring.protocol.PromptMessage.user("Which " + article + " for " + guests.orElse(1) + "?"),
                    io.mcpspring.protocol.PromptMessage.assistant("Let me see"));
        }

        @McpComplete(prompt = "advice", argument = "article")
        List<String> articles(String typed) {
            return Stream.of("tea", "teapot", "cup")
                    .filter(article -> article.startsWith(typed))
                    .toList();
        }

        @McpTool(description = "Buys an article", destructiveHint = true)
        void buy(String article) {
            throw new McpToolException("There is no " + article + ", try tea");
        }
    }
}
