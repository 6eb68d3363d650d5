import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.mcp.client.DefaultMcpClient;
import dev.langchain4j.mcp.client.McpClient;
import dev.langchain4j.mcp.client.transport.http.StreamableHttpMcpTransport;
import dev.langchain4j.service.tool.ToolExecutionResult;
import java.util.List;
import java.util.Map;

/** Lists the tools of any server and calls one of them: URL, tool, arguments as JSON, text of the result. */
public final class Call {

    public static void main(String[] args) throws Exception {
        String authorization = System.getenv("AUTHORIZATION");
        StreamableHttpMcpTransport.Builder transport = new StreamableHttpMcpTransport.Builder().url(args[0]);
        if (authorization != null) {
            transport.customHeaders(Map.of("Authorization", authorization));
        }
        McpClient client =
                new DefaultMcpClient.Builder().transport(transport.build()).build();
        List<ToolSpecification> tools = client.listTools();
        if (tools.stream().noneMatch(tool -> tool.name().equals(args[1]))) {
            throw new AssertionError("Expected that " + args[1] + " is listed");
        }
        ToolExecutionResult result = client.executeTool(
                ToolExecutionRequest.builder().name(args[1]).arguments(args[2]).build());
        if (result.isError() || !result.resultText().contains(args[3])) {
            throw new AssertionError("Unexpected result: " + result.resultText());
        }
        client.close();
        System.out.println("LangChain4j 1.18.1: lists " + tools.size() + " tools, calls " + args[1]);
        System.exit(0);
    }
}
