package io.mcpspring.benchmarks.sdk;

import io.mcpspring.benchmarks.Workload;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpServerFeatures.SyncToolSpecification;
import io.modelcontextprotocol.server.transport.HttpServletStreamableServerTransportProvider;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.ServerCapabilities;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import org.apache.catalina.Wrapper;
import org.apache.catalina.core.StandardContext;
import org.apache.catalina.startup.Tomcat;

/** The tools with the official Java SDK and its servlet, in an embedded Tomcat. */
public class SdkServer {

    public static void main(String[] args) throws Exception {
        HttpServletStreamableServerTransportProvider transport = HttpServletStreamableServerTransportProvider.builder()
                .mcpEndpoint("/mcp")
                .build();
        McpServer.sync(transport)
                .serverInfo("java-sdk", "1")
                .capabilities(ServerCapabilities.builder().tools(true).build())
                .tools(tools())
                .build();

        Tomcat tomcat = new Tomcat();
        tomcat.setBaseDir(System.getProperty("java.io.tmpdir"));
        tomcat.setPort(Integer.parseInt(Workload.option("SERVER_PORT", "0")));
        tomcat.getConnector().setProperty("address", "localhost");
        StandardContext context = (StandardContext) tomcat.addContext("", System.getProperty("java.io.tmpdir"));
        Wrapper servlet = Tomcat.addServlet(context, "mcp", transport);
        servlet.setAsyncSupported(true);
        context.addServletMappingDecoded("/mcp", "mcp");
        tomcat.start();
        System.out.println("Tomcat started on port " + tomcat.getConnector().getLocalPort());
        tomcat.getServer().await();
    }

    private static List<SyncToolSpecification> tools() {
        List<SyncToolSpecification> tools = new ArrayList<>();
        tools.add(tool(
                builder("echo", "Returns the text", Map.of("text", "string")),
                arguments -> text((String) arguments.get("text"))));
        tools.add(tool(
                builder("add", "Adds two numbers", Map.of("a", "integer", "b", "integer"))
                        .outputSchema(object(Map.of("sum", type("integer")))),
                arguments -> structured(Workload.add((int) arguments.get("a"), (int) arguments.get("b")))));
        tools.add(tool(
                builder("search", "Searches products", Map.of("query", "string"))
                        .outputSchema(products()),
                arguments -> structured(Workload.search((String) arguments.get("query")))));
        tools.add(tool(builder("slow", "Waits for 50 ms", Map.of()), arguments -> text(Workload.slow())));
        for (String name : Workload.fillers()) {
            tools.add(tool(
                    builder(name, "Makes the list longer", Map.of("text", "string", "limit", "integer")),
                    arguments -> text((String) arguments.get("text"))));
        }
        return tools;
    }

    private static SyncToolSpecification tool(
            Tool.Builder tool, Function<Map<String, Object>, CallToolResult> function) {
        return SyncToolSpecification.builder()
                .tool(tool.build())
                .callHandler((exchange, request) -> function.apply(request.arguments()))
                .build();
    }

    private static Tool.Builder builder(String name, String description, Map<String, String> arguments) {
        Map<String, Object> properties = new TreeMap<>();
        arguments.forEach((argument, type) -> properties.put(argument, type(type)));
        return Tool.builder().name(name).description(description).inputSchema(object(properties));
    }

    private static CallToolResult text(String text) {
        return CallToolResult.builder().addTextContent(text).isError(false).build();
    }

    private static CallToolResult structured(Object value) {
        return CallToolResult.builder().structuredContent(value).isError(false).build();
    }

    private static Map<String, Object> products() {
        Map<String, Object> product = object(Map.of(
                "id", type("string"),
                "name", type("string"),
                "description", type("string"),
                "category", type("string"),
                "price", type("number"),
                "stock", type("integer"),
                "tags", list(type("string"))));
        return object(Map.of("query", type("string"), "total", type("integer"), "products", list(product)));
    }

    private static Map<String, Object> object(Map<String, Object> properties) {
        return Map.of(
                "type",
                "object",
                "properties",
                properties,
                "required",
                List.copyOf(new TreeSet<>(properties.keySet())));
    }

    private static Map<String, Object> list(Map<String, Object> items) {
        return Map.of("type", "array", "items", items);
    }

    private static Map<String, Object> type(String name) {
        return Map.of("type", name);
    }
}
