package io.mcpspring.kotlin.page

import io.mcpspring.annotation.McpTool
import kotlinx.coroutines.delay
import org.springframework.web.bind.annotation.DeleteMapping
import org.springframework.web.bind.annotation.PathVariable
import org.springframework.web.bind.annotation.RequestMapping
import org.springframework.web.bind.annotation.RequestParam
import org.springframework.web.bind.annotation.RestController

data class Cancellation(val id: String, val reason: String)

@RestController
@RequestMapping("/orders")
class OrderController {

    @McpTool(description = "Cancels an order")
    @DeleteMapping("/{id}")
    suspend fun cancelOrder(@PathVariable id: String, @RequestParam reason: String = "not needed"): Cancellation {
        delay(10)
        return Cancellation(id, reason)
    }
}
