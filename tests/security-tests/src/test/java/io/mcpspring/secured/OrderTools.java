package io.mcpspring.secured;

import io.mcpspring.annotation.McpTool;
import java.security.Principal;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.stereotype.Component;

@Component
class OrderTools {

    private final Map<Long, String> states = new ConcurrentHashMap<>(Map.of(7L, "shipped", 8L, "open"));

    @McpTool(description = "Returns the state of an order", readOnlyHint = true, scopes = "orders:read")
    String orderState(long orderId) {
        return states.getOrDefault(orderId, "unknown");
    }

    @McpTool(
            description = "Cancels an open order",
            scopes = {"orders:read", "orders:write"})
    String cancelOrder(long orderId, Principal caller) {
        return states.replace(orderId, "open", "cancelled")
                ? "Cancelled by " + caller.getName()
                : "Order " + orderId + " is not open";
    }

    @McpTool(
            description = "Refunds an order",
            scopes = {"orders:read", "orders:write"})
    String refundOrder(long orderId, Principal caller) {
        states.put(orderId, "refunded");
        return "Refunded by " + caller.getName();
    }
}
