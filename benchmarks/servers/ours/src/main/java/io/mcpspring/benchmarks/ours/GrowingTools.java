package io.mcpspring.benchmarks.ours;

import io.mcpspring.annotation.McpTool;
import io.mcpspring.benchmarks.Workload;
import io.mcpspring.benchmarks.Workload.Products;
import reactor.core.publisher.Mono;

/** Tools whose arguments and results have different sizes. */
class GrowingTools {

    @McpTool(description = "Returns as many products as asked for")
    Mono<Products> products(int count) {
        return Mono.fromSupplier(() -> Workload.products("all", count));
    }

    @McpTool(description = "Reads 1 fields")
    Mono<Integer> fields1(Fields1 input) {
        return Mono.just(input.hashCode());
    }

    @McpTool(description = "Reads 5 fields")
    Mono<Integer> fields5(Fields5 input) {
        return Mono.just(input.hashCode());
    }

    @McpTool(description = "Reads 10 fields")
    Mono<Integer> fields10(Fields10 input) {
        return Mono.just(input.hashCode());
    }

    @McpTool(description = "Reads 20 fields")
    Mono<Integer> fields20(Fields20 input) {
        return Mono.just(input.hashCode());
    }

    @McpTool(description = "Reads 50 fields")
    Mono<Integer> fields50(Fields50 input) {
        return Mono.just(input.hashCode());
    }

    record Fields1(String s0) {}

    record Fields5(String s0, int n1, String s2, int n3, String s4) {}

    record Fields10(String s0, int n1, String s2, int n3, String s4, int n5, String s6, int n7, String s8, int n9) {}

    record Fields20(
            String s0,
            int n1,
            String s2,
            int n3,
            String s4,
            int n5,
            String s6,
            int n7,
            String s8,
            int n9,
            String s10,
            int n11,
            String s12,
            int n13,
            String s14,
            int n15,
            String s16,
            int n17,
            String s18,
            int n19) {}

    record Fields50(
            String s0,
            int n1,
            String s2,
            int n3,
            String s4,
            int n5,
            String s6,
            int n7,
            String s8,
            int n9,
            String s10,
            int n11,
            String s12,
            int n13,
            String s14,
            int n15,
            String s16,
            int n17,
            String s18,
            int n19,
            String s20,
            int n21,
            String s22,
            int n23,
            String s24,
            int n25,
            String s26,
            int n27,
            String s28,
            int n29,
            String s30,
            int n31,
            String s32,
            int n33,
            String s34,
            int n35,
            String s36,
            int n37,
            String s38,
            int n39,
            String s40,
            int n41,
            String s42,
            int n43,
            String s44,
            int n45,
            String s46,
            int n47,
            String s48,
            int n49) {}
}
