import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.exception.ToolExecutionException;
import dev.langchain4j.mcp.client.DefaultMcpClient;
import dev.langchain4j.mcp.client.McpClient;
import dev.langchain4j.mcp.client.progress.McpProgressNotification;
import dev.langchain4j.mcp.client.transport.http.StreamableHttpMcpTransport;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Uses the conformance server through the client of LangChain4j. */
public final class Client {

    public static void main(String[] args) throws Exception {
        BlockingQueue<McpProgressNotification> progress = new LinkedBlockingQueue<>();
        BlockingQueue<String> updates = new LinkedBlockingQueue<>();
        McpClient client = new DefaultMcpClient.Builder()
                .transport(new StreamableHttpMcpTransport.Builder()
                        .url(args[0])
                        .subsidiaryChannel(true)
                        .build())
                .toolExecutionTimeout(Duration.ofSeconds(20))
                .progressHandler(progress::add)
                .onResourceUpdated((source, uri) -> updates.add(uri))
                .build();

        require(client.listTools().size() > 10, "tools are listed");
        require(text(client, "test_simple_text", "{}").contains("simple text"), "text is returned");
        require(
                text(client, "test_structured_output", "{\"city\": \"Paris\"}").length() > 2,
                "structured content is returned");
        try {
            text(client, "test_error_handling", "{}");
            throw new AssertionError("Expected that the call fails");
        } catch (ToolExecutionException expected) {
            require(!expected.getMessage().isBlank(), "the error has a text");
        }

        require(!client.listResources().isEmpty(), "resources are listed");
        require(!client.readResource("test://static-text").contents().isEmpty(), "a resource is read");
        require(!client.listPrompts().isEmpty(), "prompts are listed");
        require(!client.getPrompt("test_simple_prompt", Map.of()).messages().isEmpty(), "a prompt is returned");

        text(client, "test_tool_with_progress", "{}");
        require(progress.poll(10, TimeUnit.SECONDS) != null, "progress is reported");

        client.subscribeToResource("test://watched-resource");
        String updated = null;
        for (int attempt = 0; updated == null && attempt < 60; attempt++) {
            text(client, "test_trigger_resource_update", "{}");
            updated = updates.poll(500, TimeUnit.MILLISECONDS);
        }
        require(updated != null, "the update of a resource is reported");
        client.close();
        System.out.println("LangChain4j 1.18.1: lists, calls, reads, prompts, progress, updated resources");
        System.exit(0);
    }

    private static String text(McpClient client, String tool, String arguments) {
        return client.executeTool(ToolExecutionRequest.builder()
                        .name(tool)
                        .arguments(arguments)
                        .build())
                .resultText();
    }

    private static void require(boolean condition, String expectation) {
        if (!condition) {
            throw new AssertionError("Expected that " + expectation);
        }
    }
}
