package io.mcpspring.kotlin.page

import io.mcpspring.annotation.McpTool
import io.mcpspring.annotation.McpToolParam
import kotlinx.coroutines.delay
import org.springframework.stereotype.Service

data class Order(val id: String, val state: String, val note: String? = null)

@Service
class Orders {

    @McpTool(description = "Looks up an order by its number", readOnlyHint = [true])
    fun findOrder(@McpToolParam(description = "The number, such as N17") id: String): Order = Order(id, "PACKED")

    @McpTool(description = "Lists orders")
    suspend fun listOrders(state: String?, limit: Int = 10): List<Order> {
        delay(10)
        return List(limit) { Order("N$it", state ?: "PACKED") }
    }
}
