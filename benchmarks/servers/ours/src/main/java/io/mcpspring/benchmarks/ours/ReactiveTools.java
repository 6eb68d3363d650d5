package io.mcpspring.benchmarks.ours;

import io.mcpspring.annotation.McpTool;
import io.mcpspring.benchmarks.Workload;
import io.mcpspring.benchmarks.Workload.Products;
import io.mcpspring.benchmarks.Workload.Sum;
import java.time.Duration;
import reactor.core.publisher.Mono;

/** Methods that do not block. */
class ReactiveTools {

    @McpTool(description = "Returns the text")
    Mono<String> echo(String text) {
        return Mono.just(text);
    }

    @McpTool(description = "Adds two numbers")
    Mono<Sum> add(int a, int b) {
        return Mono.just(Workload.add(a, b));
    }

    @McpTool(description = "Searches products")
    Mono<Products> search(String query) {
        return Mono.fromSupplier(() -> Workload.search(query));
    }

    @McpTool(description = "Waits for 50 ms")
    Mono<String> slow() {
        return Mono.delay(Duration.ofMillis(50)).thenReturn("slept");
    }
}
