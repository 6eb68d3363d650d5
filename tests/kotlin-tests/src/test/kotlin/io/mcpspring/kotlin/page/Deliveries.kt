package io.mcpspring.kotlin.page

import io.mcpspring.annotation.McpTool
import io.mcpspring.tool.McpToolException
import kotlin.time.Duration
import kotlin.time.Duration.Companion.days
import org.springframework.stereotype.Service

@JvmInline
value class OrderId(val text: String) {
    init {
        require(text.startsWith("N")) { "The number of an order begins with N" }
    }
}

data class Delivery(val order: OrderId, val parcels: UInt, val wait: Duration)

@Service
class Deliveries {

    @McpTool(description = "Delays the delivery of an order")
    fun delayDelivery(order: OrderId, by: Duration = 1.days, parcels: UInt = 1u): Result<Delivery> = runCatching {
        if (by > 7.days) throw McpToolException("A delivery waits for 7 days at most")
        Delivery(order, parcels, by)
    }
}
