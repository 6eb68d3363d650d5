package io.mcpspring.benchmarks.springai;

import io.mcpspring.benchmarks.Workload;
import io.mcpspring.benchmarks.Workload.Products;
import io.mcpspring.benchmarks.Workload.Sum;
import java.lang.reflect.Method;
import org.springframework.ai.mcp.annotation.McpTool;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.ToolCallbackProvider;
import org.springframework.ai.tool.method.MethodToolCallback;
import org.springframework.ai.tool.support.ToolDefinitions;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.stereotype.Component;
import org.springframework.util.ClassUtils;

/** The tools with the starter of Spring AI, on WebFlux or Spring MVC. The environment selects the PROTOCOL. */
@SpringBootApplication
public class SpringAiServer {

    public static void main(String[] args) {
        SpringApplication.run(SpringAiServer.class, args);
    }

    @Component
    public static class Tools {

        @McpTool(name = "echo", description = "Returns the text")
        public String echo(String text) {
            return text;
        }

        @McpTool(name = "add", description = "Adds two numbers", generateOutputSchema = true)
        public Sum add(int a, int b) {
            return Workload.add(a, b);
        }

        @McpTool(name = "search", description = "Searches products", generateOutputSchema = true)
        public Products search(String query) {
            return Workload.search(query);
        }

        @McpTool(name = "slow", description = "Waits for 50 ms")
        public String slow() {
            return Workload.slow();
        }
    }

    @Bean
    ToolCallbackProvider fillers() {
        Fillers fillers = new Fillers();
        return ToolCallbackProvider.from(
                Workload.fillers().stream().map(fillers::tool).toList());
    }

    static class Fillers {

        private static final Method METHOD = ClassUtils.getMethod(Fillers.class, "fill", String.class, int.class);

        public String fill(String text, int limit) {
            return text;
        }

        ToolCallback tool(String name) {
            return MethodToolCallback.builder()
                    .toolDefinition(ToolDefinitions.builder(METHOD)
                            .name(name)
                            .description("Makes the list longer")
                            .build())
                    .toolMethod(METHOD)
                    .toolObject(this)
                    .build();
        }
    }
}
