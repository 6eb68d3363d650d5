import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.spec.McpClientTransport;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.ClientCapabilities;
import io.modelcontextprotocol.spec.McpSchema.CreateMessageResult;
import io.modelcontextprotocol.spec.McpSchema.ElicitResult;
import io.modelcontextprotocol.spec.McpSchema.ImageContent;
import io.modelcontextprotocol.spec.McpSchema.LoggingLevel;
import io.modelcontextprotocol.spec.McpSchema.Role;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * Uses the conformance server through a client of the Java SDK: the same code for all of its versions and transports.
 */
final class SdkChecks {

    private SdkChecks() {}

    static void run(String name, McpClientTransport transport) throws InterruptedException {
        BlockingQueue<Double> progress = new LinkedBlockingQueue<>();
        BlockingQueue<String> log = new LinkedBlockingQueue<>();
        BlockingQueue<Integer> changes = new LinkedBlockingQueue<>();
        McpSyncClient client = McpClient.sync(transport)
                .requestTimeout(Duration.ofSeconds(20))
                .capabilities(
                        ClientCapabilities.builder().elicitation().sampling().build())
                .elicitation(request -> new ElicitResult(
                        ElicitResult.Action.ACCEPT, Map.of("username", "ada", "email", "ada@example.org")))
                .sampling(request -> new CreateMessageResult(
                        Role.ASSISTANT, new TextContent("Paris."), "none", CreateMessageResult.StopReason.END_TURN))
                .progressConsumer(report -> progress.add(report.progress()))
                .loggingConsumer(message -> log.add(String.valueOf(message.data())))
                .toolsChangeConsumer(tools -> changes.add(tools.size()))
                .build();
        client.initialize();

        require(client.listTools().tools().size() > 10, "tools are listed");
        require(
                call(client, "test_image_content", Map.of()).content().get(0) instanceof ImageContent,
                "an image comes");
        require(
                Boolean.TRUE.equals(
                        call(client, "test_error_handling", Map.of()).isError()),
                "an error comes");
        require(!client.listPrompts().prompts().isEmpty(), "prompts are listed");
        require(!client.listResources().resources().isEmpty(), "resources are listed");

        client.callTool(CallToolRequest.builder()
                .name("test_tool_with_progress")
                .arguments(Map.of())
                .progressToken("p")
                .build());
        // The client may pass reports on after the result.
        List<Double> reports = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            reports.add(progress.poll(10, TimeUnit.SECONDS));
        }
        require(List.of(0.0, 50.0, 100.0).equals(reports) && progress.isEmpty(), "progress comes: " + reports);

        client.setLoggingLevel(LoggingLevel.DEBUG);
        call(client, "test_tool_with_logging", Map.of());
        require(log.poll(10, TimeUnit.SECONDS) != null, "log messages come");

        String elicited = text(call(client, "test_elicitation", Map.of("message", "Who are you?")));
        require(elicited.contains("action=accept") && elicited.contains("ada@example.org"), "a form: " + elicited);
        String sampled = text(call(client, "test_sampling", Map.of("prompt", "The capital of France?")));
        require(sampled.endsWith("Paris."), "sampling: " + sampled);

        // The stream of notifications opens concurrently with the handshake, so it may miss the first change.
        Integer changed = null;
        for (int attempt = 0; changed == null && attempt < 60; attempt++) {
            call(client, "test_trigger_tool_change", Map.of());
            changed = changes.poll(500, TimeUnit.MILLISECONDS);
        }
        require(changed != null, "a changed list of tools is noticed");
        client.closeGracefully();
        System.out.println(name + ": lists, calls, progress, log, elicitation, sampling, changes");
    }

    private static CallToolResult call(McpSyncClient client, String tool, Map<String, Object> arguments) {
        return client.callTool(
                CallToolRequest.builder().name(tool).arguments(arguments).build());
    }

    private static String text(CallToolResult result) {
        return ((TextContent) result.content().get(0)).text();
    }

    private static void require(boolean condition, String what) {
        if (!condition) {
            throw new AssertionError("Expected that " + what);
        }
    }
}
