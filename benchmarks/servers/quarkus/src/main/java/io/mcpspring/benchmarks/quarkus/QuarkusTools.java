package io.mcpspring.benchmarks.quarkus;

import io.mcpspring.benchmarks.Workload;
import io.mcpspring.benchmarks.Workload.Products;
import io.mcpspring.benchmarks.Workload.Sum;
import io.quarkiverse.mcp.server.Tool;
import io.quarkiverse.mcp.server.ToolManager;
import io.quarkiverse.mcp.server.ToolResponse;
import io.quarkus.runtime.Startup;
import io.smallrye.common.annotation.NonBlocking;
import jakarta.inject.Inject;

/** The tools as a Quarkus application: those that do not block run on the event loop, as Quarkus recommends. */
public class QuarkusTools {

    @Inject
    ToolManager manager;

    @NonBlocking
    @Tool(description = "Returns the text")
    String echo(String text) {
        return text;
    }

    @NonBlocking
    @Tool(description = "Adds two numbers", structuredContent = true)
    Sum add(int a, int b) {
        return Workload.add(a, b);
    }

    @NonBlocking
    @Tool(description = "Searches products", structuredContent = true)
    Products search(String query) {
        return Workload.search(query);
    }

    @Tool(description = "Waits for 50 ms")
    String slow() {
        return Workload.slow();
    }

    @Startup
    void addFillers() {
        for (String name : Workload.fillers()) {
            manager.newTool(name)
                    .setDescription("Makes the list longer")
                    .addArgument("text", "The text", true, String.class)
                    .addArgument("limit", "The limit", true, int.class)
                    .setHandler(arguments ->
                            ToolResponse.success((String) arguments.args().get("text")))
                    .register();
        }
    }
}
