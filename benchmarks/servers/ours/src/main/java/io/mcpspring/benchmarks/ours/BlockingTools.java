package io.mcpspring.benchmarks.ours;

import io.mcpspring.annotation.McpTool;
import io.mcpspring.benchmarks.Workload;
import io.mcpspring.benchmarks.Workload.Products;
import io.mcpspring.benchmarks.Workload.Sum;

/** Methods that may block: they run on virtual threads, or on a pool of threads. */
class BlockingTools {

    @McpTool(description = "Returns the text")
    String echo(String text) {
        return text;
    }

    @McpTool(description = "Adds two numbers")
    Sum add(int a, int b) {
        return Workload.add(a, b);
    }

    @McpTool(description = "Searches products")
    Products search(String query) {
        return Workload.search(query);
    }

    @McpTool(description = "Waits for 50 ms")
    String slow() {
        return Workload.slow();
    }
}
