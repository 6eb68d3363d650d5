package io.mcpspring.test.shop;

import io.mcpspring.annotation.McpTool;
import org.springframework.stereotype.Component;

/** A component that needs a service. */
@Component
class StockTools {

    private final Stock stock;

    StockTools(Stock stock) {
        this.stock = stock;
    }

    @McpTool(description = "Counts the pieces of an article")
    int count(String article) {
        return stock.count(article);
    }
}
