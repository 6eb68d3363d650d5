package io.mcpspring.benchmarks.checked;

import io.mcpspring.annotation.McpTool;
import io.mcpspring.benchmarks.Workload;
import io.mcpspring.benchmarks.Workload.Product;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.PositiveOrZero;
import jakarta.validation.constraints.Size;
import java.util.List;
import java.util.function.Function;
import reactor.core.publisher.Mono;

/** Tools in pairs that differ in their constraints alone. */
class CheckedTools {

    @McpTool(description = "Returns the text")
    Mono<String> echo(String text) {
        return Mono.just(text);
    }

    @McpTool(description = "Returns the text")
    Mono<String> echoConstrained(@NotBlank @Size(max = 200) @Pattern(regexp = "[\\w ]+") String text) {
        return Mono.just(text);
    }

    @McpTool(description = "Searches products")
    Mono<Items> items(String query) {
        return Mono.fromSupplier(() -> new Items(found(query, CheckedTools::item)));
    }

    @McpTool(description = "Searches products")
    Mono<ConstrainedItems> itemsConstrained(String query) {
        return Mono.fromSupplier(() -> new ConstrainedItems(found(query, CheckedTools::constrainedItem)));
    }

    private static <T> List<T> found(String query, Function<Product, T> item) {
        return Workload.search(query).products().stream().map(item).toList();
    }

    private static Item item(Product product) {
        return new Item(product.id(), product.name(), product.description(), product.stock(), product.tags());
    }

    private static ConstrainedItem constrainedItem(Product product) {
        return new ConstrainedItem(
                product.id(), product.name(), product.description(), product.stock(), product.tags());
    }

    /** Without floating-point numbers, because a result that contains NaN is validated in any case. */
    record Item(String id, String name, String description, int stock, List<String> tags) {}

    record Items(List<Item> items) {}

    record ConstrainedItem(
            @NotBlank String id,
            @NotBlank @Size(max = 100) String name,
            @Size(max = 1_000) String description,
            @PositiveOrZero int stock,
            @Size(max = 10) List<@NotBlank String> tags) {}

    record ConstrainedItems(@Size(max = 100) List<ConstrainedItem> items) {}
}
