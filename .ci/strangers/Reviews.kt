package com.example.greeter

import io.mcpspring.annotation.McpTool
import org.springframework.stereotype.Component

@JvmInline
value class Isbn(val value: String)

@Component
class Reviews {

    @McpTool(description = "Finds the title of a book")
    fun findTitle(isbn: Isbn) = "The title of ${isbn.value}"
}
