import io.quarkiverse.mcp.server.test.McpAssured;
import io.quarkiverse.mcp.server.test.McpAssured.McpStreamableTestClient;
import java.net.URI;

/** The test client of Quarkus, which reads members that are optional in the schema. */
public final class Client {

    public static void main(String[] args) {
        URI url = URI.create(args[0]);
        McpStreamableTestClient client = McpAssured.newStreamableClient()
                .setBaseUri(URI.create(url.getScheme() + "://" + url.getAuthority()))
                .setMcpPath(url.getPath())
                .build()
                .connect(result -> require("2025-11-25".equals(result.protocolVersion()), "the revision is agreed"));
        client.when()
                .pingPong()
                .toolsList(page -> require(page.size() > 10, "tools are listed"))
                .toolsCall("test_simple_text", result -> require(!result.isError(), "a tool answers"))
                .toolsCall("test_error_handling", result -> require(result.isError(), "a tool fails"))
                .promptsList(page ->
                        require(page.findByName("test_simple_prompt") != null, "a prompt without arguments is listed"))
                .promptsGet(
                        "test_simple_prompt",
                        result -> require(!result.messages().isEmpty(), "a prompt comes"))
                .promptComplete(
                        "test_prompt_with_arguments",
                        "arg1",
                        "test",
                        result -> require(result.values() != null, "values are proposed"))
                .resourcesList(page -> require(page.size() > 0, "resources are listed"))
                .resourcesRead(
                        "test://static-text",
                        result -> require(!result.contents().isEmpty(), "a resource comes"))
                .resourcesTemplatesList(page -> require(page.size() > 0, "templates are listed"))
                .thenAssertResults();
        client.terminateSession();
        client.disconnect();
        System.out.println("Quarkus McpAssured 1.13.0: lists, calls, prompts, completes, reads");
        System.exit(0);
    }

    private static void require(boolean condition, String what) {
        if (!condition) {
            throw new AssertionError("Expected that " + what);
        }
    }
}
