package com.example.greeter

import io.mcpspring.annotation.McpPrompt
import io.mcpspring.annotation.McpTool
import org.springframework.stereotype.Component

@JvmInline
value class Isbn(val value: String)

@Component
class Reviews {

    @McpPrompt(description = "Reviews the first lines of a program")
    fun review(code: String, lines: Int = 10) = "Review $lines lines of $code"

    @McpTool(description = "Finds the title of a book")
    fun findTitle(isbn: Isbn) = "The title of ${isbn.value}"

    @McpTool(description = "Lists titles")
    fun `list-my-docs`(isbn: String) = "The title of $isbn"

    @McpTool(description = "Checks the digits of a number")
    internal fun checkIsbn(isbn: Isbn) = "${isbn.value} is correct"
}
